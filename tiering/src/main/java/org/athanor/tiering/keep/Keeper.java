// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * Finds files that are not whole on the tiers and in the regions that the rules want for them, as
 * after the loss of nodes, or where a tier was full, and lets {@link BatchRepair} repair them. Each
 * call looks at a part of the files; each file is looked at once in a period, so it is repaired at
 * most once. For one thread.
 *
 * <p>Left alone are files that somebody writes, erasure coded ones, those with too few replicas,
 * which HDFS makes first, with one replica, with another storage policy than HDFS's default, which
 * the plug-in does not place, and those that a snapshot has with another content.
 *
 * <p>What is raised for a while is on disk before: after a crash, the next start sets it back.
 */
public final class Keeper {
  /** After a failure, or where the cluster is not well. */
  private static final Duration TRY_AGAIN = Duration.ofMinutes(5);

  /** After so many files in a row that did not come where they should, no more are tried. */
  private static final int MOST_IN_VAIN = 20;

  private static final int LEAST_REPLICAS = 2;
  private static final int MOST_REPLICAS = 512;
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Settings settings;
  private final RulesSource source;
  private final RuledHdfs hdfs;
  private final ProgressFile file;
  private final PlanExecution.Pause pause;
  private final Listener listener;
  private StorageRules rules;
  private Progress progress;
  private long triedMillis = NEVER;

  private Instant began = Instant.EPOCH;

  /** Whether this process has looked at the files from the first one on. */
  private boolean isFromStart;

  private long files;
  private long repaired;
  private int inVain;
  private final Map<Spot, KeptFacts.Count> counts = new HashMap<>();
  private final Map<String, Long> leftAlone = new HashMap<>();

  /** Told what happens, on the keeper's thread. */
  public interface Listener extends PlanExecution.Listener {
    /** Something is worth knowing; in one line. */
    void notice(String text);

    /** How whole the files are, by what is known now. */
    void kept(KeptFacts facts);
  }

  /** Where the rules come from. */
  @FunctionalInterface
  public interface RulesSource {
    /**
     * The rules as they are now.
     *
     * @throws IOException if they cannot be read; with one line
     */
    StorageRules read() throws IOException;
  }

  /**
   * How much is done.
   *
   * @param period in which each file is looked at once
   * @param roots only files in and below these directories
   * @param entries files and directories that a call looks at, about, from 1
   * @param batchFiles files that a call repairs at most, from 1
   * @param batchBytes bytes that these write at most, from 1; one file may write more
   * @param patience how long to wait for the next replica that HDFS makes or deletes
   * @param isDryRun whether it only looks
   */
  public record Settings(
      Duration period,
      List<String> roots,
      int entries,
      int batchFiles,
      long batchBytes,
      Duration patience,
      boolean isDryRun) {
    public Settings {
      roots = List.copyOf(roots);
      if (entries < 1 || batchFiles < 1 || batchBytes < 1 || period.toMillis() < 1) {
        throw new IllegalArgumentException(
            "entries="
                + entries
                + ", batchFiles="
                + batchFiles
                + ", batchBytes="
                + batchBytes
                + ", period="
                + period
                + ": must be 1 or more");
      }
    }

    /** Ten thousand entries, a hundred files of 10 GB. */
    public static Settings usual(
        Duration period, List<String> roots, Duration patience, boolean isDryRun) {
      return new Settings(period, roots, 10_000, 100, 10_000_000_000L, patience, isDryRun);
    }
  }

  /**
   * Reads the rules, and what was known before.
   *
   * @throws IOException if one of them cannot be read
   */
  public Keeper(
      Settings settings,
      RulesSource source,
      RuledHdfs hdfs,
      ProgressFile file,
      PlanExecution.Pause pause,
      Listener listener)
      throws IOException {
    this.settings = settings;
    this.source = source;
    this.hdfs = hdfs;
    this.file = file;
    this.pause = pause;
    this.listener = listener;
    this.rules = source.read();
    this.progress = settings.isDryRun() ? Progress.NONE : file.load();
  }

  /** Whether files of a placement shall be held by certain tiers or regions. */
  public static boolean holds(PlacementRule placement) {
    return Wanted.has(placement);
  }

