// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a main class that ends with {@link System#exit} in a JVM of its own, with the workspace's
 * configuration as its site files. Jobs are observed there and handed over in a file.
 */
public final class ChildJvm {
  private static final long MINUTES = 2;

  private ChildJvm() {}

  /**
   * Runs a main class and returns its exit code. What it prints is kept in the scratch directory.
   */
  public static int run(Workspace workspace, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    Path configuration = Files.createDirectories(workspace.scratch().resolve("conf"));
    // Each overrides the defaults that are loaded before it.
    for (String name : TestCluster.SITE_FILES) {
      try (OutputStream out = Files.newOutputStream(configuration.resolve(name))) {
        workspace.conf().writeXml(out);
      }
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(configuration + ":" + System.getProperty("java.class.path"));
    command.add(ChildJvm.class.getName());
    command.add(jobsFile(workspace).toString());
    command.add(mainClass);
    command.addAll(List.of(arguments));
    Path log = workspace.scratch().resolve("child.log");
    Process child =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      if (!child.waitFor(MINUTES, TimeUnit.MINUTES)) {
        throw new IOException(mainClass + " ran longer than " + MINUTES + " minutes; see " + log);
      }
    } finally {
      child.destroyForcibly();
    }
    if (child.exitValue() != 0) {
      System.err.println(Files.readString(log));
    }
    return child.exitValue();
  }

  static boolean wasUsedIn(Workspace workspace) {
    return Files.exists(jobsFile(workspace));
  }

  /** The jobs that child JVMs of this workspace ran. */
  static List<ObservedJob> jobs(Workspace workspace) throws IOException {
    Path file = jobsFile(workspace);
    if (!wasUsedIn(workspace)) {
      return List.of();
    }
    List<ObservedJob> jobs = new ArrayList<>();
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      for (int left = in.readInt(); left > 0; left--) {
        jobs.add((ObservedJob) in.readObject());
      }
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
    return jobs;
  }

  private static Path jobsFile(Workspace workspace) {
    return workspace.scratch().resolve("child-jobs");
  }

  /** In the child: file for the jobs, main class, its arguments. */
  public static void main(String[] arguments) throws Throwable {
    Path file = Path.of(arguments[0]);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> save(file)));
    String[] rest = new String[arguments.length - 2];
    System.arraycopy(arguments, 2, rest, 0, rest.length);
    try {
      Class.forName(arguments[1]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void save(Path file) {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      List<ObservedJob> jobs = JobObserver.seen();
      out.writeInt(jobs.size());
      for (ObservedJob job : jobs) {
        out.writeObject(job);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
