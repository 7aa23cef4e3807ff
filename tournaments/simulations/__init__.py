"""Evenings played out before the evening: what a choice of formula may bring.

`questions` says what is asked, `luck` what the cards do, `working` plays a slice, `asking` starts and stops,
`telling` says what came of it.
"""
