// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.Replica;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import org.athanor.tiering.plan.TierChange;

/**
 * Carries out what a plan wants of a tier of the rules, on an HDFS whose NameNode has the plug-ins
 * with the rules of that plan, and verifies it. Files come to a tier as a {@link Keeper} makes them
 * whole. They leave one by Hadoop's mover, which moves what the default storage policy does not
 * want to disks, and copies before it deletes; then they are made whole again on the tiers that
 * stay. What HDFS has is the only memory. For one thread.
 */
public final class TierExecution {
  private static final int ENTRIES = 10_000;
  private static final int BATCH_FILES = 100;
  private static final long BATCH_BYTES = 10_000_000_000L;

  /** So many files are moved by one mover. */
  private static final int MOVED_FILES = 1000;

  private final RuledHdfs hdfs;
  private final StorageRules rules;
  private final Means means;
  private final PlanExecution.Listener listener;
  private final Map<TierChange, Outcome> outcomes = new LinkedHashMap<>();

  /** What was said of files that did not become whole, by their paths. */
  private final Map<String, String> told = new HashMap<>();

  /** Why others were not tried, in words; empty if that is not known. */
  private String untried = "";

  /** Moves the replicas of files to where their storage policies want them, by Hadoop's mover. */
  @FunctionalInterface
  public interface Mover {
    /**
     * Returns when that was done, or no replica can be moved any more.
     *
     * @throws IOException if it could not be tried; with one line that says why
     */
    void move(Collection<String> paths) throws IOException, InterruptedException;
  }

  /**
   * What it works with.
   *
   * @param mover of the same HDFS
   * @param file where it is noted what is raised for a while
   * @param patience how long to wait for the next replica that HDFS makes or deletes
   * @param pause waits meanwhile
   * @param clock milliseconds since 1970
   */
  public record Means(
      Mover mover,
      ProgressFile file,
      Duration patience,
      PlanExecution.Pause pause,
      LongSupplier clock) {}

  /**
   * Will work on an HDFS that nobody else keeps whole meanwhile.
   *
   * @param rules that the NameNode has
   */
  public TierExecution(
      RuledHdfs hdfs, StorageRules rules, Means means, PlanExecution.Listener listener) {
    this.hdfs = hdfs;
    this.rules = rules;
    this.means = means;
    this.listener = listener;
  }

  /**
   * Says what would be done.
   *
   * @return one outcome for each change, in their order
   */
  public List<Outcome> look(List<TierChange> changes) throws IOException {
    for (TierChange change : changes) {
      if (isOpen(change)) {
        end(change, Status.NOT_TRIED, "");
      }
    }
    return List.copyOf(outcomes.values());
  }

  /**
   * Does what is to be done.
   *
   * @return one outcome for each change, in their order
   * @throws IOException if HDFS does not answer; who tries again finds what is done
   */
  public List<Outcome> run(List<TierChange> changes) throws IOException, InterruptedException {
    listener.begun(changes.stream().map(TierChange::action).toList());
    Optional<String> reason = hdfs.reasonToWait();
    List<TierChange> open = new ArrayList<>();
    for (TierChange change : changes) {
      if (reason.isPresent()) {
        end(change, Status.NOT_TRIED, reason.get());
      } else if (isOpen(change)) {
        open.add(change);
      }
    }
    for (int from = 0; from < open.size(); from += MOVED_FILES) { // what frees space goes first
      leave(open.subList(from, Math.min(open.size(), from + MOVED_FILES)));
    }
    if (!open.isEmpty()) {
      come(open);
    }
    for (TierChange change : open) {
      verify(change);
    }
    return changes.stream().map(outcomes::get).toList();
  }

  private void end(TierChange change, Status status, String detail) {
    Outcome outcome = new Outcome(change.action(), status, detail);
    outcomes.put(change, outcome);
    listener.ended(outcome);
  }

  /** Whether something is to be done for a file; if not, says why. */
  private boolean isOpen(TierChange change) throws IOException {
    Optional<RuledFile> found;
    try {
      found = hdfs.file(change.path());
    } catch (IOException e) {
      if (!Failures.isRefusal(e)) {
        throw e;
      }
      end(change, Status.FAILED, Failures.message(e));
      return false;
    }
    Optional<String> difference = difference(change, found);
    if (difference.isPresent()) {
      end(change, Status.CHANGED, difference.get());
      return false;
    }
    Set<String> placed = placed(change);
    if (!placed.equals(Set.copyOf(change.to()))) {
      end(
          change,
          Status.LEFT_ALONE,
          "the rules hold it on "
              + (placed.isEmpty() ? "no tier" : String.join(", ", placed))
              + ", not on "
              + String.join(", ", change.to())
              + ": give the NameNode the rules of the plan (plan --rules-output), and name them");
      return false;
    }
    if (missing(change, found.orElseThrow()).isEmpty()) {
      end(change, Status.WAS_DONE, "");
      return false;
    }
    return true;
  }

  private Set<String> placed(TierChange change) {
    return rules.placementOf(change.path()).stream()
        .flatMap(
            placement ->
                placement
                    .holders(rules.tiers(), rules.regions(), change.path(), change.replicas())
                    .stream())
        .map(Tier::name)
        .collect(Collectors.toSet());
  }

