#!/usr/bin/env python3
"""Writes smoothed.csv: the smallest weight of a smoothed histogram, and the logarithm of its ratio.

  pip install mpmath && python3 smoothed.py > smoothed.csv

Independent of the Rust code: Sørensen Eq. 3.2 solved for the weight, at 120 digits.

  epsilon_units   epsilon in units of 2^-40
  weight_units    the smallest multiple of 2^-63 with k ln(1 + (1-w) K/(n w)) <= epsilon
  ln_units        ln(1 + (1-w) K/(n w)) at that multiple, in units of 2^-112, rounded down
"""
from mpmath import mp, mpf, ceil, expm1, floor, log

mp.dps = 120
ROWS = [1, 10, 50_000, 2**32 - 1]
CELLS = [1, 2, 1_000, 2**24]
DRAWS = [1, 20, 50_000, 2**32 - 1]
EPSILONS = ["1e-6", "0.05", "1", "3.2", "700"]
ONE = 2**63

print("rows,cells,draws,epsilon_units,weight_units,ln_units")
for n in ROWS:
    for cells in CELLS:
        for k in DRAWS:
            for text in EPSILONS:
                units = int(floor(mpf(float(text)) * 2**40))
                epsilon = mpf(units) / 2**40
                weight = mpf(cells) / (cells + n * expm1(epsilon / k))
                a = max(1, int(ceil(weight * ONE)))
                ln = log(mpf(n * a + (ONE - a) * cells) / mpf(n * a))
                print(f"{n},{cells},{k},{units},{a},{int(floor(ln * 2**112))}")
