// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import org.junit.jupiter.api.Test;

class FailureLineTest {
  private final IOException cause = new IOException("disk gone");

  private static void assertLine(Throwable failure, String line) {
    assertThat(FailureLine.of(failure)).isEqualTo(line);
  }

  @Test
  void containsTypeAndMessage() {
    assertLine(cause, "java.io.IOException: disk gone");
  }

  @Test
  void saysHowToRaiseTheHeapAfterAnOutOfMemoryError() {
    assertLine(
        new OutOfMemoryError("Java heap space"),
        "java.lang.OutOfMemoryError: Java heap space; the heap has "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB: raise it (-Xmx; ATHANOR_HEAP of the athanor command)");
  }

  @Test
  void isTheTypeIfThereIsNoMessage() {
    assertLine(new NullPointerException(), "java.lang.NullPointerException");
    assertLine(new IllegalStateException("  "), "java.lang.IllegalStateException");
  }

  @Test
  void containsTheFirstLineOfTheMessage() {
    assertLine(new IOException("\n first \n second"), "java.io.IOException: first");
    assertLine(new IOException("first\r\nsecond"), "java.io.IOException: first");
  }

  @Test
  void describesTheCauseOfAWrapperWithoutAMessageOfItsOwn() {
    assertLine(new RuntimeException(cause), "java.io.IOException: disk gone");
    assertLine(new RuntimeException("wrapped", cause), "java.io.IOException: disk gone");
    assertLine(new IOException(cause), "java.io.IOException: disk gone");
    assertLine(new InvocationTargetException(cause), "java.io.IOException: disk gone");
    assertLine(new UndeclaredThrowableException(cause, "x"), "java.io.IOException: disk gone");
    assertLine(new IOException(new RuntimeException(cause)), "java.io.IOException: disk gone");
  }

  @Test
  void describesAnExceptionThatHasAMessageOfItsOwn() {
    assertLine(new IOException("cannot spill", cause), "java.io.IOException: cannot spill");
    assertLine(
        new UncheckedIOException("cannot list", cause),
        "java.io.UncheckedIOException: cannot list");
  }
}
