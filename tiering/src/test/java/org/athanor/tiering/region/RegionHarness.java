// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.ModelHdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;

/** A region on a model of an HDFS, whose clock a test turns. */
final class RegionHarness implements PlanExecution.Listener {
  static final Duration LEASE = Duration.ofSeconds(30);

  final ModelHdfs hdfs;
  final ModelBox box;
  final List<String> notices = new ArrayList<>();
  final Set<String> planned = new HashSet<>();
  RegionSettings settings;
  boolean isDryRun;
  RegionManager manager;
  long nowSeconds = 1000;

  /** Told before something is stored; may throw. */
  Storing onStore = () -> {};

  final MemoryStore store = new MemoryStore();
  private long nextId = 1;

  /** What a test does when something is stored. */
  @FunctionalInterface
  interface Storing {
    void store() throws IOException;
  }

  /** Keeps what was stored last. */
  final class MemoryStore implements RegionStore {
    private Stored stored = new Stored(List.of(), List.of());

    @Override
    public Stored load() {
      return stored;
    }

    @Override
    public void store(Collection<HeldFile> files, Collection<RunningJob> jobs) throws IOException {
      onStore.store();
      stored = new Stored(List.copyOf(files), List.copyOf(jobs));
    }
  }

  RegionHarness(Random random, long capacity, long reserve) throws IOException {
    hdfs = new ModelHdfs(random);
    box = new ModelBox(random);
    settings = new RegionSettings(capacity, reserve, LEASE);
    restart();
  }

  void restart() throws IOException {
    manager =
        new RegionManager(
            settings,
            hdfs,
            box,
            new RegionManager.Means(
                (path, file) -> !path.startsWith("/unmanaged"),
                new PlanExecution.Limits(3, 1 << 20, 2, Duration.ofSeconds(20)),
                length -> {},
                this,
                notices::add,
                isDryRun),
            store);
  }

  /** Works until there is nothing more to do, after some seconds in which jobs renew. */
  void step(int seconds, String... renewing) throws IOException, InterruptedException {
    nowSeconds += seconds;
    Arrays.stream(renewing).forEach(box::renew);
    while (manager.step(() -> nowSeconds * 1_000_000_000L, planned::contains)) {
      // There is more.
    }
  }

  ModelHdfs.File add(String path, long bytes, String policy) {
    ModelHdfs.File file = hdfs.add(path, policy, 3, 2);
    file.id = nextId++;
    file.bytes = bytes;
    file.modified = 7;
    return file;
  }

  JobRequest request(Map<String, Double> seconds, long intermediate, String... paths) {
    EnumMap<StorageConfiguration, Double> times = new EnumMap<>(StorageConfiguration.class);
    seconds.forEach((id, value) -> times.put(StorageConfiguration.of(id).orElseThrow(), value));
    List<JobRequest.InputFile> files = new ArrayList<>();
    for (String path : paths) {
      ModelHdfs.File file = hdfs.files.get(path);
      files.add(new JobRequest.InputFile(path, file.id, file.bytes, file.modified));
    }
    return new JobRequest("sort", "sort of alice", times, OptionalLong.of(intermediate), files);
  }

  boolean isOnSsd(String path) {
    ModelHdfs.File file = hdfs.files.get(path);
    return file.policy.equals("ONE_SSD")
        && file.blocks.stream().allMatch(block -> block.contains(DeviceType.SSD));
  }

  boolean touchesSsd(String path) {
    ModelHdfs.File file = hdfs.files.get(path);
    return file.policy.equals("ONE_SSD")
        || file.blocks.stream().anyMatch(block -> block.contains(DeviceType.SSD));
  }

  @Override
  public void ended(Outcome outcome) {}

  @Override
  public void moving(int files, long bytes) {}
}
