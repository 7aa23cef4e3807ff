"""Completes the schema with what the views do not show: names, refusals, headers, and permissions."""

import re
from pathlib import Path
from typing import Any, Final

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from club.api.rendering import SHOWN_ONCE
from tournaments.api.examples import EXAMPLES
from tournaments.api.field_words import WORDS
from tournaments.api.operation_names import names

#: A line of the description that drf-spectacular generates for choices.
TEXT_OF_VALUE: Final = re.compile(r"^\* `(.*?)` - (.*)$", re.MULTILINE)
INTRODUCTION: Final = Path(__file__).parent / "README.md"
PREFIX: Final = "/api/v1/"
#: The schemes of the players' codes, for operations with a permission that has `takes_codes`.
CODES: Final[tuple[dict[str, Any], ...]] = ({"tableCode": []}, {"eveningCode": []})
#: The schemas of Django's own converters of addresses.
OF_CONVERTER: Final[dict[str, dict[str, Any]]] = {
    "slug": {"pattern": "^[-a-zA-Z0-9_]+$"},
    "int": {"minimum": 0},
}
#: The fields with the version that was read; the header `If-Match` may replace them.
VERSIONS: Final = {"version", "based_on"}
IDEMPOTENCY_KEY: Final = {"$ref": "#/components/parameters/IdempotencyKey"}


class FunctionSchema(AutoSchema):
    """Adds the authentication of each operation; none is needed to read with `reading_is_free`."""

    def get_auth(self) -> list[dict[str, Any]]:
        kinds = [type(each) for each in self.view.get_permissions()]
        takes_codes = any(getattr(kind, "takes_codes", False) for kind in kinds)
        schemes = [each for each in super().get_auth() if takes_codes or each not in CODES]
        is_free = self.method in SAFE_METHODS and any(
            getattr(kind, "reading_is_free", False) for kind in kinds
        )
        return [*schemes, {}] if is_free and {} not in schemes else schemes

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> dict[str, Any] | None:
        """Returns the operation; it takes an `Idempotency-Key` if its response may be stored."""
        operation: dict[str, Any] | None = super().get_operation(
            path, path_regex, path_prefix, method, registry
        )
        if operation and method in ("POST", "PATCH") and getattr(self.view, "keeps_answers", True):
            operation.setdefault("parameters", []).append(IDEMPOTENCY_KEY)
        kinds = {name: kind for kind, name in re.findall(r"<(slug|int):(\w+)>", path_regex)}
        for parameter in operation.get("parameters", []) if operation else []:
            if parameter.get("in") == "path" and (kind := kinds.get(parameter["name"])):
                parameter["schema"] |= OF_CONVERTER[kind]
        return operation


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def _free(description: str) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": True, "description": description}


PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A refusal as in RFC 9457: a sentence for people, a code and facts for programs.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": _text(
            "The address at which the code is explained.",
            format="uri-reference",
            example="/api/v1/errors/#deal-changed",
        ),
        "title": _text("What the status means, in the language asked for."),
        "status": {"type": "integer", "description": "The HTTP status."},
        "detail": _text("A sentence for people, in the language asked for: what is wrong, what to do."),
        "instance": _text("The id of the request, as in the header `X-Request-ID`."),
        "code": _text("For programs; it does not change."),
        "params": _free("For a refusal by the rules of the game: the facts in the sentence."),
        "fields": _free("For a malformed body or query: the sentences about each field."),
        "field": _text("The one field of the body that is refused."),
        "current": {"description": "The stored data, if somebody else has changed it."},
        "version": {"type": "integer", "description": "The version stored now."},
        "nearest": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": True},
            "description": "For impossible figures: the nearest possible ones.",
        },
        "nearest_complete": {
            "type": "boolean",
            "description": "Whether `nearest` has all equally near ones; if not, the search took too long.",
        },
        "tables": {"type": "array", "items": {}, "description": "The tables for which the act is refused."},
        "cost": _free("For a change of tables by hand that needs a reason: its cost."),
    },
}
#: The refusals by status: the name of the component, and its description.
REFUSALS: Final = {
    "400": ("Malformed", "The request is malformed; `fields` says where."),
    "401": ("Unknown", "Credentials are missing or not valid."),
    "403": ("Forbidden", "Not permitted with these credentials."),
    "404": ("NotFound", "There is nothing at this address, or nothing that the sender may see."),
    "406": ("NotJson", "Only JSON is available."),
    "409": ("Conflict", "The state forbids it, or somebody else has changed the data: see `current`."),
    "412": (
        "Outdated",
        "The data is not, or no longer, what `If-Match` names; for a version, `current` is the stored one.",
    ),
    "413": ("TooLarge", "The body is too large."),
    "415": ("NoJson", "The body is not JSON."),
    "422": ("Impossible", "The rules refuse it."),
    "429": ("TooMany", "Too many requests: wait as many seconds as `Retry-After` says."),
    "503": ("Unavailable", "Not possible at the moment: wait as many seconds as `Retry-After` says."),
}
PARAMETERS: Final = {
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "required": False,
        "schema": {"type": "string"},
        "description": "The ETag of an earlier response; while nothing has changed, the answer is a 304.",
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "schema": {"type": "string"},
        "description": "The ETag of what was read, instead of its version; 412 if it has changed since.",
    },
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
        "description": "Chosen by the program: a request that is sent again with this key acts only once.",
    },
}
HEADERS: Final = {
    "ETag": {"schema": {"type": "string"}, "description": "For `If-None-Match`."},
    "Location": {
        "schema": {"type": "string", "format": "uri-reference"},
        "description": "The address of the new object, if it has one.",
    },
}


