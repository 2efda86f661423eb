#!/usr/bin/env python3
"""Verifies a Daybook proof, or a checkpoint, with nothing but the file and a public key.

  verify_proof.py PROOF RECORD [--key VKEY] [--origin HEX]
  verify_proof.py --checkpoint FILE --key VKEY

Written from the specifications, independently of Daybook's own code: RFC 6962, and tlog-proof,
tlog-checkpoint and signed-note of C2SP. The standard library and the package `cryptography` alone.

RECORD holds the exact bytes of a record; one newline at its end is not part of it. Without --key
the key is taken from the proof, where its hash is what the origin line ends with: that shows that
the proof fits its origin, and whether that is the journal you mean is for you to know, or for
--origin to check.

Prints one line. Exit 0: valid; 2: not valid; 64: called in a way that is not known.
"""

import argparse
import base64
import binascii
import hashlib
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

BYTE_LIMIT = 262_144
SIGNATURE_LIMIT = 64
PATH_LIMIT = 64
ED25519 = b"\x01"
VERSION = b"c2sp.org/tlog-proof@v1"
DASH = "\u2014 ".encode()


class Invalid(Exception):
    """What is not valid, in a few words: `verdict`, and `detail` for people."""

    def __init__(self, verdict, detail):
        super().__init__(detail)
        self.verdict = verdict
        self.detail = detail


def unreadable(detail):
    return Invalid("unreadable", detail)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def decode(text, what):
    """The bytes of base64 with padding, of which each value has one spelling."""
    try:
        value = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise unreadable(f"{what} is not base64") from None
    if base64.b64encode(value) != text:
        raise unreadable(f"{what} is not base64 in its one spelling")
    return value


def decode_hash(text, what):
    value = decode(text, what)
    if len(value) != 32:
        raise unreadable(f"{what} has not 32 bytes")
    return value


def decode_number(text, what):
    if not re.fullmatch(rb"0|[1-9][0-9]{0,19}", text) or int(text) >= 1 << 64:
        raise unreadable(f"{what} is not a decimal number below 2^64")
    return int(text)


def is_key_name(name):
    return name != "" and not any(c.isspace() or c == "+" or c < " " for c in name)


class Key:
    """An Ed25519 public key with its name."""

    def __init__(self, name, public_key):
        if not is_key_name(name) or len(public_key) != 32:
            raise unreadable("the key has no proper name or not 32 bytes")
        self.name = name.encode()
        self.public_key = public_key
        self.hash = sha256(self.name, b"\n", ED25519, public_key)[:4]

    @classmethod
    def read(cls, text):
        if not text.isprintable():
            raise unreadable("the key has a character that no key has")
        parts = text.split("+", 2)
        if len(parts) != 3:
            raise unreadable("the key is not NAME+HASH+KEY")
        material = decode(parts[2].encode(), "the key")
        if material[:1] != ED25519:
            raise unreadable("the key is not an Ed25519 key")
        key = cls(parts[0], material[1:])
        if key.hash.hex() != parts[1]:
            raise unreadable("the key's hash is not that of the key")
        return key

    def signed(self, signature, message):
        try:
            Ed25519PublicKey.from_public_bytes(self.public_key).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class Checkpoint:
    """A signed note whose text is origin, size, root and maybe more."""

    def __init__(self, note):
        if len(note) > BYTE_LIMIT:
            raise unreadable("the checkpoint is too long")
        try:
            note.decode("utf-8")
        except UnicodeDecodeError:
            raise unreadable("the checkpoint is not UTF-8") from None
        if any(byte < 0x20 and byte != 0x0A for byte in note):
            raise unreadable("the checkpoint has a control character")
        body, separator, end = note.rpartition(b"\n\n")
        if not separator or not end:
            raise unreadable("the checkpoint has no signatures after an empty line")
        if not end.endswith(b"\n"):
            raise unreadable("the checkpoint does not end with a newline")
        self.text = body + b"\n"
        self.signatures = [self.signature(line) for line in end[:-1].split(b"\n")]
        if len(self.signatures) > SIGNATURE_LIMIT:
            raise unreadable("the checkpoint has too many signatures")
        lines = body.split(b"\n")
        if len(lines) < 3 or b"" in lines:
            raise unreadable("the checkpoint has not three lines or an empty one")
        self.origin = lines[0]
        self.size = decode_number(lines[1], "the size")
        self.root = decode_hash(lines[2], "the root")

    @staticmethod
    def signature(line):
        """Name, key hash and signature of one line."""
        name, space, text = line[len(DASH) :].partition(b" ")
        if not line.startswith(DASH) or not space or not is_key_name(name.decode()):
            raise unreadable("a signature line has another form")
        value = decode(text, "a signature")
        if len(value) < 5:
            raise unreadable("a signature is too short")
        return name, value[:4], value[4:]

    def check(self, key):
        """Raises unless the key signed, and is that of the origin."""
        if self.origin != key.name:
            raise Invalid("other journal", "the origin line is not the key's name")
        own = [value for *named, value in self.signatures if named == [key.name, key.hash]]
        if not own or not all(key.signed(value, self.text) for value in own):
            raise Invalid("bad signature", "the key did not sign the checkpoint")


