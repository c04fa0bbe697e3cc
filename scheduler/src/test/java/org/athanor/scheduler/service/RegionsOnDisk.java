// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.scheduler.clusters.Cluster;

/**
 * Regions that outlive the scheduler, as those of an HDFS do: beside each file, {@code
 * FILE.replicas} has the number of its replicas, and {@code FILE.regions} names its regions. A file
 * without these has one replica in region east.
 */
final class RegionsOnDisk implements InputRegions {
  private final Path directory;
  private final long copyMillis;

  /**
   * Makes it.
   *
   * @param directory of the files; a file {@code refused} in it makes copies fail
   * @param copyMillis how long the copy of a file takes
   */
  RegionsOnDisk(Path directory, long copyMillis) {
    this.directory = directory;
    this.copyMillis = copyMillis;
  }

  static int replicas(Path file) throws IOException {
    Path number = beside(file, ".replicas");
    return Files.exists(number) ? Integer.parseInt(Files.readString(number)) : 1;
  }

  static Set<String> regions(Path file) throws IOException {
    Path names = beside(file, ".regions");
    return Files.exists(names)
        ? new TreeSet<>(List.of(Files.readString(names).split(" ")))
        : new TreeSet<>(Set.of("east"));
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static void write(Path file, String suffix, String text) throws IOException {
    Path whole = beside(file, suffix);
    Path part = beside(file, suffix + ".part");
    Files.writeString(part, text);
    Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public Location locate(Cluster cluster, Path from, List<String> inputs) throws IOException {
    Set<String> all = new TreeSet<>(Set.of("east", "west"));
    for (String input : inputs) {
      all.retainAll(regions(from.resolve(input)));
    }
    return new Location(all, "", "");
  }

  @Override
  public List<StoredFile> missing(Cluster cluster, Path from, List<String> inputs, String region)
      throws IOException {
    List<StoredFile> files = new ArrayList<>();
    for (String input : inputs) {
      Path file = from.resolve(input);
      if (!regions(file).contains(region)) {
        files.add(new StoredFile(file.toString(), input, Files.size(file), replicas(file)));
      }
    }
    return files;
  }

  @Override
  public void copy(Cluster cluster, List<StoredFile> files, String region, Progress progress)
      throws IOException, InterruptedException {
    for (StoredFile stored : files) {
      Path file = Path.of(stored.path());
      if (Files.exists(directory.resolve("refused"))) {
        throw new IOException("no replica has come to region " + region);
      }
      int replicas = replicas(file) + 1;
      write(file, ".replicas", Integer.toString(replicas));
      Thread.sleep(copyMillis);
      Set<String> regions = regions(file);
      regions.add(region);
      write(file, ".regions", String.join(" ", regions));
      progress.copied(stored, replicas);
    }
  }

  @Override
  public void takeBack(Cluster cluster, String path, int raised, int replicas) throws IOException {
    Path file = Path.of(path);
    if (raised == 0 || raised == replicas(file)) {
      write(file, ".regions", "east");
      write(file, ".replicas", Integer.toString(replicas));
    }
  }
}
