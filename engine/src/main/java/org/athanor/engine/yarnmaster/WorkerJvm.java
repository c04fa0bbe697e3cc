// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.List;

/** The options that suit the engine, for the JVM of a Worker; see the script {@code athanor}. */
final class WorkerJvm {
  private static final int FEW_THREADS = 4;

  private WorkerJvm() {}

  /** Returns options for a Worker with this number of threads. */
  static String options(int threads) {
    return threads > FEW_THREADS ? "-XX:+UseParallelGC" : String.join(" ", ofFewThreads());
  }

  private static List<String> ofFewThreads() {
    return List.of(
        "-XX:+UseSerialGC",
        "-XX:PretenureSizeThreshold=131072",
        "-XX:-ResizeTLAB",
        "-XX:TLABSize=128k",
        "-XX:MaxNewSize=128m",
        "-XX:MetaspaceSize=96m");
  }
}
