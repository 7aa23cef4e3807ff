"""Evenings played while the parts of an installation are killed, frozen, cut off and filled up: `make chaos`.

- `parts`: the processes of an installation, which can be killed, frozen and started again, and its small disk
- `faults`: the kinds of faults, drawn by a seed
- `phones`: clients that send again until they have an answer, as `static/js/outbox.js` does
- `evening`: an organiser, the tables and their phones, and a probe that saves ten times a second
- `ledger`: the acknowledged writes, compared with the log and the deals
- `report`: the figures, printed
"""
