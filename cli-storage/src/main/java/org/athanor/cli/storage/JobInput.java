// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HadoopHdfs;

/** The input of a job in an HDFS. Not thread-safe. */
final class JobInput {
  private final Map<Long, FileFacts> files = new LinkedHashMap<>();
  private final Map<Long, String> arguments = new LinkedHashMap<>();
  private final Set<Long> onSsd = new HashSet<>();
  private final List<String> immovable = new ArrayList<>();

  /** Asks an HDFS for all files below the paths. A file that occurs twice counts once. */
  static JobInput of(HadoopHdfs hdfs, List<String> paths) throws IOException, UsageException {
    JobInput input = new JobInput();
    for (String path : paths) {
      try {
        hdfs.forEach(path, (name, file, directory) -> input.add(path, name, file));
      } catch (FileNotFoundException e) {
        throw new UsageException("--input=" + path + ": does not exist in HDFS", e);
      }
    }
    if (input.bytes() == 0) {
      throw new UsageException(
          "--input=" + String.join(" ", paths) + ": has no data; name the input of the job");
    }
    return input;
  }

  /**
   * Adds a file.
   *
   * @param argument the path by which the user named it
   */
  void add(String argument, String path, FileState file) {
    int blocks = file.blocks().size();
    // All blocks are taken for equally long: only their sum counts here.
    FileFacts facts =
        new FileFacts(
            path,
            file.id(),
            file.bytes(),
            blocks,
            Math.max(1, blocks == 0 ? 1 : (file.bytes() + blocks - 1) / blocks),
            Math.max(1, file.replicas()),
            Instant.ofEpochMilli(file.modifiedMillis()));
    if (files.putIfAbsent(file.id(), facts) != null) {
      return;
    }
    arguments.put(file.id(), argument);
    if (file.blocks().stream().allMatch(block -> block.contains(DeviceType.SSD))) {
      onSsd.add(file.id());
    } else {
      obstacle(file).ifPresent(why -> immovable.add(path + " " + why));
    }
  }

  /** Why {@code athanor storage move} leaves a file alone; snapshots are not asked for. */
  private static Optional<String> obstacle(FileState file) {
    if (file.isOpen()) {
      return Optional.of("is being written");
    }
    if (file.isErasureCoded()) {
      return Optional.of("is erasure coded");
    }
    if (file.replicas() < 2) {
      return Optional.of("has one replica");
    }
    if (file.fewestReplicas() < file.replicas()) {
      return Optional.of("has blocks with too few replicas");
    }
    return file.policy().equals("HOT")
        ? Optional.empty()
        : Optional.of("has the storage policy " + file.policy());
  }

  List<FileFacts> files() {
    return List.copyOf(files.values());
  }

  long bytes() {
    return files.values().stream().mapToLong(FileFacts::bytes).sum();
  }

  /** Numbers of the files of which each block has a replica on an SSD. */
  Set<Long> onSsd() {
    return Set.copyOf(onSsd);
  }

  /** What {@code athanor storage move} leaves alone, and why. */
  List<String> immovable() {
    return List.copyOf(immovable);
  }

  /** The paths by which the user named some files, each once. */
  List<String> argumentsOf(List<FileFacts> some) {
    return some.stream().map(file -> arguments.get(file.id())).distinct().toList();
  }
}
