# SPDX-License-Identifier: Apache-2.0
"""Text between markers of a Markdown file: <!-- bench:NAME --> … <!-- /bench:NAME -->."""


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
    """Replaces the blocks {name: text} in a file."""
    document = path.read_text(encoding="utf-8")
    for name, text in blocks.items():
        document = replace_block(document, name, text)
    path.write_text(document, encoding="utf-8")
