// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.athanor.storage.popularity.PredictorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionRecordingTest {
  private static final long GIB = 1L << 30;
  private static final RecordedSettings SETTINGS =
      new RecordedSettings(PredictorKind.DUX, Duration.ofHours(1), 1000);

  @TempDir Path directory;
  private long free = 10 * GIB;
  private final DiskRoom room = new DiskRoom(() -> free, () -> 100 * GIB);

  @Test
  void leavesOneGibibyteAndATwentiethFree() {
    DiskRoom small = new DiskRoom(() -> free, () -> 2 * GIB);
    free = GIB;
    assertThatCode(small::check).doesNotThrowAnyException();
    free = GIB - 1;
    assertThatThrownBy(small::check)
        .isInstanceOf(IOException.class)
        .hasMessage("its disk has 1.0 of 2.0 GiB free: 1 GiB and 5 % must stay free");
    free = 5 * GIB;
    assertThatCode(room::check).doesNotThrowAnyException();
    free = 5 * GIB - 1;
    assertThatThrownBy(room::check).isInstanceOf(IOException.class);
  }

  @Test
  void beginsNoRecordingWithoutRoom() {
    free = GIB;
    Path file = directory.resolve("recording");
    assertThatThrownBy(() -> DecisionRecording.create(file, SETTINGS, room))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must stay free");
    assertThat(file).doesNotExist();
  }

  /** Also between two flushes, where a plan of a large namespace writes gigabytes. */
  @Test
  void stopsWhenTheDiskBecomesFull() throws IOException {
    Path file = directory.resolve("recording");
    DecisionRecording recording = DecisionRecording.create(file, SETTINGS, room);
    recording.deleted("/before");
    recording.flush();
    long size = Files.size(file);
    free = GIB;
    String path = "/" + "x".repeat(1 << 16);
    for (int i = 0; i < 1000; i++) {
      recording.deleted(path);
    }
    assertThat(Files.size(file)).as("of 64 MB").isLessThan(size + (17 << 20));
    assertThatThrownBy(recording::flush)
        .isInstanceOf(IOException.class)
        .hasMessage(file + ": its disk has 1.0 of 100.0 GiB free: 1 GiB and 5 % must stay free");
  }
}
