// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.storage.rules.PlacementRule;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;

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
 * <p>What is raised for a while is on disk before: after a crash, the next start sets it back, also
 * one without rules.
 */
public final class Keeper {
  /** After a failure, or where the cluster is not well. */
  private static final Duration TRY_AGAIN = Duration.ofMinutes(5);

  /** Others are served at least so often while HDFS is waited for. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Settings settings;
  private final Optional<RulesSource> source;
  private final RuledHdfs hdfs;
  private final ProgressFile file;
  private final PlanExecution.Pause pause;
  private final Listener listener;
  private final SetBack setBack;
  private final VainTries vain = new VainTries();
  private final ReplicationQueue queue = new ReplicationQueue();
  private Optional<StorageRules> rules;
  private Progress progress;
  private long triedMillis = NEVER;
  private long setBackMillis = NEVER;

  private Instant began = Instant.EPOCH;

  /** Whether this process has looked at the files from the first one on. */
  private boolean isFromStart;

  private final Tally tally = new Tally();

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
   * @param source of the rules; without one, only what was raised before is set back
   * @param pause waits while HDFS makes and deletes replicas
   * @throws IOException if one of them cannot be read
   */
  public Keeper(
      Settings settings,
      Optional<RulesSource> source,
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
    this.setBack = new SetBack(hdfs, listener::notice);
    this.rules = source.isPresent() ? Optional.of(source.get().read()) : Optional.empty();
    this.progress = settings.isDryRun() ? Progress.NONE : file.load();
  }

  /** Whether files of a placement shall be held by certain tiers or regions. */
  public static boolean holds(PlacementRule placement) {
    return Wanted.has(placement);
  }

  /** Whether the rules say which tiers or regions hold a file, so that others leave it alone. */
  public boolean places(String path, FileState state) {
    return Batch.isPlaced(state)
        && rules.flatMap(all -> all.placementOf(path)).filter(Wanted::has).isPresent();
  }

  /**
   * The fewest replicas that the rules as they are now let a file be left.
   *
   * @param name of the rules, for messages
   */
  public LeastReplicas leastReplicas(String name) {
    return rules.map(all -> LeastReplicas.of(all, name)).orElse(LeastReplicas.USUAL);
  }

  /** Does a part of what is to be done, as the other method; nothing else is done meanwhile. */
  public boolean step(long nowMillis) throws IOException, InterruptedException {
    return step(nowMillis, () -> {});
  }

  /**
   * Does a part of what is to be done; repairs may take minutes, those of large files hours.
   *
   * @param nowMillis the time, in milliseconds since 1970
   * @param between called each two seconds while HDFS is waited for
   * @return whether there is more to do in this period
   * @throws IOException if HDFS does not answer; a call tries again five minutes later
   */
  public boolean step(long nowMillis, PlanExecution.Between between)
      throws IOException, InterruptedException {
    long length = settings.period().toMillis();
    long period = Math.floorDiv(nowMillis, length) * length;
    boolean isDue =
        rules.isPresent() && (!progress.hasEnded() || progress.periodMillis() != period);
    boolean setsBack = !progress.raised().isEmpty() && isLongAgo(setBackMillis, nowMillis);
    if ((!isDue && !setsBack) || !isLongAgo(triedMillis, nowMillis)) {
      return false;
    }
    triedMillis = nowMillis; // unless all goes well
    if (!settings.isDryRun()) {
      Optional<String> reason = hdfs.reasonToWait();
      if (reason.isEmpty() && setsBack) {
        setBackMillis = nowMillis;
        store(progress.with(setBack.run(progress.raised())));
      }
      if (reason.isEmpty() && isDue) {
        reason = queue.reasonToWait(hdfs.queuedBlocks());
      }
      if (reason.isPresent()) {
        listener.notice("files are not made whole: waiting: " + reason.get());
        return false;
      }
    }
    if (isDue) {
      if (progress.hasEnded()) {
        begin(period, nowMillis);
      } else if (began.equals(Instant.EPOCH)) {
        began = Instant.ofEpochMilli(nowMillis); // another process has begun
      }
      pass(rules.orElseThrow(), between);
    }
    triedMillis = NEVER;
    return rules.isPresent() && !progress.hasEnded();
  }

  private static boolean isLongAgo(long millis, long nowMillis) {
    return Math.abs(nowMillis - millis) >= TRY_AGAIN.toMillis();
  }

