// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** A disk that is full at times, or some of whose I/O calls fail. Thread-safe. */
public final class FlakyFiles implements SpillFile.Opener, FaultyChannel.Faults {
  private static final int MAX_BYTES = 3000;

  private final long seed;
  private final AtomicLong calls = new AtomicLong();
  private volatile int failingOneIn;

  public FlakyFiles(long seed) {
    this.seed = seed;
  }

  /**
   * Has calls fail from now on.
   *
   * @param oneIn one in so many; 1: all, as of a full disk; 0: none
   */
  public void failOneIn(int oneIn) {
    failingOneIn = oneIn;
  }

  @Override
  public FileChannel open(Path path, OpenOption... options) throws IOException {
    call();
    return new FaultyChannel(SpillFile.PRIVATELY.open(path, options), this);
  }

  @Override
  public void call() throws IOException {
    long number = calls.incrementAndGet();
    int oneIn = failingOneIn;
    if (oneIn > 0 && new Random(seed * 31 + number).nextInt(oneIn) == 0) {
      throw new IOException("No space left on device");
    }
  }

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }
}
