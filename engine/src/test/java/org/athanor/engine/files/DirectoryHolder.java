// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that makes a private directory with a file in it, and runs until it is killed. */
final class DirectoryHolder implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final Path directory;

  private DirectoryHolder(Process process, BufferedReader out, Path directory) {
    this.process = process;
    this.out = out;
    this.directory = directory;
  }

  static DirectoryHolder start(Path place) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DirectoryHolder.class.getName(),
                place.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the process made no directory");
    }
    return new DirectoryHolder(process, out, Path.of(line));
  }

  Path directory() {
    return directory;
  }

  /** Makes the process delete leftovers beside its directory; waits for that. */
  void removeLeftovers() throws IOException {
    process.outputWriter().append('\n').flush();
    if (out.readLine() == null) {
      throw new IOException("the process has ended");
    }
  }

  /** Kills the process, as {@code kill -9} does, and waits for its end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws IOException {
    try {
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the process ends", e);
    }
  }

  /** Waits for the removal of leftovers that the first directory in a place starts. */
  static void awaitBackgroundRemoval() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("athanor-leftovers")) {
        thread.join();
      }
    }
  }

  /** Runs in the process; ends also when standard input ends, because the test's process ended. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrivateDirectory directory =
        PrivateDirectory.create(Path.of(arguments[0]), PrivateDirectory.Purpose.JOB, "the.key");
    awaitBackgroundRemoval();
    Files.createDirectories(directory.path().resolve("a/b"));
    Files.writeString(directory.path().resolve("a/b/secret"), "secret");
    System.out.println(directory.path());
    while (System.in.read() >= 0) {
      Path path = directory.path();
      System.out.println(Leftovers.remove(path.getParent(), Files.getOwner(path)));
    }
  }
}
