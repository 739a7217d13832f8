"""The budget: what is allowed stands in budget.json, by name, and nowhere else."""

import json
import os

PATH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "budget.json")

with open(PATH, encoding="utf-8") as file:
    LIMITS = json.load(file)


def limit(name):
    """`ratio`, `most` or both, as a Row takes them."""
    return LIMITS[name]
