// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ErrorTextTest {
  @Test
  void isTypesAndMessagesFromTheOutermostToTheInnermost() {
    Exception inner = new IllegalStateException("two\n  lines");
    assertThat(ErrorText.oneLine(new IOException("no luck", new RuntimeException(null, inner))))
        .isEqualTo(
            "IOException: no luck; caused by RuntimeException; caused by IllegalStateException:"
                + " two lines");
  }

  @Test
  void saysNothingTwice() {
    assertThat(ErrorText.oneLine(new IOException("no luck", new RuntimeException("no luck"))))
        .isEqualTo("IOException: no luck");
    Exception inner = new IllegalStateException("no luck");
    assertThat(ErrorText.oneLine(new RuntimeException(inner)))
        .isEqualTo("RuntimeException: java.lang.IllegalStateException: no luck");
    assertThat(ErrorText.oneLine(inner)).isEqualTo("IllegalStateException: no luck");
  }

  @Test
  void keepsATypeThatIsTheReason() {
    assertThat(ErrorText.oneLine(new IOException("cannot read /a", new NoSuchFileException("/a"))))
        .isEqualTo("IOException: cannot read /a; caused by NoSuchFileException: /a");
  }
}
