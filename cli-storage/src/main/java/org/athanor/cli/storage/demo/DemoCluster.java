// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An HDFS of this machine's loopback interface: {@value #HOSTS} hosts, each with an SSD and a disk,
 * whose speeds are limited by the DataNodes. The launcher's {@code athanor cluster} starts and
 * stops it, in a process of its own, because that has other libraries than Hadoop's clients.
 */
public final class DemoCluster {
  /** Number of hosts. */
  public static final int HOSTS = 4;

  /** What an SSD reads, in bytes per second. */
  public static final long SSD_READ = 53L << 20;

  /** What an SSD writes, in bytes per second. */
  public static final long SSD_WRITE = 24L << 20;

  /** What a disk reads, in bytes per second. */
  public static final long DISK_READ = 6L << 20;

  /** What a disk writes, in bytes per second. */
  public static final long DISK_WRITE = 5L << 20;

  /** Operations per second of an SSD, for the weights of replicas. */
  public static final int SSD_IOPS = 25_000;

  /** Operations per second of a disk. */
  public static final int DISK_IOPS = 3_500;

  private static final String HOST = "localhost role=storage ssd=53m/24m disk=6m/5m\n";

  /** Files are placed by HDFS itself; readers prefer fast devices. */
  private static final String RULES =
      String.format(
          Locale.ROOT,
          """
          format=1
          version=1
          tiers=ssd, disk
          tier.ssd.devices=SSD
          tier.ssd.read=%d
          tier.ssd.write=%d
          tier.ssd.iops=%d
          tier.disk.devices=DISK
          tier.disk.read=%d
          tier.disk.write=%d
          tier.disk.iops=%d
          retrieval=tier
          replication.minimum=2
          """,
          SSD_READ,
          SSD_WRITE,
          SSD_IOPS,
          DISK_READ,
          DISK_WRITE,
          DISK_IOPS);

  private static final int STOP_SECONDS = 60;
  private static final int MOST_LINES = 5;

  private final Path launcher;
  private final Path directory;
  private final boolean isTerminal;

  /**
   * Starts nothing yet.
   *
   * @param launcher the script {@code athanor}
   * @param directory for all files; is made by {@link #start}, and deleted by {@link #delete}
   * @param isTerminal whether the launcher may show its progress on this process's standard error
   */
  public DemoCluster(Path launcher, Path directory, boolean isTerminal) {
    this.launcher = launcher;
    this.directory = directory;
    this.isTerminal = isTerminal;
  }

  /** The directory of {@code athanor cluster}. */
  public Path clusterDirectory() {
    return directory.resolve("cluster");
  }

  /** The clients' configuration directory. */
  public Path configuration() {
    return clusterDirectory().resolve("master").resolve("conf");
  }

  /** The NameNode's log, which has its audit log. */
  public Path auditLog() {
    return clusterDirectory().resolve("master").resolve("namenode.log");
  }

  /** A directory for what is learnt, which does not exist yet. */
  public Path state() {
    return directory.resolve("state");
  }

  /**
   * Makes the directory, which only this user can read.
   *
   * @throws FileAlreadyExistsException if it exists
   */
  public void makeDirectory() throws IOException {
    Files.createDirectories(directory.toAbsolutePath().getParent());
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /**
   * Starts the daemons, and waits until all answer; nothing is left running if that fails.
   *
   * @param hadoop a version or a home; empty for the newest known version
   */
  public void start(Optional<String> hadoop) throws IOException, InterruptedException {
    Path hosts = Files.writeString(directory.resolve("hosts"), HOST.repeat(HOSTS));
    Path rules = Files.writeString(directory.resolve("rules"), RULES);
    List<String> line =
        new ArrayList<>(
            List.of("start", "--hosts", hosts.toString(), "--storage-rules", rules.toString()));
    hadoop.ifPresent(some -> Collections.addAll(line, "--hadoop", some));
    Process process = launch(line, isTerminal);
    try {
      check(process.waitFor(), line.get(0));
    } finally {
      // It ends what it has started.
      process.destroy();
      process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Stops all daemons, also those of a start that was killed. */
  public void stop() throws IOException, InterruptedException {
    int status = stopOnce();
    // A second Ctrl-C ends the command that stops them.
    check(status == 0 ? 0 : stopOnce(), "stop");
  }

  private int stopOnce() throws IOException, InterruptedException {
    Process process = launch(List.of("stop"), false);
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      process.destroy();
      throw new IOException(
          "the daemons did not end within " + STOP_SECONDS + " s: " + stopCommand());
    }
    return process.exitValue();
  }

  /** Deletes all files. */
  public void delete() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** How a user stops it and deletes its files. */
  public String stopCommand() {
    return "athanor cluster stop --dir " + clusterDirectory() + " && rm -r " + directory;
  }

  private Process launch(List<String> arguments, boolean shown) throws IOException {
    List<String> line = new ArrayList<>(List.of(launcher.toString(), "cluster"));
    line.addAll(arguments);
    Collections.addAll(line, "--dir", clusterDirectory().toString());
    return new ProcessBuilder(line)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(
            shown
                ? ProcessBuilder.Redirect.INHERIT
                : ProcessBuilder.Redirect.to(messages().toFile()))
        .start();
  }

  private Path messages() {
    return directory.resolve("messages");
  }

  private void check(int status, String action) throws IOException {
    if (status == 0) {
      return;
    }
    List<String> said = Files.exists(messages()) ? Files.readAllLines(messages()) : List.of();
    String words =
        String.join("; ", said.subList(Math.max(0, said.size() - MOST_LINES), said.size()));
    throw new IOException(
        "athanor cluster "
            + action
            + " ended with status "
            + status
            + (words.isEmpty() ? "" : ": " + words));
  }
}
