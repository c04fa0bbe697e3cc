// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes HTML: every text is escaped, every element closed. Not thread-safe. */
final class Html {

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element; attributes are pairs of name and value; those with no value are left out. */
  Html open(String element, String... attributes) {
    tag(element, attributes);
    open.push(element);
    return this;
  }

  /** Closes the last open element. */
  Html close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  Html text(String text) {
    for (int i = 0; i < text.length(); i++) {
      escape(text.charAt(i));
    }
    return this;
  }

  /** Writes an element that contains only text. */
  Html with(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** Writes HTML without escaping. */
  Html raw(String html) {
    out.append(html);
    return this;
  }

  private void tag(String element, String... attributes) {
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      if (!attributes[i + 1].isEmpty()) {
        out.append(' ').append(attributes[i]).append("=\"");
        text(attributes[i + 1]);
        out.append('"');
      }
    }
    out.append('>');
  }

  private void escape(char c) {
    switch (c) {
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '&' -> out.append("&amp;");
      case '"' -> out.append("&quot;");
      default -> {
        if (c >= ' ' || c == '\n' || c == '\t') {
          out.append(c);
        }
      }
    }
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("<" + open.peek() + "> is not closed");
    }
    return out.toString();
  }
}
