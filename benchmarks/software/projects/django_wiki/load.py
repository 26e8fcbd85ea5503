"""Writes generated articles (JSON on stdin) as a tree of wiki pages with revisions."""
# mypy: ignore-errors

import json
import os
import sys
from datetime import datetime

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.db import transaction  # noqa: E402
from wiki.models import ArticleRevision, URLPath  # noqa: E402


def add_revisions(article, revisions, users):
    """All but the first, each by its author and with its date."""
    for revision in revisions[1:]:
        article.add_revision(
            ArticleRevision(
                title=article.current_revision.title,
                content=revision["text"],
                user=users[revision["author"]],
                user_message=revision["note"],
            )
        )
    rows = article.articlerevision_set.order_by("revision_number")
    for row, revision in zip(rows, revisions, strict=True):
        moment = datetime.fromisoformat(revision["date"])
        ArticleRevision.objects.filter(pk=row.pk).update(created=moment, modified=moment)


def main():
    """Everything in one transaction."""
    content = json.load(sys.stdin)
    with transaction.atomic():
        users = {
            person["login"]: User.objects.create(username=person["login"], email=person["mail"])
            for person in content["people"]
        }
        paths = {"": URLPath.create_root(title="Home", content=content["home"])}
        for page in content["pages"]:
            first = page["revisions"][0]
            paths[page["path"]] = made = URLPath.create_urlpath(
                paths[page["parent"]],
                page["slug"],
                title=page["title"],
                content=first["text"],
                user=users[first["author"]],
                user_message=first["note"],
            )
            add_revisions(made.article, page["revisions"], users)


main()
