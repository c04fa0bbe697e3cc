// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSystemCountersTest {
  private static final Executor NEW_THREAD = action -> new Thread(action, "test-other").start();

  @TempDir private java.nio.file.Path directory;

  private void write(String name, int bytes) {
    Path path = new Path(directory.resolve(name).toUri());
    try (FSDataOutputStream out =
        FileSystem.getLocal(new Configuration()).getRaw().create(path, true)) {
      out.write(new byte[bytes]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long written(Counters counters) {
    return counters.findCounter("file", FileSystemCounter.BYTES_WRITTEN).getValue();
  }

  @Test
  void countsWhatTheOwnThreadDoesOnce() {
    write("before", 1000);
    FileSystemCounters meter = new FileSystemCounters();
    Counters counters = new Counters();
    write("own", 10);
    FileSystemCounters.Before before = meter.before();
    write("in-a-call", 7);
    meter.countSince(before);
    meter.addTo(counters);
    assertThat(written(counters)).isEqualTo(17);
    meter.addTo(counters);
    assertThat(written(counters)).isEqualTo(17);
    write("later", 5);
    meter.addTo(counters);
    assertThat(written(counters)).isEqualTo(22);
  }

  @Test
  void countsWhatOtherThreadsDoInCalls() {
    FileSystemCounters meter = new FileSystemCounters();
    write("own", 10);
    for (int thread = 0; thread < 3; thread++) {
      String name = "other-" + thread;
      CompletableFuture.runAsync(
              () -> {
                write(name + "-before", 1000);
                FileSystemCounters.Before before = meter.before();
                write(name, 7);
                meter.countSince(before);
                write(name + "-after", 1000);
              },
              NEW_THREAD)
          .join();
    }
    Counters counters = new Counters();
    meter.addTo(counters);
    assertThat(written(counters)).isEqualTo(31);
  }
}
