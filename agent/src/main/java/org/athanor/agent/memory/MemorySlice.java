// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A process that uses memory and does nothing else: its heap has been written to when {@link #main}
 * runs, in huge pages where the kernel has some. It ends when its standard input does.
 */
final class MemorySlice {

  private static final int LEAST_MEBIBYTES = 512;

  /** The most that a process needs in addition: code, classes and the JVM's own data. */
  static final int COST_MEBIBYTES = 48;

  /** The most processes at once. */
  private static final int MOST = 16;

  private MemorySlice() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(MemoryHolder.HELD);
    while (System.in.read() >= 0) {
      // Only its end has a meaning.
    }
    Runtime.getRuntime().halt(0);
  }

  /**
   * The sizes of the slices, in mebibytes, of so much memory: at most {@value #MOST} equal ones.
   */
  static List<Integer> sizes(int mebibytes) {
    int count = Math.max(1, Math.min(MOST, mebibytes / LEAST_MEBIBYTES));
    return new ArrayList<>(Collections.nCopies(count, mebibytes / count));
  }

  /** Starts a process; {@link Child#awaitHeld} waits until it has its memory. */
  static Child start(int mebibytes) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms" + mebibytes + "m", "-Xmx" + mebibytes + "m"));
    command.addAll(List.of("-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages"));
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(MemorySlice.class.getName());
    return new Child(mebibytes, new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /**
   * A running process.
   *
   * @param mebibytes the memory that it is to have
   */
  record Child(int mebibytes, Process process) {

    /**
     * Waits until it has its memory.
     *
     * @throws IOException if it has ended, with what it said last
     */
    void awaitHeld() throws IOException {
      BufferedReader output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String last = "nothing";
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.equals(MemoryHolder.HELD)) {
          return;
        }
        // The JVM warns if there are no huge pages.
        last = line;
      }
      throw new IOException(
          "a process with " + mebibytes + " MB of memory has ended; it said: " + last);
    }

    /** Makes it end, soon. */
    void kill() {
      process.destroyForcibly();
    }

    /** Ends it; its memory is free when this returns. */
    void end() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }
}