  /** What is not as it was when the plan was made, in words. */
  private static Optional<String> difference(TierChange change, Optional<RuledFile> found) {
    if (found.isEmpty()) {
      return Optional.of("does not exist");
    }
    FileState file = found.get().state();
    if (file.isOpen()) {
      return Optional.of("is being written");
    }
    if (file.isErasureCoded()) {
      return Optional.of("is erasure coded");
    }
    if (change.id() >= 0 && change.id() != file.id()) {
      return Optional.of("is another file of this name");
    }
    if (file.bytes() != change.bytes()) {
      return Optional.of("has " + file.bytes() + " bytes, had " + change.bytes());
    }
    // An image has times to the minute, without numbers of files, or to the millisecond.
    long tolerance = change.id() >= 0 ? 1 : Duration.ofMinutes(1).toMillis();
    long planned = change.modified().toEpochMilli();
    if (file.modifiedMillis() < planned || file.modifiedMillis() >= planned + tolerance) {
      return Optional.of("was written since");
    }
    if (!file.policy().equals(StoragePolicy.HOT.name())) {
      return Optional.of("has storage policy " + file.policy() + ", so that HDFS places it");
    }
    return file.replicas() == change.replicas()
        ? Optional.empty()
        : Optional.of("has " + file.replicas() + " replicas");
  }

  /** What is not as the plan wants it, in words; empty if all is. */
  private String missing(TierChange change, RuledFile file) {
    List<String> words = new ArrayList<>();
    int blocks = file.blocks().size();
    for (String tier : change.to()) {
      long lacking = blocks - blocksOn(tier, file);
      if (lacking > 0) {
        words.add(lacking + " of " + blocks + " blocks lack tier " + tier);
      }
    }
    for (String tier : change.left()) {
      long there = blocksOn(tier, file);
      if (there > 0) {
        words.add(there + " of " + blocks + " blocks are still on tier " + tier);
      }
    }
    long fewer = file.fewerThan(change.replicas());
    if (fewer > 0) {
      words.add(fewer + " blocks have fewer than " + change.replicas() + " replicas");
    }
    return String.join(", ", words);
  }

  private long blocksOn(String tier, RuledFile file) {
    return file.blocks().stream()
        .filter(block -> block.stream().anyMatch(replica -> isOn(tier, replica)))
        .count();
  }

  private boolean isOn(String tier, Replica replica) {
    return rules
        .tiers()
        .of(replica.device(), replica.node().label())
        .map(Tier::name)
        .filter(tier::equals)
        .isPresent();
  }

  /** Lets files leave the tiers that shall not hold them any more. */
  private void leave(List<TierChange> changes) throws IOException, InterruptedException {
    List<TierChange> leaving = new ArrayList<>();
    for (TierChange change : changes) {
      Optional<RuledFile> file = hdfs.file(change.path());
      if (file.isPresent()
          && difference(change, file).isEmpty()
          && file.get().fewest() >= change.replicas()
          && change.left().stream().anyMatch(tier -> blocksOn(tier, file.get()) > 0)) {
        leaving.add(change);
      }
    }
    if (leaving.isEmpty()) {
      return;
    }
    leaving.forEach(change -> listener.changing(change.action()));
    listener.moving(leaving.size(), leaving.stream().mapToLong(TierChange::movedBytes).sum());
    means.mover().move(leaving.stream().map(TierChange::path).toList());
  }

  /** Makes files whole. */
  private void come(List<TierChange> changes) throws IOException, InterruptedException {
    Map<String, PlanAction> actions = new HashMap<>();
    changes.forEach(change -> actions.put(change.path(), change.action()));
    Keeper.Settings settings =
        new Keeper.Settings(
            Duration.ofDays(1),
            changes.stream().map(TierChange::path).toList(),
            ENTRIES,
            BATCH_FILES,
            BATCH_BYTES,
            means.patience(),
            false);
    Keeper keeper =
        new Keeper(
            settings,
            Optional.of(() -> rules),
            hdfs,
            means.file(),
            means.pause(),
            new Told(actions));
    long now = means.clock().getAsLong();
    while (keeper.step(now)) {
      // The next part of them.
    }
  }

  private void verify(TierChange change) throws IOException {
    Optional<RuledFile> found = hdfs.file(change.path());
    Optional<String> difference = difference(change, found);
    if (difference.isPresent()) {
      end(change, Status.CHANGED, difference.get() + " meanwhile");
      return;
    }
    String missing = missing(change, found.orElseThrow());
    if (missing.isEmpty()) {
      end(change, Status.DONE, "");
    } else {
      String why = told.getOrDefault(change.path(), untried);
      end(change, Status.INCOMPLETE, why.isEmpty() ? missing : missing + "; " + why);
    }
  }

  /** What the keeper says becomes a part of the outcome, which is verified once more. */
  private final class Told implements Keeper.Listener {
    private final Map<String, PlanAction> actions;

    Told(Map<String, PlanAction> actions) {
      this.actions = actions;
    }

    @Override
    public void notice(String text) {
      untried = text;
    }

    @Override
    public void kept(KeptFacts facts) {
      if (!facts.leftAlone().isEmpty()) {
        untried = String.join("; or ", facts.leftAlone().keySet());
      }
    }

    @Override
    public void changing(PlanAction action) {
      listener.changing(actions.getOrDefault(action.path(), action));
    }

    @Override
    public void moving(int files, long bytes) {
      listener.moving(files, bytes);
    }

    @Override
    public void ended(Outcome outcome) {
      if (outcome.status() != Status.DONE) {
        told.put(outcome.action().path(), outcome.detail());
      }
    }
  }
}
