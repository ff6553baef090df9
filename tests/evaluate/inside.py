"""What check.py computes of a column inside of its bins, of how far off each of it may be, and of the verdict: the
formulas of evaluate/README.md."""
import datetime
import fractions
import math

import numpy as np

CHANCE = 1e-7
ONE_SIDED, TWO_SIDED = math.log(1 / CHANCE), math.log(2 / CHANCE)
GRADES = ["like_a_sample", "close", "fair", "far"]
LEVELS = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]


def quantile(figures, level):
    return np.quantile(np.asarray(figures), level, method="inverted_cdf")


class Fault:
    def __init__(self, kind, size, allowance):
        self.kind, self.size, self.allowance = kind, float(size), float(allowance)

    @property
    def grade(self):
        if self.size <= self.allowance:
            return 0
        return 1 if self.size <= 0.1 else 2 if self.size <= 0.3 else 3

    @property
    def badness(self):
        """By grade; then what is beyond the allowance, or else the part of it that is used, less one."""
        if self.size > self.allowance:
            return self.grade, self.size - self.allowance
        return self.grade, self.size / self.allowance - 1 if self.allowance > 0 else -1.0


def of_mean(variance, reach, draws):
    """Bernstein: the t with draws · t² = 2 ln(2/CHANCE) · (variance + reach · t/3)."""
    linear = TWO_SIDED * reach / (3 * draws)
    return linear + math.sqrt(linear ** 2 + 2 * TWO_SIDED * variance / draws)


def of_distance(real, synthetic):
    """Total variation distance of two lists of rows a cell, and the most that a sample may have (Bousquet)."""
    n, m = int(sum(real)), int(sum(synthetic))
    distance = fractions.Fraction(sum(abs(int(a) * m - int(b) * n) for a, b in zip(real, synthetic)), 2 * n * m)
    p = np.asarray(real) / n
    sampling = math.fsum(np.minimum(np.sqrt(2 * p * (1 - p) / (np.pi * m)), 2 * p)) / 2
    mean, largest = math.sqrt(math.pi / 2) * sampling, max(0.5, float(p.max()))
    most = mean + math.sqrt(2 * ONE_SIDED * (largest * (1 - largest) + 2 * mean) / m) + ONE_SIDED / (3 * m)
    return float(distance), min(1.0, most)


class Moments:
    """Of whole numbers, exact but for the roots."""

    def __init__(self, units):
        self.mean = fractions.Fraction(int(units.sum(dtype=object)), len(units))
        off = units - float(self.mean)
        self.variance = math.fsum(off ** 2) / len(units)
        self.reach = max(abs(int(end) - self.mean) for end in (units.min(), units.max()))


def fault_of_mean(kind, real, synthetic, draws):
    apart = abs(real.mean - synthetic.mean)
    both = (real.variance + synthetic.variance) / 2 + float(apart) ** 2 / 4
    size = float(apart) / (2 * math.sqrt(both)) if both > 0 else 0.0
    allowed = of_mean(real.variance, float(real.reach), draws)
    least = 2 * math.sqrt(real.variance / 2)
    return Fault(kind, size, min(1.0, allowed / least) if least > 0 else 0.0)


def check_moments(check, name, entry, moments, unit):
    check.near(f"{name}: mean", entry["mean"], float(moments.mean / unit))
    check.near(f"{name}: deviation", entry["deviation"], math.sqrt(moments.variance) / unit)


def check_numbers(check, column, found, real, synthetic, rows):
    """Everything that is said of numbers and dates; returns what is off."""
    name, unit, sides = column.name, 10 ** (column.decimals or 0), {"real": real, "synthetic": synthetic}
    moments = {side: Moments(units) for side, units in sides.items()}
    for side, units in sides.items():
        check.same(f"{name}: values of {side}", (found[side]["values"], found[side]["missing"]),
                   (len(units), rows[side] - len(units)))
        check_moments(check, f"{name}, {side}", found[side], moments[side], unit)
    check.same(f"{name}: levels", [one["level"] for one in found["quantiles"]], LEVELS)
    for one in found["quantiles"]:
        for side, units in sides.items():
            check.near(f"{name}: {side} at {one['level']}", one[side], quantile(units, one["level"]) / unit)
    grid = np.unique(np.concatenate([real, synthetic]))
    reached = [np.searchsorted(np.sort(units), grid, side="right") / len(units) for units in (real, synthetic)]
    statistic = float(np.max(np.abs(reached[0] - reached[1])))
    check.near(f"{name}: Kolmogorov–Smirnov", found["kolmogorov_smirnov"], statistic)
    most = int(quantile(real, 0.99))
    check.near(f"{name}: cut at", found["cut"]["at"], most / unit)
    cut = {side: Moments(np.minimum(units, most)) for side, units in sides.items()}
    for side in sides:
        check_moments(check, f"{name}, {side}, cut", found["cut"][side], cut[side], unit)
    check_shape(check, name, found["shape"], sides, [round(spike["value"] * unit) for spike in found["spikes"]], unit)
    draws = len(synthetic)
    return [Fault("distribution", statistic, math.sqrt(TWO_SIDED / (2 * draws))),
            fault_of_mean("mean", moments["real"], moments["synthetic"], draws),
            fault_of_mean("cut_mean", cut["real"], cut["synthetic"], draws),
            check_endings(check, column, found["endings"], real, synthetic),
            *check_spikes(check, name, found["spikes"], real, synthetic, unit)]


