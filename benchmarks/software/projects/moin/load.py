"""Stores generated pages (JSON on stdin) in a MoinMoin wiki; its index is built afterwards."""
# mypy: ignore-errors

import io
import json
import re
import sys
import uuid
from datetime import datetime

from moin.app import before_wiki, create_app
from moin.user import User, create_user

MARKUP = "text/x.moin.wiki;charset=utf-8"
LINK = re.compile(r"\[\[([^|\]]+)\|")


def store(backend, name, namespace, revisions, tags, ids):
    """All revisions of one item, the last one current."""
    item = uuid.uuid5(uuid.NAMESPACE_URL, f"{namespace}/{name}").hex
    parent = None
    for number, revision in enumerate(revisions, 1):
        data = revision["text"].replace("\n", "\r\n").encode()
        meta = {
            "name": [name],
            "namespace": namespace,
            "itemid": item,
            "revid": uuid.uuid5(uuid.NAMESPACE_URL, f"{item}/{number}").hex,
            "rev_number": number,
            "mtime": int(datetime.fromisoformat(revision["date"]).timestamp()),
            "contenttype": MARKUP,
            "itemtype": "default",
            "action": "SAVE",
            "address": "127.0.0.1",
            "userid": ids[revision["author"]],
            "comment": revision["note"],
            "summary": "",
            "tags": list(tags),
            "itemlinks": sorted(set(LINK.findall(revision["text"]))),
            "wikiname": "MyMoinMoin",
        }
        if parent:
            meta["parentid"] = parent
        backend.store(meta, io.BytesIO(data))
        parent = meta["revid"]


def main():
    """Accounts, their pages, and the wiki."""
    content = json.load(sys.stdin)
    app = create_app(config="wikiconfig.py")
    with app.test_request_context():
        before_wiki()
        ids = {}
        for person in content["people"]:
            problem = create_user(person["login"], "a password 123", person["mail"], validate=False)
            if problem:
                raise SystemExit(problem)
            ids[person["login"]] = User(auth_username=person["login"]).itemid
        backend = app.storage.backend
        first = content["people"][0]
        home = {"author": first["login"], "date": first["joined"], "note": ""}
        store(backend, "Home", "", [{**home, "text": content["home"]}], (), ids)
        for page in content["pages"]:
            store(backend, page["path"], "", page["revisions"], page["tags"], ids)
        for person in content["people"]:
            own = {"author": person["login"], "date": person["joined"], "note": ""}
            text = f"= {person['name']} =\n\n{person['about']}\n\n{person['page']}"
            store(backend, person["login"], "users", [{**own, "text": text}], (), ids)


main()
