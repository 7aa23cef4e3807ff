"""This machine in the network of the room; without Django, because the settings read it."""

import socket


def lan_address() -> str:
    """This machine's address in the network that it is in now, "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing: it only finds the outgoing address
        except OSError:
            return ""
        return str(probe.getsockname()[0])
