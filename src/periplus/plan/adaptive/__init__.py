"""The default strategy: learns online what each kind of link brings, and when to stop."""

from periplus.plan.adaptive.strategy import Adaptive

__all__ = ["Adaptive"]
