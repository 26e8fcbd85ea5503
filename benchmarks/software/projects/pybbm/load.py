"""Writes generated discussions (JSON on stdin) into PyBBM's tables."""
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
from pybb.models import Category, Forum, Post, Topic  # noqa: E402
from pybb.util import get_pybb_profile  # noqa: E402


def add_people(people):
    """Accounts by login."""
    users = {}
    for person in people:
        user = User.objects.create(
            username=person["login"],
            email=person["mail"],
            date_joined=datetime.fromisoformat(person["joined"]),
        )
        profile = get_pybb_profile(user)
        profile.signature = person["about"]
        profile.autosubscribe = False
        profile.save()
        users[person["login"]] = user
    return users


def add_thread(forum, thread, users):
    """A topic with its posts, dated as they are."""
    posts = thread["posts"]
    topic = Topic.objects.create(forum=forum, name=thread["title"], user=users[posts[0]["author"]])
    for post in posts:
        row = Post(topic=topic, user=users[post["author"]], body=post["text"], user_ip="127.0.0.1")
        row.created = datetime.fromisoformat(post["date"])
        row.save()
    moment = datetime.fromisoformat(posts[-1]["date"])
    Topic.objects.filter(pk=topic.pk).update(
        updated=moment, created=datetime.fromisoformat(posts[0]["date"])
    )


def main():
    """Everything in one transaction."""
    content = json.load(sys.stdin)
    with transaction.atomic():
        users = add_people(content["people"])
        for place, category in enumerate(content["categories"]):
            heading = Category.objects.create(name=category["title"], position=place)
            for number, board in enumerate(category["boards"]):
                forum = Forum.objects.create(
                    category=heading, name=board["title"], position=number, headline=board["about"]
                )
                for thread in board["threads"]:
                    add_thread(forum, thread, users)


main()
