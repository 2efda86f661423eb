#!/usr/bin/env python3
"""Validates Daybook's records, or capture lines, against the schemas in schemas/.

Reads one JSON object a line from FILE or stdin. Independent of Daybook's own code: the standard
library and the package `jsonschema` alone. Prints what is wrong with its line number, never the
values of a record. Exit 0: all valid; 1: some are not; 64: called in a way that is not known.
"""

import argparse
import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"


def load():
    """The schemas by file name, and the registry in which they find one another."""
    schemas = {path.name: json.loads(path.read_text()) for path in SCHEMAS.rglob("*.json")}
    resources = [(name, Resource.from_contents(schema)) for name, schema in schemas.items()]
    return schemas, Registry().with_resources(resources)


class Records:
    """Checks envelope and data of one record after the other."""

    def __init__(self):
        self.schemas, self.registry = load()
        self.envelope = self.validator({"$ref": "record.schema.json"})
        self.by_type = {}

    def validator(self, schema):
        return Draft202012Validator(schema, registry=self.registry)

    def errors(self, record):
        yield from self.envelope.iter_errors(record)
        kind = record.get("type") if isinstance(record, dict) else None
        kind = kind if isinstance(kind, str) else ""
        if kind not in self.by_type:
            file = kind.split(".")[0] + ".schema.json"
            known = self.schemas.get(file, {}).get("$defs", {})
            self.by_type[kind] = (
                self.validator({"$ref": f"{file}#/$defs/{kind}"}) if kind in known else None
            )
        if self.by_type[kind] is None:
            yield "its type has no schema"
        elif record.get("dataschema") != f"daybook:{kind}:1":
            yield "its dataschema is not its type's"
        else:
            yield from self.by_type[kind].iter_errors(record.get("data"))


def words(error):
    """What is wrong and where, without the value."""
    if isinstance(error, str):
        return error
    return f"at /{'/'.join(map(str, error.absolute_path))}: fails '{error.validator}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", help="the lines to check (default: stdin)")
    parser.add_argument("--capture", action="store_true", help="check capture lines, not records")
    try:
        arguments = parser.parse_args()
    except SystemExit as end:
        sys.exit(64 if end.code else 0)
    try:
        lines = open(arguments.file, encoding="utf-8") if arguments.file else sys.stdin
    except OSError as error:
        print(f"cannot read the file: {error.strerror}", file=sys.stderr)
        sys.exit(64)
    if arguments.capture:
        _, registry = load()
        schema = {"$ref": "capture-line.schema.json"}
        check = Draft202012Validator(schema, registry=registry).iter_errors
    else:
        check = Records().errors
    valid = invalid = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            errors = [words(error) for error in check(json.loads(line))]
        except json.JSONDecodeError as error:
            errors = [f"is no JSON: {error.msg}"]
        except (RecursionError, ValueError) as error:
            errors = [f"cannot be checked: {type(error).__name__}"]
        for error in errors:
            print(f"line {number} {error}")
        valid += not errors
        invalid += bool(errors)
    what = "capture lines" if arguments.capture else "records"
    print(f"{valid} {what} valid, {invalid} not")
    sys.exit(1 if invalid else 0)


if __name__ == "__main__":
    main()
