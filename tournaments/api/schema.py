"""What drf-spectacular cannot read from the views: the introduction, summaries, and the form of refusals."""

from pathlib import Path
from typing import Any, Final

INTRODUCTION: Final = Path(__file__).parent / "README.md"

PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A refusal, as RFC 9457 says: a sentence for people, a code and facts for programs.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "The address at which the code is explained.",
            "example": "/api/v1/errors/#deal-changed",
        },
        "title": {"type": "string", "description": "What the status means, in the language asked for."},
        "status": {"type": "integer", "description": "The HTTP status."},
        "detail": {
            "type": "string",
            "description": "A sentence for people, in the language asked for: what is wrong, what to do.",
        },
        "instance": {
            "type": "string",
            "description": "The id of the request, as in the header `X-Request-ID`.",
        },
        "code": {"type": "string", "description": "For programs; it does not change."},
        "params": {
            "type": "object",
            "additionalProperties": True,
            "description": "The facts that the sentence shows, of a refusal by the rules of the game.",
        },
        "fields": {
            "type": "object",
            "additionalProperties": True,
            "description": "Of a malformed body or query: the sentences about each field.",
        },
        "field": {"type": "string", "description": "The one field of the body that is refused."},
        "current": {"description": "What is stored now, where somebody else has changed it."},
        "version": {"type": "integer", "description": "The version stored now."},
        "nearest": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": True},
            "description": "Of impossible figures: the nearest possible ones.",
        },
        "nearest_complete": {
            "type": "boolean",
            "description": "Whether `nearest` has all that are as near; otherwise the search took too long.",
        },
        "tables": {"type": "array", "items": {}, "description": "The tables that stand in the way."},
        "cost": {
            "type": "object",
            "additionalProperties": True,
            "description": "Of a change of tables by hand: what it costs, so that it needs a reason.",
        },
    },
}


def describe_operations(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Adds an introduction to the schema, and to each operation a summary and the form of refusals.

    A hook of drf-spectacular.
    """
    result["info"]["description"] = INTRODUCTION.read_text(encoding="utf-8")
    result["components"].setdefault("schemas", {})["Problem"] = PROBLEM
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["summary"] = operation["description"].partition("\n")[0]
            operation["responses"]["default"] = refusal("A refusal.")
    return result


def refusal(description: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}
