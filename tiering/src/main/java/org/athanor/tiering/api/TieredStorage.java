// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.ReplicaExecution;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * Puts files on tiers, takes them off, and sets their numbers of replicas: the operations of K.
 * Ravindranathan (2015), table 4.1, by HDFS's stock storage policies, so on any HDFS. A tier that
 * has a file has all of its blocks.
 *
 * <p>Each operation takes files, and directories for all files below them, and returns one {@link
 * Outcome} for each file, sorted by path. It returns when what was asked for is there, by HDFS's
 * block locations, or does not get there; a replica is copied before another one is deleted. Left
 * alone, with a reason ({@link Status#LEFT_ALONE}), are files
 *
 * <ul>
 *   <li>that somebody is writing, that are erasure coded, or have blocks with too few replicas
 *   <li>of which a snapshot has another content or number of replicas
 *   <li>with a storage policy that is not of SSD, disks and archive, or, if devices would change,
 *       one that they have from a directory: it stays in force for new files
 *   <li>with one replica, unless they get more
 *   <li>that would be left fewer replicas than the limits allow ({@link LeastReplicas})
 * </ul>
 *
 * <p>It needs HDFS's superuser, because only that may ask for the space of devices, and run
 * Hadoop's mover. An operation throws {@link FileNotFoundException} before it changes anything if
 * there is nothing with one of the paths, and IOException if HDFS cannot be asked; a failure that
 * concerns one file is the outcome of that file. For one thread at a time.
 */
public final class TieredStorage {
  /** The fewest replicas that an operation leaves a file. */
  public static final int LEAST_REPLICAS = LeastReplicas.UNLESS_DURABLE;

  /** HDFS's usual limit, {@code dfs.replication.max}. */
  public static final int MOST_REPLICAS = 512;

  private final HdfsTree hdfs;
  private final PlanExecution.Limits limits;
  private final boolean isDryRun;
  private final PlanExecution.Pause pause;
  private final PlanExecution.Listener listener;

  /**
   * Works on an HDFS.
   *
   * @param limits of moving
   * @param isDryRun whether operations only look: what would be tried is {@link Status#NOT_TRIED}
   * @param pause waits while HDFS makes and deletes replicas
   * @param listener told what happens, on the caller's thread
   */
  public TieredStorage(
      HdfsTree hdfs,
      PlanExecution.Limits limits,
      boolean isDryRun,
      PlanExecution.Pause pause,
      PlanExecution.Listener listener) {
    this.hdfs = hdfs;
    this.limits = limits;
    this.isDryRun = isDryRun;
    this.pause = pause;
    this.listener = listener;
  }

  /** Puts files also on a tier, and keeps them on those that they are on. */
  public List<Outcome> createFileTier(Collection<String> paths, FileTier tier)
      throws IOException, InterruptedException {
    return execute(
        paths,
        (policy, replicas) -> {
          Set<FileTier> tiers = TierPolicies.tiers(policy);
          tiers.add(tier);
          return wish(tiers, replicas);
        });
  }

  /**
   * Takes files off a tier. Replicas of a file that is on this tier only go to disks; a file that
   * is on disks only is left alone, because nobody has said where it shall go. Verified is also
   * that no replica is left on the tier.
   */
  public List<Outcome> deleteFileTier(Collection<String> paths, FileTier tier)
      throws IOException, InterruptedException {
    List<Outcome> outcomes =
        execute(
            paths,
            (policy, replicas) -> {
              Set<FileTier> tiers = TierPolicies.tiers(policy);
              tiers.remove(tier);
              if (!tiers.isEmpty()) {
                return wish(tiers, replicas);
              }
              return tier == FileTier.DISK
                  ? Wish.none("is on disks only: move it to another tier instead")
                  : Wish.of(StoragePolicy.HOT, replicas);
            });
    return isDryRun
        ? outcomes
        : new EmptyTier(hdfs, tier, limits.patience(), pause).verify(outcomes);
  }

  /**
   * Moves files from one tier to another, and keeps them on others that they are on. Files that are
   * not on the first are left alone.
   *
   * @param replicas the number of replicas that they shall have on all tiers together, from {@value
   *     #LEAST_REPLICAS} to {@value #MOST_REPLICAS}
   * @throws IllegalArgumentException if the number is not in this range
   */
  public List<Outcome> moveTier(Collection<String> paths, FileTier from, FileTier to, int replicas)
      throws IOException, InterruptedException {
    checkReplicas(replicas);
    return execute(
        paths,
        (policy, had) -> {
          Set<FileTier> tiers = TierPolicies.tiers(policy);
          if (!tiers.remove(from) && !tiers.contains(to)) {
            return Wish.none("is not on " + from);
          }
          tiers.add(to);
          return wish(tiers, replicas);
        });
  }

  /**
   * Gives files a storage policy of their own, and a number of replicas. Files with other policies
   * than HOT, COLD and ONE_SSD are left alone: somebody has decided about them. In the paper, the
   * policy is one of those by which a NameNode places the replicas of new blocks (network, tier,
   * hybrid); these are rules of the plug-in for the NameNode, and set in its rules file.
   *
   * @param policy HOT, WARM, COLD, ONE_SSD or ALL_SSD
   * @param replicas from {@value #LEAST_REPLICAS} to {@value #MOST_REPLICAS}; empty if files keep
   *     their numbers
   * @throws IllegalArgumentException if it is another policy, or the number is not in this range
   */
  public List<Outcome> setRepPolicy(
      Collection<String> paths, StoragePolicy policy, Optional<Integer> replicas)
      throws IOException, InterruptedException {
    if (TierPolicies.named(policy.name()).isEmpty()) {
      throw new IllegalArgumentException(
          "policy=" + policy + ": must be HOT, WARM, COLD, ONE_SSD or ALL_SSD");
    }
    replicas.ifPresent(TieredStorage::checkReplicas);
    return execute(
        paths,
        (before, had) ->
            before.isPlanned() || before == policy
                ? Wish.of(policy, replicas.orElse(had))
                : Wish.none("has storage policy " + before));
  }

  /**
   * Sets the number of replicas of files, which stay on their tiers.
   *
   * @param replicas from {@value #LEAST_REPLICAS} to {@value #MOST_REPLICAS}
   * @param waits whether to wait until HDFS has made and deleted the replicas; if not, outcomes are
   *     {@link Status#ASKED}
   * @throws IllegalArgumentException if the number is not in this range
   */
  public List<Outcome> setReplicas(Collection<String> paths, int replicas, boolean waits)
      throws IOException, InterruptedException {
    checkReplicas(replicas);
    Prepared prepared = prepare(paths, (policy, had) -> Wish.of(policy, replicas), false);
    ReplicaExecution execution = new ReplicaExecution(hdfs, limits, pause, listener);
    List<PlanAction> actions = prepared.actions();
    return prepared.with(isDryRun ? execution.look(actions) : execution.run(actions, waits));
  }

  private static void checkReplicas(int replicas) {
    if (replicas < LEAST_REPLICAS || replicas > MOST_REPLICAS) {
      throw new IllegalArgumentException(
          "replicas=" + replicas + ": must be from " + LEAST_REPLICAS + " to " + MOST_REPLICAS);
    }
  }

  private static Wish wish(Set<FileTier> tiers, int replicas) {
    return TierPolicies.of(EnumSet.copyOf(tiers))
        .map(policy -> Wish.of(policy, replicas))
        .orElseGet(
            () ->
                Wish.none(
                    "HDFS has no storage policy for "
                        + String.join(" and ", tiers.stream().map(FileTier::toString).toList())));
  }

  private List<Outcome> execute(Collection<String> paths, Wish.Maker maker)
      throws IOException, InterruptedException {
    Prepared prepared = prepare(paths, maker, true);
    PlanExecution execution = new PlanExecution(hdfs, limits, pause, listener);
    List<PlanAction> actions = prepared.actions();
    return prepared.with(isDryRun ? execution.look(actions) : execution.run(actions));
  }

  /** Actions, and outcomes of files that are left alone, by path. */
  private static final class Prepared {
    private final Map<String, PlanAction> actions = new LinkedHashMap<>();
    private final Map<String, Outcome> leftAlone = new LinkedHashMap<>();

    List<PlanAction> actions() {
      return List.copyOf(actions.values());
    }

    List<Outcome> with(List<Outcome> executed) {
      Map<String, Outcome> all = new TreeMap<>(leftAlone);
      executed.forEach(outcome -> all.put(outcome.action().path(), outcome));
      return List.copyOf(all.values());
    }
  }

  private Prepared prepare(Collection<String> paths, Wish.Maker maker, boolean changesDevices)
      throws IOException {
    Snapshots snapshots = hdfs.snapshots();
    Prepared prepared = new Prepared();
    for (String path : paths) {
      try {
        hdfs.forEach(
            path,
            (name, file, directoryPolicy) -> {
              if (!prepared.actions.containsKey(name) && !prepared.leftAlone.containsKey(name)) {
                boolean own = !file.policy().equals(directoryPolicy);
                Wish wish = wish(file, maker, changesDevices && !own);
                if (wish.obstacle().isEmpty() && snapshots.differFrom(name, file)) {
                  wish = Wish.none("has changed since a snapshot");
                }
                add(prepared, name, file, wish);
              }
            });
      } catch (FileNotFoundException e) {
        throw missing(path, e);
      }
    }
    prepared.leftAlone.values().forEach(listener::ended);
    return prepared;
  }

  /** With a message of one line that is whole by itself. */
  static FileNotFoundException missing(String path, FileNotFoundException cause) {
    FileNotFoundException missing = new FileNotFoundException(path + ": does not exist in HDFS");
    missing.initCause(cause);
    return missing;
  }

  private static void add(Prepared prepared, String name, FileState file, Wish wish) {
    StoragePolicy had = TierPolicies.named(file.policy()).orElse(StoragePolicy.HOT);
    if (wish.obstacle().isEmpty()) {
      prepared.actions.put(name, action(name, file, had, wish.policy(), wish.replicas()));
    } else {
      PlanAction none = action(name, file, had, had, file.replicas());
      prepared.leftAlone.put(name, new Outcome(none, Status.LEFT_ALONE, wish.obstacle()));
    }
  }

  private static Wish wish(FileState file, Wish.Maker maker, boolean keepsInherited) {
    if (file.isOpen()) {
      return Wish.none("is being written");
    }
    if (file.isErasureCoded()) {
      return Wish.none("is erasure coded");
    }
    Optional<StoragePolicy> policy = TierPolicies.named(file.policy());
    if (policy.isEmpty()) {
      return Wish.none("has storage policy " + file.policy());
    }
    Wish wish = maker.make(policy.get(), file.replicas());
    if (!wish.obstacle().isEmpty()) {
      return wish;
    }
    boolean changes = wish.policy() != policy.get() || wish.replicas() != file.replicas();
    if (changes && wish.replicas() < LEAST_REPLICAS) {
      return Wish.none("has one replica; give it " + LEAST_REPLICAS + " first");
    }
    // A number that was raised, but not reached, can be taken back.
    if (changes && file.fewestReplicas() < Math.min(file.replicas(), wish.replicas())) {
      return Wish.none("has blocks with too few replicas");
    }
    return keepsInherited && wish.policy() != policy.get() && policy.get() != StoragePolicy.HOT
        ? Wish.none("has storage policy " + policy.get() + " from its directory")
        : wish;
  }

  private static PlanAction action(
      String name, FileState file, StoragePolicy from, StoragePolicy to, int replicas) {
    return new PlanAction(
        name,
        file.id(),
        file.bytes(),
        Instant.ofEpochMilli(file.modifiedMillis()),
        from,
        to,
        file.replicas(),
        replicas,
        file.bytes() * TierPolicies.written(from, Math.max(1, file.replicas()), to, replicas),
        "asked for");
  }
}
