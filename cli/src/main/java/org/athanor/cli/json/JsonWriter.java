// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.json;

import java.util.Locale;

/**
 * Writes JSON in the order of the calls, indented by two spaces per level. The caller must match
 * each begin with an end. (Hadoop's JSON libraries would double the time that the command takes to
 * start.)
 */
public final class JsonWriter {
  private final StringBuilder text = new StringBuilder();
  private int depth;
  private boolean first = true;

  public JsonWriter beginObject() {
    return begin('{');
  }

  public JsonWriter endObject() {
    return end('}');
  }

  public JsonWriter beginArray() {
    return begin('[');
  }

  public JsonWriter endArray() {
    return end(']');
  }

  /** Starts the next element of an array. */
  public JsonWriter element() {
    separate();
    return this;
  }

  /** Starts the next member of an object. */
  public JsonWriter name(String name) {
    separate();
    string(name);
    text.append(": ");
    return this;
  }

  public JsonWriter value(String value) {
    string(value);
    return this;
  }

  public JsonWriter value(long value) {
    text.append(value);
    return this;
  }

  public JsonWriter value(boolean value) {
    text.append(value);
    return this;
  }

  /** Finite numbers only: JSON has no others. */
  public JsonWriter value(float value) {
    text.append(value);
    return this;
  }

  private JsonWriter begin(char bracket) {
    text.append(bracket);
    depth++;
    first = true;
    return this;
  }

  private JsonWriter end(char bracket) {
    depth--;
    if (!first) {
      newLine();
    }
    first = false;
    text.append(bracket);
    return this;
  }

  private void separate() {
    if (!first) {
      text.append(',');
    }
    first = false;
    newLine();
  }

  private void newLine() {
    text.append('\n').append("  ".repeat(depth));
  }

  private void string(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ' || (Character.isSurrogate(c) && !paired(value, i))) {
            text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }

  private static boolean paired(String value, int i) {
    return Character.isHighSurrogate(value.charAt(i))
        ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