  /** Whether the rules say which tiers or regions hold a file, so that others leave it alone. */
  public boolean places(String path, FileState state) {
    return isPlaced(state) && rules.placementOf(path).filter(Wanted::has).isPresent();
  }

  /** As the plug-in: a file with another policy than the default is placed by HDFS. */
  private static boolean isPlaced(FileState state) {
    return state.policy().equals(StoragePolicy.HOT.name()) && !state.isErasureCoded();
  }

  /**
   * Does a part of what is to be done; repairs may take minutes.
   *
   * @param nowMillis the time, in milliseconds since 1970
   * @return whether there is more to do in this period
   * @throws IOException if HDFS does not answer; a call tries again five minutes later
   */
  public boolean step(long nowMillis) throws IOException, InterruptedException {
    long length = settings.period().toMillis();
    long period = Math.floorDiv(nowMillis, length) * length;
    boolean isDue = !progress.hasEnded() || progress.periodMillis() != period;
    if ((!isDue && progress.raised().isEmpty())
        || Math.abs(nowMillis - triedMillis) < TRY_AGAIN.toMillis()) {
      return false;
    }
    triedMillis = nowMillis; // unless all goes well
    if (!settings.isDryRun()) {
      Optional<String> reason = hdfs.reasonToWait();
      if (reason.isPresent()) {
        listener.notice("files are not made whole: waiting: " + reason.get());
        return false;
      }
      if (!setBack()) {
        return false;
      }
    }
    if (isDue) {
      if (progress.hasEnded()) {
        begin(period, nowMillis);
      } else if (began.equals(Instant.EPOCH)) {
        began = Instant.ofEpochMilli(nowMillis); // another process has begun
      }
      pass();
    }
    triedMillis = NEVER;
    return !progress.hasEnded();
  }

  private void begin(long period, long nowMillis) throws IOException {
    try {
      rules = source.read();
    } catch (IOException e) {
      listener.notice("the rules stay as they were: " + Failures.message(e));
    }
    progress = new Progress(period, "", "", false, progress.raised());
    began = Instant.ofEpochMilli(nowMillis);
    isFromStart = true;
    files = 0;
    inVain = 0;
    counts.clear();
    leftAlone.clear();
  }

  /** Sets back what was raised before a crash; returns whether nothing is left. */
  private boolean setBack() throws IOException {
    for (Progress.Raised raised : progress.raised()) {
      try {
        Optional<RuledFile> found = hdfs.file(raised.path());
        if (found.isEmpty() || found.get().state().id() != raised.id()) {
          listener.notice(
              raised.path()
                  + ": was deleted or renamed while its number of replicas was raised, perhaps from "
                  + raised.replicas());
        } else {
          int now = found.get().state().replicas();
          if (now > raised.replicas() && now <= raised.most()) {
            hdfs.setReplicas(raised.path(), raised.replicas());
            listener.notice(raised.path() + ": has " + raised.replicas() + " replicas again");
          }
        }
        store(progress.without(raised));
      } catch (IOException e) {
        listener.notice(
            raised.path()
                + ": its number of replicas could not be set back to "
                + raised.replicas()
                + ": "
                + Failures.message(e));
        return false;
      }
    }
    return true;
  }

  private void store(Progress next) throws IOException {
    if (!settings.isDryRun()) {
      file.store(next);
    }
    progress = next;
  }

  /** The directories of the rules, those in others left out, in the order of their paths. */
  private List<String> roots() {
    TreeSet<String> all = new TreeSet<>();
    for (PlacementRule placement : rules.placements()) {
      for (String root : settings.roots()) {
        if (isIn(placement.path(), root)) {
          all.add(placement.path());
        } else if (isIn(root, placement.path())) {
          all.add(root);
        }
      }
    }
    List<String> outer = new ArrayList<>();
    for (String path : all) {
      if (all.stream().noneMatch(other -> !other.equals(path) && isIn(path, other))) {
        outer.add(path);
      }
    }
    return outer;
  }

  private static boolean isIn(String path, String directory) {
    return directory.equals("/")
        || path.equals(directory)
        || (path.startsWith(directory) && path.charAt(directory.length()) == '/');
  }

