// The script of the generated script-built site: each page is empty until this has run.
'use strict';
const main = document.getElementById('main');
const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') element.addEventListener(name, value); else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};
const load = async (path) => (await fetch(path)).json();

// A menu that is only there while the mouse is over its title, with links and with handlers.
const menu = (title, entries) => {
  const box = make('div', { class: 'menu' }, make('span', { class: 'title' }, title));
  box.addEventListener('mouseenter', () => {
    if (box.querySelector('ul')) return;
    setTimeout(() => box.append(make('ul', {}, ...entries.map(([text, path, how]) => make('li', {},
      how === 'link' ? make('a', { href: path }, text)
        : make('div', { class: 'entry', click: () => { location.href = path; } }, text))))), 120);
  });
  box.addEventListener('mouseleave', () => box.querySelector('ul')?.remove());
  return box;
};

const write = (page) => {
  document.title = page.title;
  main.replaceChildren(make('h1', {}, page.title), make('p', {}, page.text));
};
const go = async (path) => {            // client-side routing: the address changes, the document does not
  history.pushState({}, '', path);
  write(await load('/api/page?path=' + encodeURIComponent(path)));
};

const VIEWS = {
  home(page) {
    document.body.prepend(make('header', {}, menu('Shop', page.menu), make('button', { class: 'burger', 'aria-expanded': 'false',
      click: (event) => {
        const button = event.currentTarget, open = document.querySelector('.drawer');
        if (open) { open.remove(); return; }
        button.after(make('div', { class: 'drawer' }, ...page.drawer.map(([text, path]) => make('div', { class: 'row',
          click: (one) => {
            one.stopPropagation();
            one.currentTarget.append(make('span', { class: 'deep', role: 'link', click: () => location.assign(path) }, text + ' …'));
          } }, text))));
      } }, 'More')));
    fetch('/private/secret.json').catch(() => {});
    fetch('/api/vote', { method: 'POST', body: 'yes' }).catch(() => {});
    new Image().src = '/picture.png';
    try { new WebSocket(location.origin.replace('http', 'ws') + '/socket'); } catch (error) { /* no socket */ }
  },
  catalogue(page) {
    const list = make('div', { class: 'cards' }), end = make('div', { class: 'end' }, '…');
    main.append(list, end);
    let next = 1, busy = false;
    const watch = new IntersectionObserver(async (entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || busy || !next) return;
      busy = true;
      const more = await load('/api/items?page=' + next);
      for (const item of more.items)
        list.append(make('div', { class: 'card', style: 'height:300px;cursor:pointer', click: () => go(item.path) }, item.title));
      next = more.next; busy = false;
      watch.unobserve(end);             // a short list leaves the end in sight: look at it anew
      if (next) watch.observe(end); else end.remove();
    });
    watch.observe(end);
  },
  news(page) {
    const list = make('ul', { class: 'news' });
    let next = 1;
    const button = make('button', { class: 'more', click: async () => {
      const more = await load('/api/news?page=' + next);
      for (const item of more.items) list.append(make('li', {}, make('a', { href: item.path }, item.title)));
      next = more.next;
      if (!next) button.remove();
    } }, 'Load more');
    main.append(list, button);
    button.click();
  },
  office(page) {
    const row = (text, act) => main.append(make('button', { click: act }, text));
    row('Terms', () => { if (confirm('Leave this page?')) location.href = page.terms; });
    row('Greeting', () => { alert('Hello'); location.replace(page.greeting); });
    row('Brochure', () => window.open(page.brochure, '_blank'));
    row('Late brochure', () => { const opened = window.open('about:blank'); opened.location.href = page.late; });
    row('Price list', () => { location.href = page.download; });
    main.append(make('a', { href: `javascript:void(location.href='${page.contact}')` }, 'Contact'));
    main.append(make('form', { action: page.next, method: 'get' }, make('button', {}, 'Next office')));
    main.append(make('form', { action: '/search', method: 'get' }, make('input', { name: 'q' }), make('button', {}, 'Search')));
    main.append(make('select', { change: (event) => { if (event.target.value) location.assign(event.target.value); } },
      make('option', { value: '' }, 'Branches'), ...page.branches.map(([text, path]) => make('option', { value: path }, text))));
    const card = make('div', { id: 'staff' });
    card.attachShadow({ mode: 'closed' }).append(make('a', { href: page.staff }, 'Our staff'));
    main.append(card);
    const tabs = make('div', { role: 'tablist' }), panel = make('div', { class: 'panel' });
    for (const [text, path] of page.tabs)
      tabs.append(make('div', { role: 'tab', click: () => panel.replaceChildren(make('a', { href: path }, text + ' in full')) }, text));
    main.append(tabs, panel);
    addEventListener('beforeunload', (event) => event.preventDefault());
  },
  guide(page) {
    const view = make('div', { class: 'view' });
    main.append(make('ul', {}, ...page.routes.map(([text, route]) => make('li', {}, make('a', { href: '#/' + route }, text)))), view);
    const show = async () => {
      const route = location.hash.slice(2);
      if (!route) return;
      const shown = await load('/api/route?name=' + encodeURIComponent(route));
      view.replaceChildren(make('h2', {}, shown.title), make('p', {}, shown.text),
        ...shown.links.map(([text, path]) => make('a', { href: path }, text)));
    };
    addEventListener('hashchange', show);
    show();
  },
  endless() {
    const end = make('div', { class: 'end' }, '…');
    main.append(end);
    let number = 0;
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting))
        setTimeout(() => { for (let i = 0; i < 20; i += 1) end.before(make('p', { style: 'height:90px' }, `Line ${number += 1}`)); }, 10);
    }, { rootMargin: '50px' }).observe(end);
    setInterval(() => { if (scrollY > 0) scrollBy(0, 1); }, 50);
  },
};

load('/api/page?path=' + encodeURIComponent(location.pathname)).then((page) => {
  write(page);
  if (page.view) VIEWS[page.view](page);
});