  private void begin(long period, long nowMillis) throws IOException {
    readRules();
    progress = Progress.begin(period).with(progress.raised());
    began = Instant.ofEpochMilli(nowMillis);
    isFromStart = true;
    vain.beginPeriod();
    tally.begin();
  }

  private void readRules() {
    try {
      StorageRules now = source.orElseThrow().read();
      if (rules.isEmpty() || now.version() != rules.get().version()) {
        vain.forget();
      }
      rules = Optional.of(now);
    } catch (IOException e) {
      listener.notice("the rules stay as they were: " + Failures.message(e));
    }
  }

  private void store(Progress next) throws IOException {
    if (!settings.isDryRun()) {
      file.store(next);
    }
    progress = next;
  }

  private void pass(StorageRules current, PlanExecution.Between between)
      throws IOException, InterruptedException {
    Set<Long> raised =
        progress.raised().stream().map(Progress.Raised::id).collect(Collectors.toSet());
    Batch batch = new Batch(current, hdfs, settings, vain, tally, raised);
    Progress next = progress.ended();
    for (String root : RuleRoots.of(current, settings.roots())) {
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
    if (settings.isDryRun()) {
      batch
          .candidates()
          .forEach(
              one ->
                  listener.ended(
                      new Outcome(one.action(), Status.NOT_TRIED, "would be made whole")));
      store(next);
    } else {
      repair(current, batch.candidates(), next, between);
    }
    boolean isComplete = isFromStart && progress.hasEnded();
    listener.kept(tally.facts(began, isComplete));
  }

  private String walk(String root, String position, Batch batch) throws IOException {
    try {
      return hdfs.walk(
          root, position, settings.entries(), (path, found) -> look(batch, path, found));
    } catch (FileNotFoundException e) {
      return ""; // the rules may be there before their directories are
    }
  }

  /** What is not there then is not the root, which would be left out for a period. */
  private static boolean look(Batch batch, String path, RuledFile found) throws IOException {
    try {
      return batch.look(path, found);
    } catch (FileNotFoundException e) {
      throw new IOException(Failures.message(e), e);
    }
  }

  private void repair(
      StorageRules current,
      List<BatchRepair.Candidate> candidates,
      Progress next,
      PlanExecution.Between between)
      throws IOException, InterruptedException {
    List<Progress.Raised> left = new ArrayList<>(progress.raised());
    if (candidates.isEmpty()) {
      store(next);
      return;
    }
    long since = hdfs.latestChange();
    BatchRepair.Journal journal =
        more -> {
          List<Progress.Raised> raised = new ArrayList<>(left);
          candidates.forEach(candidate -> raised.add(candidate.raised(more, since)));
          store(next.with(raised));
        };
    listener.begun(candidates.stream().map(BatchRepair.Candidate::action).toList());
    PlanExecution.Pause serving = length -> pauseAndServe(length, between);
    BatchRepair repair =
        new BatchRepair(hdfs, current, settings.patience(), serving, listener, journal);
    for (BatchRepair.Result result : repair.run(candidates)) {
      count(result);
      if (result.isRaised()) {
        left.add(result.candidate().raised(result.raised(), since));
        setBackMillis = NEVER; // at once, with the next call
      }
      listener.ended(result.outcome());
    }
    store(progress.with(left));
  }

  private void pauseAndServe(Duration length, PlanExecution.Between between)
      throws InterruptedException {
    Duration left = length;
    while (left.compareTo(Duration.ZERO) > 0) {
      Duration part = left.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : left;
      pause.pause(part);
      between.batches();
      left = left.minus(part);
    }
  }

  private void count(BatchRepair.Result result) {
    long id = result.candidate().file().state().id();
    if (result.isPerhapsInVain()) {
      vain.perhapsFailed(id);
    }
    if (result.isInVain() && vain.failed(id)) {
      listener.notice(
          "the last "
              + VainTries.MOST_IN_ROW
              + " files did not come where the rules want them: has the NameNode the plug-in"
              + " TieredPlacementPolicy, with the same rules? Until one does, few of the others are"
              + " tried in this period");
    }
    if (result.outcome().status() == Status.DONE) {
      vain.succeeded(id);
      tally.repaired(result.candidate().lacking().keySet());
    }
  }
}
