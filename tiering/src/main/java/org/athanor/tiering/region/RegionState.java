// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.storage.decision.TemporaryRegion;
import org.athanor.storage.view.FileFacts;

/**
 * What is in the region, and who uses it. Stored before anything of it is done, so that a daemon
 * that starts again knows of each copy that it may have made. For one thread.
 *
 * <p>Invariant: input, copies that are being taken back, intermediate data and reserve together are
 * at most the capacity, unless the capacity was made smaller.
 */
final class RegionState {
  private final RegionSettings settings;
  private final RegionStore stored;

  /** By their numbers, that which was used longest ago first. */
  private final Map<Long, HeldFile> files = new LinkedHashMap<>();

  /** Numbers of the files by the paths where they were seen last. */
  private final TreeMap<String, Set<Long>> byPath = new TreeMap<>();

  private final Map<String, RunningJob> jobs = new TreeMap<>();

  /** How many running jobs read a file, by its number. */
  private final Map<Long, Integer> readers = new HashMap<>();

  private boolean isStored = true;

  /** Reads what was stored. */
  RegionState(RegionSettings settings, RegionStore stored) throws IOException {
    this.settings = settings;
    this.stored = stored;
    RegionStore.Stored before = stored.load();
    before.files().forEach(this::put);
    before.jobs().forEach(this::start);
    isStored = true;
  }

  private void put(HeldFile file) {
    HeldFile old = files.put(file.id(), file);
    if (old != null && !old.path().equals(file.path())) {
      unlist(old);
    }
    byPath.computeIfAbsent(file.path(), path -> new HashSet<>()).add(file.id());
    isStored = false;
  }

  private void unlist(HeldFile file) {
    Set<Long> there = byPath.get(file.path());
    there.remove(file.id());
    if (there.isEmpty()) {
      byPath.remove(file.path());
    }
  }

  /** Stores what has changed. */
  void store() throws IOException {
    if (!isStored) {
      stored.store(files.values(), jobs.values());
      isStored = true;
    }
  }

  /** The policy's view: what is being taken back still takes room, as a reserve does. */
  TemporaryRegion region() {
    Map<String, TemporaryRegion.Job> running = new TreeMap<>();
    jobs.forEach(
        (id, job) -> running.put(id, new TemporaryRegion.Job(job.reservedBytes(), job.inputs())));
    List<FileFacts> inputs =
        files.values().stream().filter(file -> !file.isLeaving()).map(HeldFile::facts).toList();
    return TemporaryRegion.of(
        settings.capacityBytes(), settings.reserveBytes() + leavingBytes(), running, inputs);
  }

  long leavingBytes() {
    return leaving().stream().mapToLong(HeldFile::bytes).sum();
  }

  List<HeldFile> leaving() {
    return files.values().stream().filter(HeldFile::isLeaving).toList();
  }

  List<HeldFile> files() {
    return new ArrayList<>(files.values());
  }

  Optional<HeldFile> file(long id) {
    return Optional.ofNullable(files.get(id));
  }

  /** Puts a file behind all others, as the one that was used last. */
  void use(HeldFile file) {
    forget(file.id());
    put(file);
  }

  void forget(long id) {
    HeldFile file = files.remove(id);
    if (file != null) {
      unlist(file);
      isStored = false;
    }
  }

  void leave(long id) {
    leave(id, true);
  }

  void leave(long id, boolean leaves) {
    HeldFile file = files.get(id);
    if (file != null && file.isLeaving() != leaves) {
      put(file.leaving(leaves));
    }
  }

  void moved(long id, String path) {
    HeldFile file = files.get(id);
    if (file != null && !file.path().equals(path)) {
      put(file.at(path));
    }
  }

  /** A file, or all that is in a directory, has another path. */
  void renamed(String from, String to) {
    for (long id : List.copyOf(byPath.getOrDefault(from, Set.of()))) {
      moved(id, to);
    }
    // All paths below a directory, '0' follows '/'.
    List<Long> below = new ArrayList<>();
    byPath.subMap(from + "/", from + "0").values().forEach(below::addAll);
    for (long id : below) {
      moved(id, to + files.get(id).path().substring(from.length()));
    }
  }

  Collection<RunningJob> jobs() {
    return List.copyOf(jobs.values());
  }

  boolean runs(String id) {
    return jobs.containsKey(id);
  }

  void start(RunningJob job) {
    end(job.id());
    jobs.put(job.id(), job);
    job.inputs().forEach(id -> readers.merge(id, 1, Integer::sum));
    isStored = false;
  }

  void end(String id) {
    RunningJob job = jobs.remove(id);
    if (job != null) {
      job.inputs()
          .forEach(
              input ->
                  readers.computeIfPresent(
                      input, (key, n) -> n == 1 ? null : Integer.valueOf(n - 1)));
      isStored = false;
    }
  }

  /** Whether a running job reads a file. */
  boolean isUsed(long id) {
    return readers.containsKey(id);
  }
}
