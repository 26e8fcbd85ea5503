// The page's side of rendering: watches what scripts do, acts on the page, writes down what it shows.
// Runs before any script of the page. What it reports is as little to be trusted as the page itself.
(() => {
  'use strict';
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'RTCDataChannel'])
    try { delete window[name]; } catch (e) { window[name] = undefined; }
  window.alert = () => {};
  window.confirm = () => true;
  window.prompt = (_, text) => text === undefined ? '' : String(text);
  window.print = () => {};
  if (window.top !== window) return;

  const CLICKS = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend']);
  const HOVERS = new Set(['mouseover', 'mouseenter', 'pointerover', 'pointerenter', 'mousemove', 'pointermove']);
  const ROLES = '[role=button],[role=link],[role=menuitem],[role=tab],[role=treeitem],[role=option]';
  const LIKELY = `button,summary,${ROLES},[onclick],[onmousedown],[onmouseup],[aria-haspopup],[aria-expanded],a`;
  const EDITABLE = 'input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]),select,textarea';
  // Their boxes say nothing about lists and records.
  const TEXT_LEVEL = new Set(('b i em strong u s small big font code tt sub sup abbr cite q mark var kbd br wbr ' +
    'script style link meta title head base noscript template option optgroup path g use').split(' '));
  const AREA = 'data-periplus-area', KEY = 'data-periplus-key', FOUND = 'data-periplus-found';
  const VOID = new Set(['INPUT', 'IMG', 'SELECT', 'TEXTAREA', 'BR', 'HR', 'SVG', 'CANVAS', 'OPTION', 'TR', 'TBODY', 'TABLE', 'UL', 'OL']);

  const listeners = new WeakMap();
  const choices = new WeakSet();   // lists that do something when one is chosen
  const elements = new Map();      // key -> element
  const keys = new WeakMap();
  const harvested = new Set();
  const state = {
    found: [], current: null, probing: false, allow: false, mutations: 0, changed: performance.now(),
    away: false, held: 0, tracking: false, place: null, clicksDelegated: false, hoversDelegated: false, routed: false,
  };

  const absolute = (url) => { try { return new URL(url, document.baseURI).href; } catch (e) { return null; } };
  const note = (url, how) => {
    const href = url === null || url === undefined || url === '' ? null : absolute(String(url));
    if (href && state.found.length < 5000) state.found.push({ url: href, how, key: state.current });
  };

  // Scripts' own ways to go somewhere.
  const opened = () => {
    const place = new Proxy({}, {
      set(_, name, value) { if (name === 'href') note(value, 'window'); return true; },
      get(_, name) {
        if (name === 'assign' || name === 'replace') return (url) => note(url, 'window');
        return name === 'href' ? 'about:blank' : undefined;
      },
    });
    const quiet = () => {};
    return new Proxy({ closed: false, opener: null, document: { write: quiet, close: quiet, open: quiet } }, {
      get(target, name) { return name === 'location' ? place : name in target ? target[name] : quiet; },
      set(target, name, value) { if (name === 'location') note(value, 'window'); else target[name] = value; return true; },
    });
  };
  window.open = (url) => { note(url, 'window'); return opened(); };
  const asksForInput = (form) => !!form.querySelector(EDITABLE) || form.method === 'post';
  HTMLFormElement.prototype.submit = function () { if (!asksForInput(this)) note(formUrl(this), 'form'); };
  const formUrl = (form) => {
    const url = new URL(form.action || location.href);
    url.search = new URLSearchParams(new FormData(form)).toString();
    return url.href;
  };
  window.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!asksForInput(event.target)) note(formUrl(event.target), 'form');
  });
  if (window.navigation) navigation.addEventListener('navigate', (event) => {
    if (state.allow && event.destination.sameDocument) return;
    const source = event.sourceElement || null;
    const form = source && (source.form || (source.closest && source.closest('form')));
    if (!event.formData && !(form && asksForInput(form))) note(event.destination.url, event.navigationType);
    // While a page loads its router may put its own address right; nothing may leave the document.
    if (event.cancelable && (state.probing || !event.destination.sameDocument)) {
      event.preventDefault();
      state.away = state.probing && state.current !== null;
    }
  });
  // Answers, scripts and short timers: while a page waits for one it is not at rest, however slow
  // its machine is.
  const waitedFor = new Set();
  const stir = () => { state.changed = performance.now(); };
  const arrived = (what) => { waitedFor.delete(what); stir(); };
  const awaiting = (promise) => {
    const done = () => arrived(promise);
    waitedFor.add(promise);
    promise.then(done, done);
    return promise;
  };
  // What a view at another address would load is loaded there: until the next act nothing is sent,
  // and the page that waits for it stays as it is.
  const fetchNow = window.fetch.bind(window);
  window.fetch = (...request) => state.away ? (state.held += 1, new Promise(() => {})) : awaiting(fetchNow(...request));
  for (const name of ['arrayBuffer', 'blob', 'formData', 'json', 'text']) {
    const read = Response.prototype[name];
    Response.prototype[name] = function () { return awaiting(read.call(this)); };
  }
  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (...target) { waitedFor.delete(this); return open.apply(this, target); };
  XMLHttpRequest.prototype.send = function (...body) {
    if (state.away) { state.held += 1; return; }
    this.addEventListener('loadend', () => arrived(this), { once: true });
    send.apply(this, body);
    if (this.readyState !== XMLHttpRequest.DONE) waitedFor.add(this);
  };

  // Where a visitor came from is no place of the page, and before it there is nothing.
  for (const name of ['back', 'forward', 'go']) History.prototype[name] = () => {};
  if (window.Navigation) for (const name of ['back', 'forward', 'traverseTo', 'reload'])
    Navigation.prototype[name] = () => ({ committed: new Promise(() => {}), finished: new Promise(() => {}) });

  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, handler, options) {
    if (CLICKS.has(type) || HOVERS.has(type)) {
      const how = CLICKS.has(type) ? 'click' : 'hover';
      if (this instanceof Element && this !== document.body && this !== document.documentElement) {
        const kinds = listeners.get(this) || new Set();
        kinds.add(how);
        listeners.set(this, kinds);
      } else if (this === document || this === window || this instanceof Element) {
        if (how === 'click') state.clicksDelegated = true; else state.hoversDelegated = true;
      }
    }
    if (type === 'change' && this instanceof HTMLSelectElement) choices.add(this);
    if (type === 'hashchange' || type === 'popstate') state.routed = true;
    return listen.call(this, type, handler, options);
  };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, { ...options, mode: 'open' });
    observer.observe(root, WATCHED);
    return root;
  };

  // When a page has come to rest: no change of its tree, nothing that it waits for.
  const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };
  const observer = new MutationObserver((records) => {
    state.mutations += records.length;
    stir();
    if (document.readyState === 'complete') for (const record of records) for (const node of record.addedNodes)
      if (node.localName === 'script' && node.src) awaitScript(node);
    if (state.tracking) for (const record of records.slice(0, 1000)) {
      const target = record.target;
      if (!(target instanceof Element) || !target.isConnected) continue;
      let place = state.place && state.place.isConnected ? state.place : target;
      while (place && !place.contains(target)) place = place.parentElement;
      state.place = place;
    }
  });
  observer.observe(document, WATCHED);
  const later = window.setTimeout.bind(window);
  const forget = window.clearTimeout.bind(window);
  const SHORT = 1500;
  window.setTimeout = (handler, delay, ...rest) => {
    if (typeof handler !== 'function' || !(delay <= SHORT)) return later(handler, delay, ...rest);
    const id = later(() => { arrived(id); handler(...rest); }, delay);
    waitedFor.add(id);
    return id;
  };
  window.clearTimeout = (id) => { waitedFor.delete(id); forget(id); };
  const awaitScript = (script) => {
    waitedFor.add(script);
    for (const type of ['load', 'error']) listen.call(script, type, () => arrived(script), { once: true });
    later(() => waitedFor.delete(script), SHORT);   // written as text it never runs, nor says so
  };
  const quiet = (rest, most) => new Promise((resolve) => {
    const started = performance.now();
    const look = () => {
      const now = performance.now();
      const calm = now - Math.max(state.changed, started) >= rest && !waitedFor.size && document.readyState === 'complete';
      if (calm || now - started >= most) resolve(calm); else later(look, 10);
    };
    look();
  });

  // Elements of the page and of its open shadow trees, in document order.
  const all = (selector) => {
    const found = [], roots = [document];
    while (roots.length && found.length < 20000) {
      const root = roots.pop();
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (!selector || element.matches(selector)) found.push(element);
      }
    }
    return found;
  };
  const textOf = (element) => (element.textContent || element.getAttribute('aria-label') || element.title || '')
    .replace(/\s+/g, ' ').trim().slice(0, 80);
  const keyOf = (element) => {
    let key = keys.get(element);
    if (key) return key;
    const steps = [];
    for (let node = element; node && steps.length < 60;) {
      const parent = node.parentNode;
      const at = parent ? Array.prototype.indexOf.call(parent.children || [], node) : 0;
      steps.push(`${node.localName || '#'}${node.id ? '#' + node.id : ''}:${at}`);
      node = parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
    }
    key = `${steps.reverse().join('>')}|${textOf(element)}`;
    keys.set(element, key);
    if (!elements.has(key) || !elements.get(key).isConnected) elements.set(key, element);
    return key;
  };
  const kindOf = (element) => {
    const steps = [];
    for (let node = element; node instanceof Element && steps.length < 4; node = node.parentNode)
      steps.push(`${node.localName}.${(node.getAttribute('class') || '').replace(/\d+/g, '')}`);
    return steps.join('<');
  };
  const goesNowhere = (link) => {
    const href = (link.getAttribute('href') || '').trim();
    return !href || href === '#' || /^javascript:/i.test(href);
  };
  const unfit = (element) => element.disabled || element.getAttribute('aria-disabled') === 'true' ||
    element.matches('input:not([type=button]):not([type=image]),select,textarea,option,label,video,audio,html,body') ||
    (element.localName === 'a' && !goesNowhere(element)) || element.closest('[contenteditable=true]') ||
    (element.matches('button,input') && element.form && element.type === 'submit' && asksForInput(element.form));
  const isPointer = (element) => {
    if (getComputedStyle(element).cursor !== 'pointer') return false;
    const parent = element.parentElement;
    return !parent || getComputedStyle(parent).cursor !== 'pointer';
  };
  const candidates = () => {
    const found = [];
    const add = (element, how) => {
      if (found.length < 2000 && !unfit(element)) found.push({ key: keyOf(element), how, kind: kindOf(element) });
    };
    for (const element of all()) {
      if (element.localName === 'select' && (element.onchange || choices.has(element)) && !element.disabled)
        found.push({ key: keyOf(element), how: 'choose', kind: kindOf(element) });
      const kinds = listeners.get(element);
      const hovers = (kinds && kinds.has('hover')) || element.onmouseover || element.onmouseenter ||
        element.onpointerenter || element.onpointerover || element.hasAttribute('aria-haspopup');
      if (hovers || (state.hoversDelegated && element.matches('nav li,[role=menuitem],[role=menubar] *,header li')))
        add(element, 'hover');
      const listens = (kinds && kinds.has('click')) || element.onclick || element.onmousedown || element.onpointerdown;
      if (listens || element.matches(LIKELY) || isPointer(element)) add(element, 'click');
      if (listens && element.children.length > 1 && !element.querySelector(LIKELY))
        for (const child of Array.from(element.children).slice(0, 50)) add(child, 'click');
    }
    return found;
  };
  const harvest = () => {
    const fresh = [];
    for (const link of all('a[href],area[href]')) {
      const href = absolute(link.getAttribute('href'));
      if (href && /^https?:/.test(href) && !harvested.has(href) && harvested.size < 20000) {
        harvested.add(href);
        fresh.push({ url: href, text: textOf(link) });
      }
    }
    return fresh;
  };

  const fire = (element, type, Kind, bubbles) => element.dispatchEvent(
    new Kind(type, { bubbles, cancelable: true, composed: true, view: window, pointerId: 1, isPrimary: true }));
  const enter = (element) => {
    fire(element, 'pointerover', PointerEvent, true);
    fire(element, 'pointerenter', PointerEvent, false);
    fire(element, 'mouseover', MouseEvent, true);
    fire(element, 'mouseenter', MouseEvent, false);
    fire(element, 'mousemove', MouseEvent, true);
  };
  const press = (element) => {
    enter(element);
    for (const [type, Kind] of [['pointerdown', PointerEvent], ['mousedown', MouseEvent], ['pointerup', PointerEvent], ['mouseup', MouseEvent]])
      if (element.isConnected) fire(element, type, Kind, true);
    if (!element.isConnected) return;
    if (typeof element.click === 'function') element.click(); else fire(element, 'click', MouseEvent, true);
  };
  const choose = (list) => {
    for (const option of Array.from(list.options).slice(0, 50)) {
      if (!list.isConnected) return;
      if (option.disabled || option.selected) continue;
      list.value = option.value;
      fire(list, 'input', Event, true);
      fire(list, 'change', Event, true);
    }
  };
  const ACTS = { hover: enter, click: press, choose };
  const drain = () => ({
    found: state.found.splice(0), links: harvest(), mutations: state.mutations, routed: state.routed,
    height: document.documentElement.scrollHeight, nodes: document.getElementsByTagName('*').length,
  });

  // Writing the page down: the tree as shown, shadow trees unfolded, boxes noted.
  const write = (limit) => {
    const copy = document.implementation.createHTMLDocument('');
    const root = document.documentElement;
    const made = copy.importNode(root, false);
    made.setAttribute(AREA, Math.round(root.scrollWidth * root.scrollHeight));
    const stack = [[root, made]];
    let nodes = 0;
    while (stack.length && nodes < limit) {
      const [from, to] = stack.pop();
      let children = from.shadowRoot ? from.shadowRoot.childNodes : from.childNodes;
      if (from.localName === 'slot' && from.assignedNodes) {
        const given = from.assignedNodes();
        if (given.length) children = given;
      }
      for (const child of children) {
        if (++nodes > limit) break;
        if (child.nodeType === Node.TEXT_NODE) to.appendChild(copy.createTextNode(child.data));
        if (child.nodeType !== Node.ELEMENT_NODE) continue;
        const twin = copy.importNode(child, child.localName === 'template');
        to.appendChild(twin);
        twin.removeAttribute(AREA);
        if (!TEXT_LEVEL.has(child.localName)) {
          const box = child.getBoundingClientRect(), area = Math.round(box.width * box.height);
          if (area > 0) twin.setAttribute(AREA, area);
        }
        if (keys.has(child)) twin.setAttribute(KEY, keys.get(child));
        if (child.localName !== 'template') stack.push([child, twin]);
      }
    }
    return made.outerHTML;
  };
  // The part of the page that a route has changed.
  const view = () => {
    const place = state.place && state.place.isConnected ? state.place : document.body;
    if (!place) return '';
    const copy = document.implementation.createHTMLDocument('');
    return copy.importNode(place === document.documentElement ? document.body : place, true).innerHTML;
  };
  // Puts what acting on elements has found into the page: as a link where the element is.
  const annotate = (html, found, seen, views) => {
    const page = new DOMParser().parseFromString(html, 'text/html');
    const places = new Map(), linked = new Set();
    for (const element of page.querySelectorAll('a[href],area[href]')) linked.add(absolute(element.getAttribute('href')));
    for (const { html: inside } of views) {
      const part = new DOMParser().parseFromString(inside, 'text/html');
      for (const element of part.querySelectorAll('a[href],area[href]')) linked.add(absolute(element.getAttribute('href')));
    }
    const lost = seen.filter((item) => !linked.has(item.url));
    found = found.filter((item) => !linked.has(item.url));
    for (const element of page.querySelectorAll(`[${KEY}]`)) {
      const key = element.getAttribute(KEY);
      if (!places.has(key)) places.set(key, element);
      element.removeAttribute(KEY);
    }
    const link = (item) => {
      const made = page.createElement('a');
      made.setAttribute('href', item.url);
      made.setAttribute(FOUND, item.how || 'seen');
      return made;
    };
    const rest = [];
    for (const item of found) {
      if (linked.has(item.url)) continue;
      linked.add(item.url);
      const element = places.get(item.key);
      if (!element || !element.isConnected || element === page.body || element === page.documentElement) { rest.push(item); continue; }
      if (element.localName === 'a' && goesNowhere(element)) {
        element.setAttribute('href', item.url);
        element.setAttribute(FOUND, item.how);
      } else if (element.closest('a')) rest.push(item);
      else if (VOID.has(element.tagName.toUpperCase())) {
        if (element.parentElement.closest('tr,tbody,table,ul,ol,select')) rest.push(item); else element.after(link(item));
      } else {
        const made = link(item);
        if (!element.querySelector('a,button,input,select,textarea,div,p,ul,ol,table,section,article') && !element.querySelector(`[${FOUND}]`))
          made.append(...element.childNodes);
        element.append(made);
      }
    }
    const append = (items) => {
      if (!items.length) return;
      const box = page.createElement('div');
      box.setAttribute(FOUND, '');
      for (const item of items) {
        const made = link(item);
        made.textContent = item.text || '';
        box.append(made, ' ');
      }
      page.body.append(box);
    };
    append(rest.concat(lost));
    for (const { route, html: inside } of views) {
      const section = page.createElement('section');
      section.setAttribute('data-periplus-route', route);
      section.innerHTML = inside;
      for (const element of section.querySelectorAll('script,style')) element.remove();
      page.body.append(section);
    }
    return page.documentElement.outerHTML;
  };

  Object.defineProperty(window, '__periplus', {
    value: Object.freeze({
      settle: async (rest, most) => { const calm = await quiet(rest, most); return { calm, ...drain() }; },
      begin: () => { state.probing = true; },
      candidates,
      has: (key) => { candidates(); const element = elements.get(key); return !!element && element.isConnected; },
      alive: (wanted) => wanted.filter((key) => { const e = elements.get(key); return e && e.isConnected; }).length,
      act: async (key, how, rest, most) => {
        if (!elements.has(key)) candidates();
        const element = elements.get(key);
        if (!element || !element.isConnected) return null;
        state.current = key;
        state.away = false;
        state.held = 0;
        const before = state.mutations;
        try { ACTS[how](element); } catch (e) { /* the page's own trouble */ }
        await quiet(rest, most);
        const result = { ...drain(), changed: state.mutations - before, held: state.held };
        return result;
      },
      release: () => { state.current = null; state.away = false; },
      // To the end at once or, where rows come and go, screen by screen; lists in the page always so.
      scroll: (bySteps) => {
        const page = document.documentElement, before = window.scrollY;
        if (bySteps) window.scrollBy(0, 0.9 * window.innerHeight); else window.scrollTo(0, page.scrollHeight);
        let moved = bySteps && window.scrollY > before, lists = 0;
        for (const element of document.querySelectorAll('*')) {
          if (lists >= 5) break;
          if (element.scrollHeight > element.clientHeight + 40 && element.clientHeight > 80 &&
              element !== page && element !== document.body && /auto|scroll/.test(getComputedStyle(element).overflowY)) {
            const at = element.scrollTop;
            element.scrollTop = at + 0.9 * element.clientHeight;
            moved = moved || element.scrollTop > at;
            lists += 1;
          }
        }
        return { can: lists > 0 || page.scrollHeight > window.innerHeight + 1, moved };
      },
      vanished: () => {
        const there = new Set();
        for (const link of all('a[href],area[href]')) there.add(absolute(link.getAttribute('href')));
        let gone = 0;
        for (const href of harvested) gone += !there.has(href);
        return gone;
      },
      top: () => window.scrollTo(0, 0),
      isAnchor: (fragment) => {
        let name = fragment;
        try { name = decodeURIComponent(fragment); } catch (e) { /* as it is */ }
        return !!document.getElementById(name) || document.getElementsByName(name).length > 0;
      },
      route: async (fragment, rest, most) => {
        state.allow = state.tracking = true;
        state.place = null;
        try { location.hash = fragment; await quiet(rest, most); } finally { state.allow = false; }
        return drain();
      },
      write, view, annotate,
    }),
    enumerable: false, configurable: false, writable: false,
  });
})();
