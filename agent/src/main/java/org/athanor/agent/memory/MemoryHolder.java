// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes a virtual machine have free memory when a trial needs it.
 *
 * <p>A virtual machine may return unused memory to its host; Linux does so about two seconds after
 * it was freed (free page reporting). Getting it back costs up to seconds per gigabyte, which the
 * trial that runs next would pay, or only those that last longer than two seconds. This process
 * therefore uses memory before a trial. When the trial begins, it frees {@value #AHEAD_MEBIBYTES}
 * MiB, and during the trial as much as has been used since.
 *
 * <p>The memory belongs to child processes, {@link MemorySlice}, because the end of a process is
 * what gives memory back at once. They end with this one, however it ends.
 *
 * <pre>
 * java … org.athanor.agent.memory.MemoryHolder BYTES
 * → held          all of it is used
 * ← a line        the trial begins
 * → released      the first part is free
 * ← end of input  the trial has ended
 * </pre>
 *
 * <p>If it cannot have the memory, it ends with status 1 and says why in one line on standard
 * error.
 */
public final class MemoryHolder {

  public static final String HELD = "held";
  public static final String RELEASED = "released";

  static final int AHEAD_MEBIBYTES = 1024;

  private static final long MEBIBYTE = 1 << 20;

  /** Available memory that is left to all others. */
  private static final int RESERVE_MEBIBYTES = 512;

  /** Time between two looks at the free memory. */
  private static final long INTERVAL_MILLIS = 20;

  private final Deque<MemorySlice.Child> slices = new ArrayDeque<>();

  private MemoryHolder() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int mebibytes = Math.toIntExact(Long.parseLong(arguments[0]) / MEBIBYTE);
    MemoryHolder holder = new MemoryHolder();
    int status = 0;
    try {
      holder.hold(mebibytes);
      holder.serve();
    } catch (IOException refused) {
      System.err.println(refused.getMessage());
      status = 1;
    } finally {
      holder.endAll();
    }
    System.exit(status);
  }

  private void hold(int mebibytes) throws IOException {
    MemoryState state = MemoryState.now();
    if (state.availableMebibytes() < mebibytes + RESERVE_MEBIBYTES) {
      throw new IOException(
          state.availableMebibytes()
              + " MB of memory are available, "
              + (mebibytes + RESERVE_MEBIBYTES)
              + " MB are needed; end other programs, or use a smaller warm.memory");
    }
    for (int size : MemorySlice.sizes(mebibytes)) {
      slices.push(MemorySlice.start(size));
    }
    for (MemorySlice.Child slice : slices) {
      slice.awaitHeld();
    }
  }

  private void serve() throws IOException, InterruptedException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println(HELD);
    if (input.readLine() == null) {
      return;
    }
    CountDownLatch end = new CountDownLatch(1);
    Thread reader = new Thread(() -> awaitEnd(input, end), "athanor-memory-input");
    reader.setDaemon(true);
    reader.start();
    int wanted = MemoryState.now().freeMebibytes() + AHEAD_MEBIBYTES;
    free(wanted);
    System.out.println(RELEASED);
    while (!end.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
      free(wanted);
    }
  }

  private static void awaitEnd(BufferedReader input, CountDownLatch end) {
    try {
      while (input.readLine() != null) {
        // Only its end has a meaning.
      }
    } catch (IOException broken) {
      System.err.println("standard input: " + broken.getMessage());
    } finally {
      end.countDown();
    }
  }

  /** Frees slices until so much memory is free. */
  private void free(int wantedMebibytes) throws IOException, InterruptedException {
    while (!slices.isEmpty() && MemoryState.now().freeMebibytes() < wantedMebibytes) {
      slices.pop().end();
    }
  }

  private void endAll() throws InterruptedException {
    while (!slices.isEmpty()) {
      slices.pop().end();
    }
  }
}