  private void pass() throws IOException, InterruptedException {
    Batch batch = new Batch();
    Progress next = progress.ended();
    for (String root : roots()) {
      int order = root.compareTo(progress.root());
      if (order < 0) {
        continue; // was looked at
      }
      String position = order == 0 ? progress.position() : "";
      if (!batch.isFull()) {
        position = walk(root, position, batch);
        if (position.isEmpty()) {
          continue;
        }
      }
      next = progress.at(root, position);
      break;
    }
    repair(batch.candidates, next);
    boolean isComplete = isFromStart && progress.hasEnded();
    listener.kept(new KeptFacts(began, isComplete, files, counts, leftAlone, repaired));
  }

  private String walk(String root, String position, Batch batch) throws IOException {
    try {
      return hdfs.walk(root, position, settings.entries(), batch::look);
    } catch (FileNotFoundException e) {
      return ""; // the rules may be there before their directories are
    }
  }

  private void repair(List<BatchRepair.Candidate> candidates, Progress next)
      throws IOException, InterruptedException {
    if (settings.isDryRun()) {
      candidates.forEach(
          one ->
              listener.ended(new Outcome(one.action(), Status.NOT_TRIED, "would be made whole")));
      store(next);
      return;
    }
    // On disk before anything is raised.
    store(next.with(candidates.stream().map(BatchRepair.Candidate::raised).toList()));
    if (candidates.isEmpty()) {
      return;
    }
    listener.begun(candidates.stream().map(BatchRepair.Candidate::action).toList());
    List<Progress.Raised> left = new ArrayList<>();
    BatchRepair repair = new BatchRepair(hdfs, rules, settings.patience(), pause, listener);
    for (BatchRepair.Result result : repair.run(candidates)) {
      if (result.outcome().status() == Status.INCOMPLETE) {
        countVain();
      }
      if (result.outcome().status() == Status.DONE) {
        inVain = 0;
        repaired++;
        result
            .candidate()
            .lacking()
            .keySet()
            .forEach(spot -> counts.computeIfPresent(spot, (same, count) -> count.mended()));
      }
      if (result.isRaised()) {
        left.add(result.candidate().raised());
      }
      listener.ended(result.outcome());
    }
    store(progress.with(left));
  }

  private void countVain() {
    inVain++;
    if (inVain == MOST_IN_VAIN) {
      listener.notice(
          "the last "
              + MOST_IN_VAIN
              + " files did not come where the rules want them: has the NameNode the plug-in"
              + " TieredPlacementPolicy, with the same rules? Until the next period files are only"
              + " looked at");
    }
  }

  /** The files of one call. */
  private final class Batch {
    final List<BatchRepair.Candidate> candidates = new ArrayList<>();
    private long bytes;
    private int seen;
    private Optional<SpotRoom> room = Optional.empty();
    private Optional<Snapshots> snapshots = Optional.empty();

    boolean isFull() {
      return candidates.size() >= settings.batchFiles()
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
      files++;
      Map<Spot, Integer> lacking = wanted.lacking();
      for (Spot spot : wanted.spots()) {
        boolean isWhole = !lacking.containsKey(spot);
        counts.merge(spot, KeptFacts.Count.NONE.and(isWhole), (count, one) -> count.and(isWhole));
      }
      if (lacking.isEmpty()) {
        return;
      }
      Optional<String> obstacle = obstacle(path, found, wanted, lacking);
      if (obstacle.isPresent()) {
        leftAlone.merge(obstacle.get(), 1L, Long::sum);
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
      candidates.add(new BatchRepair.Candidate(path, found, lacking, most, action));
      bytes += action.movedBytes();
    }

    private Optional<String> obstacle(
        String path, RuledFile found, Wanted wanted, Map<Spot, Integer> lacking)
        throws IOException {
      FileState state = found.state();
      int most = state.replicas() + wanted.mostLacking();
      if (inVain >= MOST_IN_VAIN) {
        return Optional.of("was not tried, because others did not come where the rules want them");
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
      Optional<String> obstacle = wanted.obstacle();
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
}
