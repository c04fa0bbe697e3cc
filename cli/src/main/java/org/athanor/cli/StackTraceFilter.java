// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Drops the lines of stack traces that follow the exception's own, and passes all other text on.
 * Drivers and Hadoop's client print stack traces for mistakes as small as a missing input. A line
 * is written when it is complete, or when the stream is flushed and the line cannot be one to drop.
 * Thread-safe.
 */
final class StackTraceFilter extends OutputStream {
  private static final Pattern TRACE_LINE =
      Pattern.compile(
          "\\s+at \\S+\\(.*\\)|\\s*\\.\\.\\. \\d+ (more|common frames omitted)|\\s*(Caused by|Suppressed): .*");

  private final PrintStream out;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private StackTraceFilter(PrintStream out) {
    this.out = out;
  }

  /** Returns a stream that writes the remaining text to {@code out}. */
  static PrintStream around(PrintStream out) {
    return new PrintStream(new StackTraceFilter(out), true, StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void write(int b) {
    line.write(b);
    if (b == '\n') {
      endLine();
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }

  private void endLine() {
    if (!TRACE_LINE.matcher(line.toString(StandardCharsets.UTF_8).stripTrailing()).matches()) {
      pass();
    }
    line.reset();
  }

  private void pass() {
    out.write(line.toByteArray(), 0, line.size());
    out.flush();
  }

  /**
   * Writes an unfinished line, such as a prompt, at once, unless it begins like a line of a stack
   * trace.
   */
  @Override
  public synchronized void flush() {
    if (line.size() == 0) {
      return;
    }
    String begun = line.toString(StandardCharsets.UTF_8);
    if (Character.isWhitespace(begun.charAt(0))
        || "Caused by: ".startsWith(begun)
        || begun.startsWith("Caused by: ")) {
      return;
    }
    pass();
    line.reset();
  }
}
