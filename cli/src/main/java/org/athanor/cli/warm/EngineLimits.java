// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;

/**
 * What drivers may leave in an engine. One that has reached a limit ends instead of taking another
 * driver, so the limits also hold while drivers follow each other without a pause.
 */
final class EngineLimits {
  /** Threads of drivers that have called {@code System.exit} stay, with what they refer to. */
  static final int MOST_PARKED = 50;

  /** The C library keeps each value that a variable had, and the JDK may keep what drivers used. */
  static final int MOST_SERVED = 1_000;

  /** The pool has at most 55 % of the heap; what else is in use was left by drivers. */
  static final double MOST_HEAP = 0.7;

  /** Classes of drivers whose threads stay, in bytes. */
  static final long MOST_CLASSES = 256L << 20;

  private static final double MEGABYTE = 1 << 20;

  private EngineLimits() {}

  /**
   * What is in use, garbage included.
   *
   * @param heap bytes
   * @param maxHeap bytes that the heap may have
   * @param classes bytes of loaded classes that the engine did not have when it was ready first
   */
  record Memory(long heap, long maxHeap, long classes) {
    /**
     * Looks at this JVM.
     *
     * @param classesAtStart see {@link #loadedClasses}
     */
    static Memory now(long classesAtStart) {
      return new Memory(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          Runtime.getRuntime().maxMemory(),
          loadedClasses() - classesAtStart);
    }
  }

  /** Returns the memory of this JVM's loaded classes, in bytes. */
  static long loadedClasses() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals("Metaspace"))
        .mapToLong(pool -> pool.getUsage().getUsed())
        .sum();
  }

  /**
   * Says which limit the number of drivers has reached.
   *
   * @param served drivers that have ended
   * @param parked those of them whose thread stays
   */
  static Optional<String> reachedBy(int served, int parked) {
    if (served >= MOST_SERVED) {
      return Optional.of("it had " + served + " drivers");
    }
    return parked >= MOST_PARKED
        ? Optional.of(parked + " drivers have called System.exit")
        : Optional.empty();
  }

  /** Says which limit the memory in use has reached. */
  static Optional<String> reachedBy(Memory memory) {
    if (memory.heap() < MOST_HEAP * memory.maxHeap() && memory.classes() < MOST_CLASSES) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "its heap has %d of at most %d MB, and drivers have left %d MB of classes",
            Math.round(memory.heap() / MEGABYTE),
            Math.round(memory.maxHeap() / MEGABYTE),
            Math.round(memory.classes() / MEGABYTE)));
  }
}
