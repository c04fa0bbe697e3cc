// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The Lustre file systems that are mounted when the agent starts: files {@code llite/NAME/stats},
 * in {@code debugfs} since Lustre 2.12, before that in {@code /proc/fs/lustre}. A line is {@code
 * name N samples [unit] least most sum}; a counter has no line until something is counted.
 */
final class LustreClients implements FileSystems {

  /** The counters of the client that are operations on files and directories. */
  private static final Set<String> METADATA =
      Set.of(
          "open",
          "close",
          "create",
          "mknod",
          "link",
          "unlink",
          "symlink",
          "mkdir",
          "rmdir",
          "rename",
          "readdir",
          "getattr",
          "setattr",
          "truncate",
          "statfs",
          "getxattr",
          "setxattr",
          "listxattr",
          "removexattr");

  private final Reader reader = new Reader();
  private final Map<String, FileChannel> files = new TreeMap<>();

  static LustreClients open(Host host) throws UnavailableException {
    LustreClients clients = new LustreClients();
    List<Path> places =
        List.of(
            host.proc().resolve("fs/lustre/llite"),
            host.sys().resolve("kernel/debug/lustre/llite"));
    try {
      for (Path place : places) {
        clients.find(place);
      }
    } catch (UnavailableException e) {
      clients.close();
      throw e;
    }
    if (clients.files.isEmpty()) {
      throw new UnavailableException(
          places.get(0)
              + " and "
              + places.get(1)
              + ": no file system is mounted there; the second one is readable by root only");
    }
    return clients;
  }

  private void find(Path place) throws UnavailableException {
    if (!Files.isDirectory(place)) {
      return;
    }
    try (DirectoryStream<Path> systems = Files.newDirectoryStream(place)) {
      for (Path system : systems) {
        Path stats = system.resolve("stats");
        String name = system.getFileName().toString();
        if (Files.exists(stats)) {
          FileChannel known = files.put(name(name), KernelFiles.open(stats));
          if (known != null) {
            KernelFiles.close(known);
            throw new UnavailableException(stats + ": " + name(name) + " is mounted twice");
          }
        }
      }
    } catch (IOException e) {
      throw KernelFiles.unavailable(place, e);
    }
  }

  /** {@code lustrefs} for {@code lustrefs-ffff88105db50000}, whose end is an address. */
  private static String name(String directory) {
    return directory.replaceFirst("-[0-9a-f]{16}$", "").replaceAll("[^A-Za-z0-9._-]", "_");
  }

  @Override
  public Map<String, FileCounters> read() throws IOException {
    Map<String, FileCounters> counters = new TreeMap<>();
    for (Map.Entry<String, FileChannel> file : files.entrySet()) {
      counters.put(file.getKey(), parse(reader.read(file.getValue())));
    }
    return counters;
  }

  static FileCounters parse(Text stats) {
    long bytesRead = 0;
    long bytesWritten = 0;
    long reads = 0;
    long writes = 0;
    long metadata = 0;
    while (!stats.atEnd()) {
      String name = stats.word();
      long samples = stats.number();
      if (name.equals("read_bytes")) {
        reads = samples;
        stats.skipWords(4);
        bytesRead = stats.number();
      } else if (name.equals("write_bytes")) {
        writes = samples;
        stats.skipWords(4);
        bytesWritten = stats.number();
      } else if (METADATA.contains(name)) {
        metadata += samples;
      }
      stats.nextLine();
    }
    return new FileCounters(bytesRead, bytesWritten, reads, writes, metadata);
  }

  @Override
  public void close() {
    files.values().forEach(KernelFiles::close);
  }
}
