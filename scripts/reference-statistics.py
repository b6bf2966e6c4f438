#!/usr/bin/env python3
"""Prints the values that the tests of the statistics compare with, computed by SciPy.

    pip install -r scripts/requirements.txt
    python3 scripts/reference-statistics.py > Tests/BenchmarkKitTests/Golden/statistics.csv
"""

import numpy
from scipy import special, stats

print("function,a,b,c,value")


def row(function, a, b, c, value):
    print(f"{function},{a!r},{b!r},{c!r},{float(value)!r}")


for a, b in [(0.5, 0.5), (1, 3), (2.5, 40), (30, 7), (200, 301), (2000, 5)]:
    for x in (0.001, 0.05, 0.3, 0.5, 0.77, 0.999):
        row("beta", x, a, b, special.betainc(a, b, x))
for degrees in (1, 2, 5, 11, 23, 100, 1000):
    for t in (-8, -2.5, -0.1, 0, 0.7, 1.96, 4.2):
        row("t-cdf", t, degrees, 0, stats.t.cdf(t, degrees))
    for p in (0.00041, 0.025, 0.3, 0.5, 0.9, 0.975, 0.99972):
        row("t-quantile", p, degrees, 0, stats.t.ppf(p, degrees))
for k, n in [(0, 300), (1, 300), (3, 300), (7, 20), (20, 20), (95, 100)]:
    for method, name in (("exact", "clopper-pearson"), ("wilson", "wilson")):
        interval = stats.binomtest(k, n).proportion_ci(0.95, method)
        row(f"{name}-lower", k, n, 0.95, interval.low)
        row(f"{name}-upper", k, n, 0.95, interval.high)
def at_most(total, n):
    """The probability that the signed ranks of n values add up to at most a total, of SciPy's test of such values."""
    values, rest = [], total
    for rank in range(n, 0, -1):
        values.append(rank if rank <= rest else -rank)
        rest -= rank if rank <= rest else 0
    return stats.wilcoxon(values, alternative="less", method="exact").pvalue


# The signed-rank interval of n numbers that the test draws from the same recurrence.
for n in (8, 11, 24, 60):
    values, state = [], 1
    for _ in range(n):
        state = state * 1103515245 % 2147483648 + 12345
        values.append(state % 1000 / 10000)
    averages = sorted((a + b) / 2 for i, a in enumerate(values) for b in values[i:])
    row("signed-rank-center", n, 0.99, 0, numpy.median(averages))
    outside = next(k for k in range(len(averages)) if at_most(k, n) > 0.005)
    row("signed-rank-lower", n, 0.99, 0, averages[outside - 1])
    row("signed-rank-upper", n, 0.99, 0, averages[-outside])
