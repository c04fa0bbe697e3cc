# SPDX-License-Identifier: Apache-2.0
"""Looks for secrets in files."""

import base64


def in_base64(secret, shift):
    """The characters of base64 that only a secret decides, if so many bytes (0 to 2) of a group are before it."""
    text = base64.b64encode(bytes(shift) + secret)
    return text[(8 * shift + 5) // 6 : 8 * (shift + len(secret)) // 6]


def forms(secret):
    """How a secret may appear in a text or a file, also as a part of something that was encoded as a whole."""
    encoded = {in_base64(secret, shift) for shift in range(3)}
    return {secret, *encoded, *(text.translate(bytes.maketrans(b"+/", b"-_")) for text in encoded),
            secret.hex().encode(), secret.hex().upper().encode(), " ".join(f"{byte:02x}" for byte in secret).encode()}


def occurs(content, secrets):
    """Whether bytes contain a secret, as it is or in another form."""
    return any(form in content for form in set().union(*(forms(secret) for secret in secrets)))


def readable_by_others(file, top):
    """Whether users other than the owner can read a file, by the modes of it and of the directories from the top on."""
    mode = file.stat().st_mode
    if not mode & 0o004:
        return False
    at = file.parent
    while at != top.parent:
        if not at.stat().st_mode & 0o001:
            return False
        at = at.parent
    return True


def leaks(places, secrets, only_readable):
    """Files below the places that contain a secret, of all or of those that others can read."""
    found = []
    for place in places:
        for file in place.rglob("*"):
            try:
                if file.is_file() and not file.is_symlink() and file.stat().st_size < 64 << 20:
                    content = file.read_bytes()
                    if occurs(content, secrets) and not (only_readable and not readable_by_others(file, place)):
                        found.append(str(file))
            except OSError:
                pass
    return found
