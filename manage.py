#!/usr/bin/env python
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - said in words that any Python reads
    sys.exit("Criccone needs Python 3.11 or newer, and this is %d.%d." % sys.version_info[:2])  # noqa: UP031

from criccone.commandline import main

if __name__ == "__main__":
    main()