class Proof:
    """A checkpoint, and the way to it from the leaf at an index."""

    def __init__(self, text):
        if len(text) > BYTE_LIMIT:
            raise unreadable("the proof is too long")
        head, separator, note = text.partition(b"\n\n")
        lines = head.split(b"\n")
        if not separator:
            raise unreadable("no empty line ends the path")
        if lines.pop(0) != VERSION:
            raise unreadable(f"the first line is not {VERSION.decode()}")
        self.extra = None
        if lines and lines[0].startswith(b"extra "):
            self.extra = decode(lines.pop(0)[6:], "the extra data")
            if not self.extra:
                raise unreadable("the extra data are empty")
        if not lines or not lines[0].startswith(b"index "):
            raise unreadable("there is no line with the index")
        self.index = decode_number(lines.pop(0)[6:], "the index")
        if len(lines) > PATH_LIMIT:
            raise unreadable("the path is too long")
        self.path = [decode_hash(line, "a hash of the path") for line in lines]
        self.checkpoint = Checkpoint(note)

    def own_key(self):
        """The key that the proof carries, where the origin line names it."""
        if self.extra is None or len(self.extra) != 32:
            raise Invalid("bad signature", "the proof carries no key: give one with --key")
        origin = self.checkpoint.origin.decode()
        if sha256(self.extra)[:16].hex() != origin.rpartition("/")[2]:
            raise Invalid("other journal", "the key in the proof is not that of the origin line")
        return Key(origin, self.extra)

    def check(self, record, key):
        """Raises unless the key signed a tree that has the record at the index."""
        self.checkpoint.check(key)
        leaf = sha256(b"\x00", record)
        if self.index >= self.checkpoint.size or (
            root(leaf, self.index, self.checkpoint.size, self.path) != self.checkpoint.root
        ):
            raise Invalid("not included", "the record is not at the index in the signed tree")


def root(leaf, index, size, path):
    """The root of the tree in which the leaf has this path, as RFC 6962, section 2.1, splits it.

    `None` where the path is too long or too short.
    """
    if size == 1:
        return None if path else leaf
    if not path:
        return None
    left = 1 << (size - 1).bit_length() - 1
    if index < left:
        below = root(leaf, index, left, path[:-1])
        return below and sha256(b"\x01", below, path[-1])
    below = root(leaf, index - left, size - left, path[:-1])
    return below and sha256(b"\x01", path[-1], below)


def verdict(proof, record, key):
    """One word or two on a proof, for tests: `valid`, or what is wrong."""
    try:
        Proof(proof).check(record, Key.read(key))
    except Invalid as problem:
        return problem.verdict
    return "valid"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("proof", nargs="?", metavar="PROOF", help="a .tlog-proof file")
    parser.add_argument("record", nargs="?", metavar="RECORD", help="the record's bytes")
    parser.add_argument("--checkpoint", metavar="FILE", help="check this checkpoint alone")
    parser.add_argument("--key", metavar="VKEY", help="the journal's key, NAME+HASH+KEY")
    parser.add_argument("--origin", metavar="HEX", help="what the origin line must end with")
    try:
        given = parser.parse_args()
        if given.checkpoint is not None:
            if given.proof is not None or given.origin is not None or given.key is None:
                parser.error("--checkpoint takes --key and nothing else")
        elif given.record is None:
            parser.error("PROOF and RECORD are needed")
        if given.origin is not None and not re.fullmatch("[0-9a-f]{32}", given.origin):
            parser.error("--origin takes 32 hexadecimal digits in lower case")
        try:
            given.key = None if given.key is None else Key.read(given.key)
        except Invalid as problem:
            parser.error(problem.detail)
    except SystemExit as end:
        sys.exit(64 if end.code else 0)
    return given


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        print(f"cannot read {path}: {error.strerror}", file=sys.stderr)
        sys.exit(64)


def shown(origin):
    """An origin line as a terminal can take it: it comes from the file."""
    return origin.decode().encode("unicode_escape").decode()


def run(given):
    """What is valid, in one line; raises what is not."""
    if given.checkpoint is not None:
        checkpoint = Checkpoint(read(given.checkpoint))
        checkpoint.check(given.key)
        return f"valid: {shown(checkpoint.origin)} has {checkpoint.size} records"
    text, record = read(given.proof), read(given.record)
    proof = Proof(text)
    origin = proof.checkpoint.origin
    if given.origin is not None and origin.rpartition(b"/")[2].decode() != given.origin:
        raise Invalid("other journal", "the origin line does not end with the origin given")
    proof.check(record.removesuffix(b"\n"), given.key or proof.own_key())
    return f"valid: record {proof.index} of {proof.checkpoint.size} in {shown(origin)}"


def main():
    given = arguments()
    try:
        print(run(given))
    except Invalid as problem:
        print(f"{problem.verdict}: {problem.detail}")
        sys.exit(2)


if __name__ == "__main__":
    main()