def check_shape(check, name, found, sides, common, unit):
    """Values in at most 48 stretches between the outer quantiles, without those that stand out."""
    ends = [[int(quantile(units, level)) for units in sides.values()] for level in (0.005, 0.995)]
    low, high = min(ends[0]), max(ends[1])
    width = -(-(high - low + 1) // 48)
    count = -(-(high - low + 1) // width)
    left_out = [value for value in common
                if any(int((units == value).sum()) * count >= 5 * len(units) for units in sides.values())]
    check.near(f"{name}: shape from", found["from"], low / unit)
    check.near(f"{name}: shape width", found["width"], width / unit)
    check.same(f"{name}: shape left out", found["left_out"], [value / unit for value in left_out])
    for side, units in sides.items():
        others = units[~np.isin(units, left_out)]
        places = (others - low) // width
        inside = places[(places >= 0) & (places < count)]
        check.same(f"{name}: shape of {side}", found[side], np.bincount(inside, minlength=count).tolist())
        check.same(f"{name}: {side} outside of the shape", found[f"{side}_outside"], len(others) - len(inside))


def check_spikes(check, name, found, real, synthetic, unit):
    """The five commonest values of either table with a share of 2 % at least; returns the one that is most off."""
    counts = [dict(zip(*(part.tolist() for part in np.unique(units, return_counts=True))))
              for units in (real, synthetic)]
    common = set()
    for rows in counts:
        frequent = [value for value in rows if 50 * rows[value] >= sum(rows.values())]
        common.update(sorted(frequent, key=lambda value: (-rows[value], value))[:5])
    shares = {value: [fractions.Fraction(rows.get(value, 0), sum(rows.values())) for rows in counts]
              for value in common}
    order = sorted(common, key=lambda value: (-max(shares[value]), value))
    check.same(f"{name}: common values", len(found), len(order))
    faults = []
    for entry, value in zip(found, order):
        share, other = map(float, shares[value])
        check.near(f"{name}: common value", entry["value"], value / unit)
        check.near(f"{name}: real share of a common value", entry["real"], share)
        check.near(f"{name}: synthetic share of a common value", entry["synthetic"], other)
        allowed = of_mean(share * (1 - share), max(share, 1 - share), len(synthetic))
        faults.append(Fault("spike", abs(share - other), allowed))
    return sorted(faults, key=lambda fault: fault.badness)[-1:]


def check_endings(check, column, found, real, synthetic):
    """The last digit as it is written, or Python's weekday."""
    name, dates = column.name, column.kind != "numeric"
    check.same(f"{name}: endings", found["of"], "weekday" if dates else "last_digit")
    counts = []
    for side, units in (("real", real), ("synthetic", synthetic)):
        rows = [0] * (7 if dates else 10)
        for value, times in zip(*np.unique(units // column.in_a_day if dates else units, return_counts=True)):
            epoch = datetime.date(1970, 1, 1)
            place = (epoch + datetime.timedelta(int(value))).weekday() if dates else int(str(value)[-1])
            rows[place] += int(times)
        check.same(f"{name}: {side} endings", found[side], rows)
        marked = sum(rows[place] for place in ((5, 6) if dates else (0, 5))) / len(units)
        check.near(f"{name}: {side}, marked", found[f"{side}_marked"], marked)
        counts.append(rows)
    distance, allowed = of_distance(*counts)
    check.near(f"{name}: distance of endings", found["distance"], distance)
    return Fault("endings", distance, allowed)


def check_faults(check, name, found, faults):
    """Each of them, and that the worst stands first; returns that one."""
    check.same(f"{name}: faults", sorted(entry["kind"] for entry in found), sorted(fault.kind for fault in faults))
    by_kind = {fault.kind: fault for fault in faults}
    listed = [by_kind[entry["kind"]] for entry in found if entry["kind"] in by_kind]
    for entry, fault in zip(found, listed):
        check.near(f"{name}: size of {fault.kind}", entry["size"], fault.size)
        check.near(f"{name}: allowance of {fault.kind}", entry["allowance"], fault.allowance)
        check.same(f"{name}: words of {fault.kind}", bool(entry["words"]), True)
    check_worst_first(check, f"{name}: faults", [fault.badness for fault in listed], [])
    return max(faults, key=lambda fault: fault.badness)


def check_worst_first(check, name, listed, others):
    """That none is worse than one before it; what is equal but for rounding may stand in any order."""
    worse = lambda left, right: left[0] > right[0] or left[0] == right[0] and left[1] > right[1] + 1e-12
    out_of_place = [place for place in range(1, len(listed)) if worse(listed[place], listed[place - 1])]
    check.same(f"{name}, worse ones behind", out_of_place, [])
    check.same(f"{name}, worse ones left out", [one for one in others if listed and worse(one, listed[-1])], [])


def check_verdict(check, found, worst):
    """The grade is the worse of that of the widest marginals and that of the worst column."""
    verdict, widest = found["verdict"], found["marginals"][-1]
    check.same("verdict: of", [verdict[key] for key in ("ways", "distance", "sampling")],
               [widest[key] for key in ("ways", "mean", "sampling")])
    distance, sampling = widest["mean"], widest["sampling"]
    of_marginals = 0 if distance <= 1.5 * sampling else 1 if distance <= 0.05 else 2 if distance <= 0.15 else 3
    check.same("verdict: grade", verdict["grade"], GRADES[max(of_marginals, *(fault.grade for fault in worst))])
    places = verdict["weakest_columns"]
    check.same("verdict: columns", len(set(places)), min(5, len(worst)))
    others = [fault.badness for place, fault in enumerate(worst) if place not in places]
    check_worst_first(check, "verdict: columns", [worst[place].badness for place in places], others)
    pairs = next(ways for ways in found["marginals"] if ways["ways"] == 2)
    check.same("verdict: pairs", verdict["weakest_pairs"],
               [pairs["marginals"][place]["columns"] for place in pairs["worst"][:5]])
