"""Focused crawling: a topic, the relevance of pages to it, and the links that lead to more."""

from periplus.plan.topic.relevance import Relevance, relevance
from periplus.plan.topic.topic import Topic, make_topic

__all__ = ["Relevance", "Topic", "make_topic", "relevance"]
