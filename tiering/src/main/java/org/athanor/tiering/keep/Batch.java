// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/** The files that a call of {@link Keeper} looks at, and those of them that are to be repaired. */
final class Batch {
  private static final int LEAST_REPLICAS = 2;
  private static final int MOST_REPLICAS = 512;

  private final StorageRules rules;
  private final RuledHdfs hdfs;
  private final Keeper.Settings settings;
  private final VainTries vain;
  private final Tally tally;
  private final Set<Long> raised;
  private final List<BatchRepair.Candidate> candidates = new ArrayList<>();
  private long bytes;
  private int seen;
  private Optional<SpotRoom> room = Optional.empty();
  private Optional<Snapshots> snapshots = Optional.empty();

  /**
   * Begins with no file.
   *
   * @param raised numbers of the files whose numbers of replicas are raised still
   */
  Batch(
      StorageRules rules,
      RuledHdfs hdfs,
      Keeper.Settings settings,
      VainTries vain,
      Tally tally,
      Set<Long> raised) {
    this.rules = rules;
    this.hdfs = hdfs;
    this.settings = settings;
    this.vain = vain;
    this.tally = tally;
    this.raised = Set.copyOf(raised);
  }

  /** The files to repair. */
  List<BatchRepair.Candidate> candidates() {
    return candidates;
  }

  /** As the plug-in: a file with another policy than the default is placed by HDFS. */
  static boolean isPlaced(FileState state) {
    return state.policy().equals(StoragePolicy.HOT.name()) && !state.isErasureCoded();
  }

  /** Whether no more files are to be looked at, or repaired, in this call. */
  boolean isFull() {
    return candidates.size() >= (vain.isCautious() ? 1 : settings.batchFiles())
        || bytes >= settings.batchBytes()
        || seen >= settings.entries();
  }

  /** Takes a file; returns whether there may be more. */
  boolean look(String path, RuledFile found) throws IOException {
    seen++;
    FileState state = found.state();
    Optional<Wanted> wanted =
        isPlaced(state) && !state.isOpen()
            ? Wanted.of(rules, path, found, state.replicas())
            : Optional.empty();
    if (wanted.isPresent() && !wanted.get().spots().isEmpty()) {
      take(path, found, wanted.get());
    }
    return !isFull();
  }

  private void take(String path, RuledFile found, Wanted wanted) throws IOException {
    Map<Spot, Integer> lacking = wanted.lacking();
    tally.looked(wanted.spots(), lacking.keySet());
    if (lacking.isEmpty()) {
      return;
    }
    Optional<String> obstacle = obstacle(path, found, wanted, lacking);
    if (obstacle.isPresent()) {
      tally.leftAlone(obstacle.get());
      return;
    }
    FileState state = found.state();
    int most = wanted.mostLacking();
    PlanAction action =
        new PlanAction(
            path,
            state.id(),
            state.bytes(),
            Instant.ofEpochMilli(state.modifiedMillis()),
            StoragePolicy.HOT,
            StoragePolicy.HOT,
            state.replicas(),
            state.replicas(),
            state.bytes() * most,
            Wanted.words(lacking, found.blocks().size()));
    vain.trying();
    candidates.add(new BatchRepair.Candidate(path, found, lacking, most, action));
    bytes += action.movedBytes();
  }

  private Optional<String> obstacle(
      String path, RuledFile found, Wanted wanted, Map<Spot, Integer> lacking) throws IOException {
    FileState state = found.state();
    int most = found.kept() + wanted.mostLacking();
    if (raised.contains(state.id())) {
      return Optional.of("its number of replicas is to be set back first");
    }
    if (found.fewest() < state.replicas()) {
      return Optional.of("has blocks with too few replicas, which HDFS makes first");
    }
    if (state.replicas() < LEAST_REPLICAS) {
      return Optional.of("has one replica");
    }
    if (most > MOST_REPLICAS) {
      return Optional.of("has " + MOST_REPLICAS + " replicas or nearly as many");
    }
    Optional<String> obstacle = wanted.obstacle().or(() -> vain.obstacle(state.id()));
    if (obstacle.isPresent()) {
      return obstacle;
    }
    if (snapshots.isEmpty()) {
      snapshots = Optional.of(hdfs.snapshots());
    }
    if (snapshots.get().differFrom(path, state)) {
      return Optional.of("has changed since a snapshot");
    }
    if (room.isEmpty()) {
      room = Optional.of(new SpotRoom(rules, hdfs.tiers(), hdfs.regions(rules.regions())));
    }
    return room.get().take(lacking.keySet(), state.bytes(), most);
  }
}
