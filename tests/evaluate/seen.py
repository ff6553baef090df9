"""Comparisons for check.py, and which figures of the file were compared at all."""
import math

TOLERANCE = 1e-12


class Check:
    """Counts comparisons and remembers the largest difference."""

    def __init__(self):
        self.count, self.largest, self.failed = 0, 0.0, []

    def same(self, name, actual, expected):
        self.count += 1
        if actual != expected:
            self.failed.append(f"{name}: {actual} is not {expected}")

    def near(self, name, actual, expected, tolerance=TOLERANCE):
        self.count += 1
        if actual is None or expected is None or math.isnan(expected):
            off = 0.0 if actual is None and expected is None else math.inf
        else:
            off = abs(actual - expected) / max(1.0, abs(expected))
        if tolerance == TOLERANCE:
            self.largest = max(self.largest, off)
        if off > tolerance:
            self.failed.append(f"{name}: {actual} is not {expected}, off by {off:.2e}")


class Found(dict):
    """An object of the file that knows which of its fields were looked at."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.read = set()

    def __getitem__(self, key):
        self.read.add(key)
        return super().__getitem__(key)

    def __missing__(self, key):
        raise SystemExit(f"`{key}` is not in the file; there are {', '.join(self)}")


def unread(value, path, passed_over):
    """The places of figures that nobody has looked at."""
    if isinstance(value, list):
        return {place for one in value for place in unread(one, f"{path}[]", passed_over)}
    if not isinstance(value, Found):
        return set()
    places = set()
    for key, one in value.items():
        place = f"{path}.{key}".lstrip(".")
        if place in passed_over:
            continue
        if key not in value.read and not isinstance(one, (str, Found)):
            places.add(place)
        places |= unread(one, place, passed_over)
    return places
