"""The figures Criccone promises, measured: `make bench`, or `python -m benchmarks --fresh-clone`.

Everything runs embedded, in a data folder made for the run and thrown away. Times are medians after a
warm-up; pages are asked for in process, as a browser's request reaches Django.
"""
