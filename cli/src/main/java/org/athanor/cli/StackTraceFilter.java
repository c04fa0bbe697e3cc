// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Lets text through but for the lines of stack traces that say where, not what: drivers and
 * Hadoop's own client print them for mistakes as small as a missing input. A line is written when
 * it is complete, or when the stream is flushed and it cannot be such a line. Thread-safe.
 */
final class StackTraceFilter extends OutputStream {
  private static final Pattern WHERE =
      Pattern.compile(
          "\\s+at \\S+\\(.*\\)|\\s*\\.\\.\\. \\d+ (more|common frames omitted)|\\s*(Caused by|Suppressed): .*");

  private final PrintStream out;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  private StackTraceFilter(PrintStream out) {
    this.out = out;
  }

  /** A stream that writes to {@code out} what is left. */
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
    if (!WHERE.matcher(line.toString(StandardCharsets.UTF_8).stripTrailing()).matches()) {
      pass();
    }
    line.reset();
  }

  private void pass() {
    out.write(line.toByteArray(), 0, line.size());
    out.flush();
  }

  /**
   * Prompts and progress are shown at once; what begins like a line of a trace waits for its end.
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
