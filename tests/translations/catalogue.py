"""Reading gettext's .po files, as far as these tests need it: no library for it is among ours."""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

LINE = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)? ?(".*")$')


@dataclass
class Message:
    parts: dict[str, str] = field(default_factory=dict)
    fuzzy: bool = False

    @property
    def id(self) -> str:
        return self.parts.get("msgid", "")

    @property
    def key(self) -> str:
        """As compiled catalogues have it: the context before the sentence."""
        return "\x04".join([self.parts[name] for name in ("msgctxt", "msgid") if name in self.parts])

    @property
    def translations(self) -> list[str]:
        return [text for name, text in self.parts.items() if name.startswith("msgstr")]


def read(path: Path) -> list[Message]:
    """The messages in use, without the header; obsolete ones (#~) are left out."""
    messages = []
    for block in re.split(r"\n\s*\n", path.read_text()):
        message, name = Message(), ""
        for line in block.splitlines():
            if line.startswith("#,") and "fuzzy" in line:
                message.fuzzy = True
            if found := LINE.match(line):
                name = found[1] or name
                message.parts[name] = message.parts.get(name, "") + ast.literal_eval(found[2])
        if message.id:
            messages.append(message)
    return messages
