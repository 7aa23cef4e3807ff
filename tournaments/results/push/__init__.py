"""Notices to the players' phones while their browser is closed: Web Push.

`web_push` is the protocol, without the database; `subscriptions` stores the browsers that asked for notices;
`notices` writes the messages and sends them.
"""
