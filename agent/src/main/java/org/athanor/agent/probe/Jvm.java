// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JVM's counters, read from its {@code hsperfdata} file. The file stays open, so the last values
 * can be read after the JVM has ended and deleted it.
 */
final class Jvm {

  private final Path path;
  private final FileChannel file;
  private PerfData data;
  private double firstCollectionSeconds;
  private double collectionSeconds;
  private long heapUsed;

  private Jvm(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /** Whether a process runs a JVM: its program's name is {@code java}. */
  static boolean is(Host host, int pid) {
    try {
      Path program = Files.readSymbolicLink(host.proc().resolve(pid + "/exe"));
      return program.getFileName().toString().replace(" (deleted)", "").equals("java");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Opens a JVM's counters; empty if there is no file (yet). Only a file of the process's own user
   * is taken, for others can put files there too.
   *
   * @throws IOException if the file may not be read
   */
  static Optional<Jvm> open(Host host, int pid) throws IOException {
    Path directory = host.proc().resolve(pid + "/root/tmp");
    String name = Integer.toString(pidInItsNamespace(host, pid));
    List<Path> candidates = new ArrayList<>();
    candidates.add(directory.resolve("hsperfdata_" + System.getProperty("user.name")));
    if (!Files.exists(candidates.get(0).resolve(name))) {
      try (DirectoryStream<Path> users = Files.newDirectoryStream(directory, "hsperfdata_*")) {
        users.forEach(candidates::add);
      }
    }
    UserPrincipal user = Files.getOwner(host.proc().resolve(Integer.toString(pid)));
    for (Path candidate : candidates) {
      Path path = candidate.resolve(name);
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(user)) {
        return Optional.of(
            new Jvm(
                path, FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
      }
    }
    return Optional.empty();
  }

  private static int pidInItsNamespace(Host host, int pid) throws IOException {
    for (String line : Files.readAllLines(host.proc().resolve(pid + "/status"))) {
      if (line.startsWith("NSpid:")) {
        String[] pids = line.split("\\s+", -1);
        return Integer.parseInt(pids[pids.length - 1]);
      }
    }
    return pid;
  }

  /** Begins a trial: collections count from here. */
  void begin() {
    firstCollectionSeconds = collectionSeconds;
  }

  /** Reads the counters; false if the JVM has not yet created all of them. */
  boolean read(Reader reader) throws IOException, UnavailableException {
    ByteBuffer bytes = reader.readBytes(file);
    if (data == null || data.stale(bytes)) {
      Optional<PerfData> parsed = parse(bytes);
      if (parsed.isEmpty()) {
        return false;
      }
      data = parsed.get();
    }
    heapUsed = data.heapUsed(bytes);
    collectionSeconds = data.collectionSeconds(bytes);
    return true;
  }

  private Optional<PerfData> parse(ByteBuffer bytes) throws UnavailableException {
    try {
      return PerfData.parse(bytes);
    } catch (UnavailableException e) {
      throw new UnavailableException(path + ": " + e.getMessage(), e);
    }
  }

  long heapUsed() {
    return heapUsed;
  }

  /** Seconds of collections since the trial's start. */
  double collectionSeconds() {
    return collectionSeconds - firstCollectionSeconds;
  }

  void close() {
    KernelFiles.close(file);
  }
}
