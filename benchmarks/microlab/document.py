# SPDX-License-Identifier: Apache-2.0
"""Text between markers of a Markdown file: <!-- bench:NAME --> … <!-- /bench:NAME -->.

`athanor bench report --into` writes other places of the same file: do not run both at one time.
"""

import os
import shutil
import tempfile


def replace_block(document, name, text):
    """Returns the document with the block's content replaced. A missing or repeated marker is an error."""
    begin, end = f"<!-- bench:{name} -->", f"<!-- /bench:{name} -->"
    if document.count(begin) != 1 or document.count(end) != 1:
        raise ValueError(f"the document must have {begin} and {end} exactly once")
    head, rest = document.split(begin)
    if end not in rest:
        raise ValueError(f"{end} is before {begin}")
    _, tail = rest.split(end)
    return f"{head}{begin}\n{text.strip()}\n{end}{tail}"


def update_file(path, blocks):
    """Replaces the blocks {name: text} in a file, whole or not at all. Its permissions stay."""
    with open(path, encoding="utf-8", newline="") as file:
        document = file.read()
    for name, text in blocks.items():
        document = replace_block(document, name, text)
    path = path.resolve()  # a link stays one
    handle, part = tempfile.mkstemp(prefix=path.name + ".", suffix=".new", dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="") as file:
            file.write(document)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, part)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise
