// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CompileTimeConstant;

/**
 * A page that is being written. Markup is always a constant of the program; everything else is
 * escaped, so no text can become markup. One thread.
 */
final class Html {
  private final StringBuilder out = new StringBuilder(16 << 10);

  @CanIgnoreReturnValue
  Html markup(@CompileTimeConstant final String markup) {
    out.append(markup);
    return this;
  }

  /** Appends text, between tags. */
  @CanIgnoreReturnValue
  Html text(String text) {
    escape(text);
    return this;
  }

  @CanIgnoreReturnValue
  Html number(long number) {
    out.append(number);
    return this;
  }

  /** Appends an attribute, within a tag. */
  @CanIgnoreReturnValue
  Html attribute(@CompileTimeConstant final String name, String value) {
    out.append(' ').append(name).append("=\"");
    escape(value);
    out.append('"');
    return this;
  }

  /**
   * Appends a link.
   *
   * @param href one of {@link Links}
   */
  @CanIgnoreReturnValue
  Html link(String href, String text) {
    return markup("<a").attribute("href", href).markup(">").text(text).markup("</a>");
  }

  /** Appends a cell of a table. */
  @CanIgnoreReturnValue
  Html cell(String text) {
    return markup("<td>").text(text).markup("</td>");
  }

  /** Appends a cell of a table, for a number or a time. */
  @CanIgnoreReturnValue
  Html numberCell(String text) {
    return markup("<td class=n>").text(text).markup("</td>");
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
