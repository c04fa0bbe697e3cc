// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
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

  private final Map<String, RunningJob> jobs = new TreeMap<>();
  private boolean isStored = true;

  /** Reads what was stored. */
  RegionState(RegionSettings settings, RegionStore stored) throws IOException {
    this.settings = settings;
    this.stored = stored;
    RegionStore.Stored before = stored.load();
    before.files().forEach(file -> files.put(file.id(), file));
    before.jobs().forEach(job -> jobs.put(job.id(), job));
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
    files.remove(file.id());
    files.put(file.id(), file);
    isStored = false;
  }

  void forget(long id) {
    isStored &= files.remove(id) == null;
  }

  void leave(long id) {
    leave(id, true);
  }

  void leave(long id, boolean leaves) {
    files.computeIfPresent(id, (number, file) -> file.leaving(leaves));
    isStored = false;
  }

  void moved(long id, String path) {
    HeldFile file = files.get(id);
    if (file != null && !file.path().equals(path)) {
      files.put(id, file.at(path));
      isStored = false;
    }
  }

  Collection<RunningJob> jobs() {
    return List.copyOf(jobs.values());
  }

  boolean runs(String id) {
    return jobs.containsKey(id);
  }

  void start(RunningJob job) {
    jobs.put(job.id(), job);
    isStored = false;
  }

  void end(String id) {
    isStored &= jobs.remove(id) == null;
  }

  /** Numbers of the files that running jobs read. */
  Set<Long> used() {
    Set<Long> used = new HashSet<>();
    jobs.values().forEach(job -> used.addAll(job.inputs()));
    return used;
  }
}
