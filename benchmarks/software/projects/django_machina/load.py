"""Writes generated discussions (JSON on stdin) into django-machina's tables."""
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
from machina.apps.forum.models import Forum  # noqa: E402
from machina.apps.forum_conversation.models import Post, Topic  # noqa: E402
from machina.apps.forum_member.models import ForumProfile  # noqa: E402
from machina.apps.forum_permission.models import (  # noqa: E402
    ForumPermission,
    UserForumPermission,
)


def add_people(people):
    """Accounts and their profiles by login."""
    users = {}
    for person in people:
        users[person["login"]] = user = User.objects.create(
            username=person["login"],
            email=person["mail"],
            date_joined=datetime.fromisoformat(person["joined"]),
        )
        ForumProfile.objects.create(user=user, signature=person["about"][:250])
    return users


def add_thread(forum, thread, users):
    """A topic with its posts, dated as they are."""
    subject = thread["title"]
    posts = thread["posts"]
    topic = Topic(
        forum=forum,
        subject=subject,
        poster=users[posts[0]["author"]],
        type=Topic.TOPIC_POST,
        status=Topic.TOPIC_UNLOCKED,
    )
    topic.save()
    rows = [
        Post(
            topic=topic,
            poster=users[post["author"]],
            subject=f"Re: {subject}",
            content=post["text"],
        )
        for post in posts
    ]
    rows[0].subject = subject
    for row, post in zip(rows, posts, strict=True):
        row.save()  # which renders the text, as creating in bulk does not
        row.created = row.updated = datetime.fromisoformat(post["date"])
    Post.objects.bulk_update(rows, ["created", "updated"])
    topic.update_trackers()


def count_posts():
    """What profiles say."""
    for profile in ForumProfile.objects.all():
        profile.posts_count = Post.objects.filter(poster=profile.user).count()
        profile.save()


def main():
    """Everything in one transaction; guests may read."""
    content = json.load(sys.stdin)
    with transaction.atomic():
        users = add_people(content["people"])
        for category in content["categories"]:
            heading = Forum.objects.create(name=category["title"], type=Forum.FORUM_CAT)
            for board in category["boards"]:
                forum = Forum.objects.create(
                    name=board["title"],
                    description=board["about"],
                    parent=heading,
                    type=Forum.FORUM_POST,
                )
                for thread in board["threads"]:
                    add_thread(forum, thread, users)
        count_posts()
        for name in ("can_see_forum", "can_read_forum"):
            UserForumPermission.objects.create(
                permission=ForumPermission.objects.get(codename=name),
                anonymous_user=True,
                has_perm=True,
            )


main()
