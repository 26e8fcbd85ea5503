"""Writes generated products, categories and reviews (JSON on stdin) into Oscar's tables."""
# mypy: ignore-errors

import json
import os
import sys
from datetime import datetime

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.contrib.flatpages.models import FlatPage  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.db import transaction  # noqa: E402
from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: E402
from oscar.apps.catalogue.models import (  # noqa: E402
    Product,
    ProductCategory,
    ProductClass,
    ProductRecommendation,
)
from oscar.apps.catalogue.reviews.models import ProductReview  # noqa: E402
from oscar.apps.partner.models import Partner, StockRecord  # noqa: E402


def add_product(row, kind, partner, categories, users):
    """A product that is in stock, with its reviews."""
    product = Product.objects.create(
        product_class=kind, title=row["title"], upc=row["key"], description=row["text"]
    )
    for name in row["categories"]:
        ProductCategory.objects.create(product=product, category=categories[name])
    StockRecord.objects.create(
        product=product, partner=partner, partner_sku=row["key"], price=row["price"], num_in_stock=9
    )
    for review in row["reviews"]:
        made = ProductReview.objects.create(
            product=product,
            user=users[review["author"]],
            title=review["title"],
            body=review["text"],
            score=review["score"],
            status=ProductReview.APPROVED,
        )
        moment = datetime.fromisoformat(review["date"])
        ProductReview.objects.filter(pk=made.pk).update(date_created=moment)
    product.update_rating()
    return product


def main():
    """Everything in one transaction."""
    content = json.load(sys.stdin)
    with transaction.atomic():
        users = {
            person["login"]: User.objects.create(username=person["login"], email=person["mail"])
            for person in content["people"]
        }
        categories = {}
        for category in content["categories"]:
            made = create_from_breadcrumbs(category["trail"])
            made.description = category["text"]
            made.save()
            categories[category["trail"]] = made
        kind = ProductClass.objects.create(name="Thing", requires_shipping=True)
        partner = Partner.objects.create(name="House")
        products = [
            add_product(row, kind, partner, categories, users) for row in content["products"]
        ]
        for row, product in zip(content["products"], products, strict=True):
            for place in row["similar"]:
                ProductRecommendation.objects.create(
                    primary=product, recommendation=products[place]
                )
        for page in content["pages"]:
            made = FlatPage.objects.create(**page)
            made.sites.add(Site.objects.get_current())


main()
