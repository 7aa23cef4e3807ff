"""Notices to the players' phones while their browser is closed: Web Push.

`web_push` is the protocol, without the database; `subscriptions` keeps who asked for notices; `notices` says
what is said to whom.
"""
