"""ACEBot: navigation patterns learned from a sample, then followed."""

from periplus.plan.acebot.strategy import AceBot

__all__ = ["AceBot"]
