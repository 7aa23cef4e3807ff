"""Measurements of the figures that Criccone promises: `make bench`, or `python -m benchmarks --fresh-clone`.

Everything runs embedded, in a temporary data folder. Times are medians after a warm-up; pages are requested
in process, in the form in which a browser's request reaches Django.
"""
