"""Codes: short texts, safe in a web address, that carry bytes and notice damage."""

from __future__ import annotations

import base64
import binascii
from hashlib import blake2b


class Damaged(ValueError):
    """A code is not as it was made."""


def seal(prefix: str, body: bytes) -> str:
    """Return the code of some bytes; the prefix says of what kind they are."""
    return f"{prefix}.{_letters(body + _digest(body))}"


def unseal(text: str) -> bytes:
    """Return the bytes of a code, given without its prefix and the point behind it."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise Damaged("the code is damaged: a character is wrong or missing") from error
    body, digest = packed[:-4], packed[-4:]
    # the last character may hold bits that mean nothing: they, too, must be as they were
    if _digest(body) != digest or _letters(packed) != text:
        raise Damaged("the code is damaged: a character is wrong or missing")
    return body


def _letters(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=4).digest()
