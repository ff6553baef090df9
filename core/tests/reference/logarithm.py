#!/usr/bin/env python3
"""c, floor(log2(c) * 2^100): an independent reference for core/src/score/logarithm.rs.

  python3 logarithm.py > logarithm.csv      (mpmath, 80 digits)

Small numbers, both neighbours of powers of two, and numbers of every length by a fixed recurrence.
"""
from mpmath import floor, log, mp, mpf

mp.dps = 80
numbers = set(range(1, 150))
for exponent in range(2, 34):
    numbers |= {2**exponent - 1, 2**exponent, 2**exponent + 1}
state = 1
while len(numbers) < 400:
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    numbers.add(((state >> 31) >> (state % 30)) + 1)
print("c,log2_times_2_to_100")
for number in sorted(numbers):
    print(f"{number},{int(floor(log(mpf(number), 2) * mpf(2) ** 100))}")
