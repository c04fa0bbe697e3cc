// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StackTraceFilterTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream =
      StackTraceFilter.around(new PrintStream(bytes, true, StandardCharsets.UTF_8));

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void keepsTheFirstLineOfAStackTrace() {
    new IOException("no such file: a", new IllegalStateException("b")).printStackTrace(stream);
    assertThat(written()).isEqualToIgnoringNewLines("java.io.IOException: no such file: a");
  }

  @Test
  void passesOtherTextOnEvenIfItIsIndented() {
    stream.println("usage: wordcount <in> <out>");
    stream.println("  at least one input");
    stream.println("Größe 3");
    assertThat(written().lines())
        .containsExactly("usage: wordcount <in> <out>", "  at least one input", "Größe 3");
  }

  @Test
  void showsAPromptBeforeItsLineEnds() {
    stream.print("continue? ");
    stream.flush();
    assertThat(written()).isEqualTo("continue? ");
  }
}