def describe_operations(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Completes the schema. A hook of drf-spectacular."""
    result["info"]["description"] = INTRODUCTION.read_text(encoding="utf-8")
    components = result["components"]
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components["parameters"], components["headers"] = dict(PARAMETERS), dict(HEADERS)
    components["responses"] = {name: _refusal(description) for name, description in REFUSALS.values()}
    for name, schema in components["schemas"].items():
        _describe_component(name, schema)
    named = names(_operations(result))
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            operation["operationId"] = named[method.upper(), path.removeprefix(PREFIX)]
            operation.setdefault("security", [])
            operation["summary"] = operation["description"].partition("\n")[0]
            _describe_exchange(path, method, operation, components["schemas"])
            _show_examples(operation)
    return result


def _show_examples(operation: dict[str, Any]) -> None:
    if examples := EXAMPLES.get(operation["operationId"]):
        shown = {name: {"value": value} for name, value in examples.items()}
        operation["requestBody"]["content"]["application/json"]["examples"] = shown


def _operations(result: dict[str, Any]) -> list[tuple[str, str, bool]]:
    return [
        (method.upper(), path.removeprefix(PREFIX), _lists(operation))
        for path, operations in result["paths"].items()
        for method, operation in operations.items()
    ]


def _lists(operation: dict[str, Any]) -> bool:
    for content in operation["responses"].get("200", {}).get("content", {}).values():
        schema = content.get("schema", {})
        return schema.get("type") == "array" or "/Paginated" in schema.get("$ref", "")
    return False


def _refusal(description: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}


def _describe_exchange(path: str, method: str, operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Adds the refusals that are possible, and the headers of the API."""
    parameters, is_read = operation.setdefault("parameters", []), method == "get"
    if body := operation.get("requestBody"):
        body["required"] = body.get("required", False) or _is_needed(body, schemas)
    words = {each["name"] for each in parameters if each.get("in") == "query"}
    words |= _fields(operation.get("requestBody", {}), schemas)
    if is_read:
        parameters.append({"$ref": "#/components/parameters/IfNoneMatch"})
        operation["responses"].setdefault("304", {"description": "Nothing has changed."})
    if IDEMPOTENCY_KEY in parameters and not SHOWN_ONCE.isdisjoint(_response_fields(operation, schemas)):
        parameters.remove(IDEMPOTENCY_KEY)
    if words & VERSIONS and not is_read:
        parameters.append({"$ref": "#/components/parameters/IfMatch"})
    for status, answer in operation["responses"].items():
        answer["description"] = answer["description"] or ("Made." if status == "201" else "Done.")
        header = {"200": "ETag", "201": "Location"}.get(status)
        if header and (is_read or header == "Location"):
            answer.setdefault("headers", {})[header] = {"$ref": f"#/components/headers/{header}"}
    for status in _possible(path, is_read, operation, words):
        name = REFUSALS[status][0]
        operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _possible(path: str, is_read: bool, operation: dict[str, Any], words: set[str]) -> list[str]:
    """Returns the statuses of the refusals that the operation may return."""
    body = operation.get("requestBody")
    has_input = bool(words) or not is_read
    possible = {"400": True, "401": True, "403": True, "404": "{" in path, "406": True}
    possible |= {"409": has_input or "." in path, "412": True}
    possible |= {"413": bool(body), "415": bool(body), "422": has_input, "429": True, "503": True}
    return [status for status, is_possible in possible.items() if is_possible]


def _response_fields(operation: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """Returns the names of the fields in the responses."""
    return set().union(*(_fields(answer, schemas) for answer in operation["responses"].values()))


def _fields(exchanged: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """Returns the field_names of the fields of a body or a response, in all its forms."""
    field_names: set[str] = set()
    waiting = [each.get("schema", {}) for each in exchanged.get("content", {}).values()]
    while waiting:
        schema = waiting.pop()
        if reference := schema.get("$ref"):
            schema = schemas[reference.rpartition("/")[2]]
        waiting += [*schema.get("oneOf", []), *schema.get("allOf", [])]
        field_names |= set(schema.get("properties", {}))
    return field_names


def _is_needed(body: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Whether no form of the body may be empty."""
    reference = next(iter(body["content"].values()))["schema"].get("$ref", "")
    schema = schemas.get(reference.rpartition("/")[2], {})
    return bool(schema.get("required") or schema.get("oneOf"))


def _describe_component(name: str, schema: dict[str, Any]) -> None:
    """Adds the description of each property, and the texts of the values of each enum."""
    texts = dict(TEXT_OF_VALUE.findall(schema.get("description", "")))
    if texts and "enum" in schema:
        schema["x-enum-descriptions"] = [texts.get(str(value), str(value)) for value in schema["enum"]]
    for field, described in schema.get("properties", {}).items():
        words = WORDS.get(f"{name}.{field}") or WORDS.get(field)
        if "description" in described or words is None:
            continue
        if "$ref" in described:
            schema["properties"][field] = {"allOf": [dict(described)], "description": words}
        else:
            described["description"] = words
