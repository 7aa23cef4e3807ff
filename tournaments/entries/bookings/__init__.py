"""Booking a place at an evening from a phone: requested, confirmed by e-mail, placed or on the waiting
list."""
