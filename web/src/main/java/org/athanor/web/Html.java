// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.CompileTimeConstant;

/**
 * A page that is being written. Markup is always a constant of the program; everything else is
 * escaped, and made fit to be shown by {@link ShownText}, so no text can become markup. One thread.
 */
public final class Html {
  private final StringBuilder out = new StringBuilder(16 << 10);

  /** Appends markup. */
  @CanIgnoreReturnValue
  public Html markup(@CompileTimeConstant final String markup) {
    out.append(markup);
    return this;
  }

  /** Appends a text of one or more lines, between tags. */
  @CanIgnoreReturnValue
  public Html text(String text) {
    escape(ShownText.of(text));
    return this;
  }

  /** Appends a number. */
  @CanIgnoreReturnValue
  public Html number(long number) {
    out.append(number);
    return this;
  }

  /** Appends what another writer has written. */
  @CanIgnoreReturnValue
  public Html append(Html other) {
    out.append(other.out);
    return this;
  }

  /** Appends an attribute, within a tag. */
  @CanIgnoreReturnValue
  public Html attribute(@CompileTimeConstant final String name, String value) {
    out.append(' ').append(name).append("=\"");
    escape(ShownText.of(value));
    out.append('"');
    return this;
  }

  /** Appends an element with a text. */
  @CanIgnoreReturnValue
  public Html with(@CompileTimeConstant final String element, String text) {
    out.append('<').append(element).append('>');
    text(text);
    out.append("</").append(element).append('>');
    return this;
  }

  /**
   * Appends a link.
   *
   * @param href of this server: a path, whose parts the caller has encoded
   */
  @CanIgnoreReturnValue
  public Html link(String href, String text) {
    if (!href.startsWith("/") || href.startsWith("//")) {
      throw new IllegalArgumentException("link to " + href + ": must be a path");
    }
    return markup("<a").attribute("href", href).markup(">").text(text).markup("</a>");
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
