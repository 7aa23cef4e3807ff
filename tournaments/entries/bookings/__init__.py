"""Booking a place at an evening by phone: requested, confirmed by e-mail, placed or on the waiting list."""
