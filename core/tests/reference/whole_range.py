#!/usr/bin/env python3
"""Writes whole_range.csv: chi and mu^2 of Bao Eq. 1.3 to 30 digits over the whole certified range.

  pip install mpmath && python3 whole_range.py > whole_range.csv

Independent of the Rust code: the equation as it stands, bisected at 80 digits.
"""
from mpmath import mp, mpf, erfc, exp, sqrt, log

mp.dps = 80
EPSILONS = ["1e-6", "1e-5", "1e-4", "0.001", "0.01", "0.1", "0.2", "0.5", "0.8", "1", "2", "3.2",
            "5", "10", "20", "50", "100", "200", "350", "500", "699.5", "700"]
DELTAS = ["1e-300", "1e-250", "1e-200", "1e-100", "1e-50", "1e-20", "1e-12", "1e-9", "1e-6", "1e-5",
          "1e-3", "0.01", "0.05", "0.1", "0.2", "0.3", "0.4", "0.49", "0.4999", "0.499999999"]


def solve(epsilon, delta):
    def excess(chi):
        return log(erfc(chi) - exp(epsilon) * erfc(sqrt(chi * chi + epsilon))) - log(2 * delta)

    low, high = mpf(-1), mpf(27)
    for _ in range(180):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return (low + high) / 2


print("epsilon,delta,chi,mu_squared")
for e in EPSILONS:
    for d in DELTAS:
        # The floats that the solver is given, exactly.
        epsilon, delta = mpf(float(e)), mpf(float(d))
        chi = solve(epsilon, delta)
        mu_squared = 2 * (sqrt(chi * chi + epsilon) - chi) ** 2
        print(f"{e},{d},{mp.nstr(chi, 30)},{mp.nstr(mu_squared, 30)}")
