// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
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
 * what gives memory back at once. They end with this one, however it ends; if it is killed while
 * they are being filled, as soon as they are full. At the end of its input it ends at once.
 *
 * <p>Limits of control groups count like the memory of the machine.
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

  private final MemoryLimits limits;

  /** The holder's thread adds and takes; the thread of the input only reads. */
  private final Deque<MemorySlice.Child> slices = new ConcurrentLinkedDeque<>();

  /** Open once the trial begins, or will not. */
  private final CountDownLatch begun = new CountDownLatch(1);

  private final CountDownLatch ended = new CountDownLatch(1);

  private MemoryHolder(MemoryLimits limits) {
    this.limits = limits;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int mebibytes = Math.toIntExact(Long.parseLong(arguments[0]) / MEBIBYTE);
    MemoryHolder holder = new MemoryHolder(MemoryLimits.here());
    int status = 0;
    try {
      holder.readInput();
      holder.hold(mebibytes);
      holder.serve();
    } catch (IOException refused) {
      // After the end of the input nobody wants the memory, and its processes are killed.
      if (!holder.hasEnded()) {
        System.err.println(refused.getMessage());
        status = 1;
      }
    } finally {
      holder.endAll();
    }
    System.exit(status);
  }

  private boolean hasEnded() {
    return ended.getCount() == 0;
  }

  private void readInput() {
    Thread reader = new Thread(this::awaitEnd, "athanor-memory-input");
    reader.setDaemon(true);
    reader.start();
  }

  /** Kills the processes at the end of the input, also those that are still being filled. */
  private void awaitEnd() {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      while (input.readLine() != null) {
        begun.countDown();
      }
    } catch (IOException broken) {
      System.err.println("standard input: " + broken.getMessage());
    } finally {
      ended.countDown();
      begun.countDown();
      slices.forEach(MemorySlice.Child::kill);
    }
  }

  private void hold(int mebibytes) throws IOException {
    List<Integer> sizes = MemorySlice.sizes(mebibytes);
    int needed = mebibytes + sizes.size() * MemorySlice.COST_MEBIBYTES + RESERVE_MEBIBYTES;
    int available = MemoryState.now(limits).availableMebibytes();
    if (available < needed) {
      throw new IOException(
          available
              + " MB of memory are available, "
              + needed
              + " MB are needed; end other programs, or use a smaller warm.memory");
    }
    for (int size : sizes) {
      slices.push(MemorySlice.start(size));
      if (hasEnded()) {
        return;
      }
    }
    for (MemorySlice.Child slice : slices) {
      slice.awaitHeld();
    }
  }

  private void serve() throws IOException, InterruptedException {
    if (hasEnded()) {
      return;
    }
    System.out.println(HELD);
    begun.await();
    if (hasEnded()) {
      return;
    }
    int wanted = MemoryState.now(limits).freeMebibytes() + AHEAD_MEBIBYTES;
    free(wanted);
    System.out.println(RELEASED);
    while (!ended.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
      free(wanted);
    }
  }

  /** Frees slices until so much memory is free. */
  private void free(int wantedMebibytes) throws IOException, InterruptedException {
    while (!slices.isEmpty() && MemoryState.now(limits).freeMebibytes() < wantedMebibytes) {
      slices.pop().end();
    }
  }

  private void endAll() throws InterruptedException {
    while (!slices.isEmpty()) {
      slices.pop().end();
    }
  }
}
