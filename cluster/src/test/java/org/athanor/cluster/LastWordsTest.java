// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class LastWordsTest {
  @Test
  void findsTheLastCauseOfAnException() {
    assertThat(
            LastWords.of(
                """
                INFO: starting
                Exception in thread "main" java.lang.RuntimeException: job failed
                \tat com.acme.Job.run(Job.java:17)
                \tat java.base/java.lang.Thread.run(Thread.java:840)
                Caused by: java.lang.IllegalStateException: disk
                \tat com.acme.Disk.write(Disk.java:8) ~[acme.jar:1.0]
                \t... 2 common frames omitted
                Caused by: java.io.IOException: No space left on device
                \tat com.acme.Disk.write(Disk.java:9)
                \t... 33 more

                """))
        .hasValue("java.io.IOException: No space left on device");
  }

  @Test
  void findsTheLastLineOfOtherText() {
    assertThat(LastWords.of("one\n  at last \n\n")).hasValue("at last");
    assertThat(LastWords.of("... and 33 more files")).hasValue("... and 33 more files");
    assertThat(LastWords.of(" \n")).isEmpty();
  }
}
