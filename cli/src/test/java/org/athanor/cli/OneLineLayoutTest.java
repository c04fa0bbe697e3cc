// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;

class OneLineLayoutTest {
  private static String format(String logger, Throwable thrown) {
    LoggingEvent event =
        new LoggingEvent("caller", Logger.getLogger(logger), Level.WARN, "is full", thrown);
    return new OneLineLayout().format(event).replace(System.lineSeparator(), "\n");
  }

  @Test
  void namesLevelAndClass() {
    assertThat(format("org.acme.Disk", null)).isEqualTo("WARN Disk: is full\n");
    assertThat(format("Disk", null)).isEqualTo("WARN Disk: is full\n");
  }

  @Test
  void showsAnExceptionWithoutItsStack() {
    assertThat(format("org.acme.Disk", new IOException("no space")))
        .isEqualTo("WARN Disk: is full\njava.io.IOException: no space\n");
    assertThat(new OneLineLayout().ignoresThrowable()).isFalse();
  }
}
