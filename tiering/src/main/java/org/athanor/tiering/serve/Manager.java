// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.athanor.storage.popularity.Coalescer;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.Repair;
import org.athanor.tiering.audit.AuditBatch;
import org.athanor.tiering.audit.AuditEvent;
import org.athanor.tiering.audit.AuditTail;
import org.athanor.tiering.history.FileUse;
import org.athanor.tiering.image.DirectoryRecord;
import org.athanor.tiering.image.FileRecord;
import org.athanor.tiering.image.Knowledge;
import org.athanor.tiering.image.SnapshotState;
import org.athanor.tiering.pins.PinsFile;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.FileHistory;
import org.athanor.tiering.plan.HotFile;
import org.athanor.tiering.plan.Learner;
import org.athanor.tiering.plan.Namespace;
import org.athanor.tiering.plan.Periods;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.StoragePolicy;
import org.athanor.tiering.record.DecisionRecording;
import org.athanor.tiering.record.RecordedSettings;
import org.athanor.tiering.region.RegionManager;
import org.athanor.tiering.region.RegionSettings;
import org.athanor.tiering.region.RegionSnapshot;
import org.athanor.tiering.region.RequestBox;

/**
 * Keeps files where they should be. It follows the audit log; after each period it looks at all
 * files, decides, and does it; files whose replicas are not where their policy wants them are
 * repaired as well. While replicas move, the log waits on disk.
 *
 * <p>A file is decided about once in a period, so it moves at most once. After a restart in the
 * middle of moving, the same period is decided about again: what is done is then as it should be.
 * What was learnt is stored at least each minute and after each period; what is read again after a
 * crash was not stored, so nothing counts twice.
 */
public final class Manager implements Closeable {
  private static final int BATCH = 10_000;
  private static final int PAIRS = 1 << 20;
  private static final int HOTTEST = 20;
  private static final Duration STORE_EVERY = Duration.ofMinutes(1);

  /** A plan that could not be carried out, such as in safe mode, is made again after this time. */
  private static final Duration TRY_AGAIN = Duration.ofMinutes(5);

  private static final long NEVER = Long.MIN_VALUE / 2;

  /** Why a plan leaves a file alone that was copied to SSDs for jobs. */
  private static final String PREFETCHED = "copied to SSDs for jobs";

  /** Stands for a policy that is none of HDFS's usual ones. */
  private static final int OTHER_POLICY = 255;

  private final Settings settings;
  private PinsFile pins;
  private final Cluster cluster;
  private final PlanExecution.Pause pause;
  private final Activity activity;
  private final StateFile file;
  private final Learner learner;
  private final RecordedEvents events;
  private final boolean isNew;
  private final Periods periods;
  private final FileUse use;
  private final RegionManager region;
  private final LongSupplier nanoClock;
  private final List<AuditTail> tails = new ArrayList<>();
  private StoredState state;
  private long storedMillis;
  private long triedMillis = NEVER;
  private long nowMillis;

  /** The usual number of replicas of the last plan. */
  private int raisedTo;

  /**
   * What a manager does.
   *
   * @param plan budgets, predictor and period
   * @param pins more pins, which are read before each plan
   * @param logs audit logs of the NameNodes, as files of this machine
   * @param zone of the NameNodes' JVMs
   * @param state directory of what was learnt
   * @param maxFiles that are remembered, from 1
   * @param limits of moving
   * @param isDryRun whether it only decides
   */
  public record Settings(
      PlanSettings plan,
      PinsFile pins,
      List<Path> logs,
      ZoneId zone,
      Path state,
      int maxFiles,
      PlanExecution.Limits limits,
      boolean isDryRun) {
    public Settings {
      logs = List.copyOf(logs);
    }
  }

  /**
   * The temporary region of a manager.
   *
   * @param region what it may take
   * @param box where jobs ask
   * @param nanoClock that nobody sets, in nanoseconds
   */
  public record Requests(RegionSettings region, RequestBox box, LongSupplier nanoClock) {
    /** No region. */
    public static final Requests NONE =
        new Requests(RegionSettings.OFF, RequestBox.NONE, System::nanoTime);
  }

  /** Reads what was learnt before, as the other constructor; serves no requests of jobs. */
  public Manager(Settings settings, Cluster cluster, PlanExecution.Pause pause, Activity activity)
      throws IOException {
    this(settings, cluster, Requests.NONE, pause, activity);
  }

  /**
   * Reads what was learnt before, if anything was.
   *
   * @param requests of jobs for SSDs
   * @param pause waits while HDFS makes and deletes replicas
   * @throws IOException if the state cannot be read, or is that of other settings
   */
  public Manager(
      Settings settings,
      Cluster cluster,
      Requests requests,
      PlanExecution.Pause pause,
      Activity activity)
      throws IOException {
    this.settings = settings;
    this.pins = settings.pins();
    this.cluster = cluster;
    this.pause = pause;
    this.activity = activity;
    this.nanoClock = requests.nanoClock();
    this.periods = new Periods(settings.plan().period(), this::endPeriod);
    this.file = new StateFile(settings.state());
    try {
      Optional<StateFile.Loaded> loaded = file.load(settings.plan(), settings.maxFiles());
      if (loaded.isPresent() && loaded.get().state().positions().size() != settings.logs().size()) {
        throw new IOException(
            settings.state()
                + ": was learnt from "
                + loaded.get().state().positions().size()
                + " audit logs, not from "
                + settings.logs().size()
                + "; give the same logs, or another directory to begin again");
      }
      learner =
          loaded.isPresent()
              ? loaded.get().learner()
              : Learner.create(settings.plan(), settings.maxFiles());
      isNew = loaded.isEmpty();
      events = new RecordedEvents(learner, activity);
      state = loaded.isPresent() ? loaded.get().state() : StoredState.begin(settings.logs().size());
      region =
          new RegionManager(
              requests.region(),
              cluster,
              requests.box(),
              new RegionManager.Means(
                  cluster::manages,
                  settings.limits(),
                  pause,
                  activity,
                  activity::notice,
                  settings.isDryRun()),
              settings.state());
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    periods.resume(state.periodEnd(), state.latest());
    use =
        new FileUse(
            new Coalescer(settings.plan().window().toMillis(), PAIRS),
            new Learning(events, periods, () -> nowMillis, activity::accessed, region::renamed));
    for (int log = 0; log < settings.logs().size(); log++) {
      tails.add(
          new AuditTail(settings.logs().get(log), settings.zone(), state.positions().get(log)));
    }
  }

  /**
   * Records what is learnt and decided, until the manager is closed. Called before the first step.
   *
   * @param recording that is not there yet
   * @throws IOException if something was learnt before, without which nobody could decide alike, or
   *     the file cannot be made
   */
  public void record(Path recording) throws IOException {
    if (!isNew) {
      throw new IOException(
          settings.state()
              + ": has what was learnt before, and a recording must begin before that; give another"
              + " directory that is not there yet");
    }
    events.record(
        DecisionRecording.create(
            recording,
            new RecordedSettings(
                settings.plan().predictor(), settings.plan().period(), settings.maxFiles())));
  }

  /**
   * Does what is to be done now: reads what was logged, and if a period has ended, plans and moves,
   * which may take hours.
   *
   * @param nowMillis the time, in milliseconds since 1970
   * @return whether more can be done at once
   * @throws IOException if the log or the cluster cannot be read, or the state not be stored: the
   *     next call tries again, a plan after five minutes
   */
  public boolean step(long nowMillis) throws IOException, InterruptedException {
    this.nowMillis = nowMillis;
    if (learn()) {
      storeSometimes(nowMillis);
      return true;
    }
    if (periods.haveBegun()) {
      leaveTheFuture(nowMillis);
      periods.reach(nowMillis);
    }
    if (state.isDue() && Math.abs(nowMillis - triedMillis) >= TRY_AGAIN.toMillis()) {
      triedMillis = nowMillis;
      plan(nowMillis);
      return true;
    }
    activity.waiting();
    storeSometimes(nowMillis);
    return false;
  }

  /** A clock that was ahead when the daemon ran before would be waited for, perhaps for years. */
  private void leaveTheFuture(long nowMillis) {
    long length = settings.plan().period().toMillis();
    if (periods.end() - nowMillis > length + Learning.AHEAD.toMillis()) {
      activity.notice(
          "the clock was ahead: the period that was to end at "
              + Instant.ofEpochMilli(periods.end())
              + " ends a period from now");
      periods.resume(nowMillis + length, nowMillis);
    }
  }

  /**
   * Grants jobs SSDs, or refuses them, as {@link RegionManager#step}.
   *
   * @return whether more can be done at once
   * @throws IOException if HDFS does not answer, or the state cannot be stored: the next call tries
   *     again
   */
  public boolean serveRequests() throws IOException, InterruptedException {
    return region.step(nanoClock, path -> false);
  }

  /**
   * The same, while something else is waited for: what fails is tried again later, with a notice.
   */
  public void serveMeanwhile() throws InterruptedException {
    serveBetween(Set.of());
  }

  /** The temporary region as it was last; by any thread. */
  public RegionSnapshot region() {
    return region.snapshot();
  }

  /** Serves jobs while a plan is carried out, but for files that the plan is about. */
  private void serveBetween(Set<String> planned) throws InterruptedException {
    try {
      boolean unused = region.step(nanoClock, planned::contains);
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      activity.notice("requests of jobs wait: " + Failures.message(e));
    } catch (RuntimeException e) {
      activity.notice("requests of jobs wait: " + e); // a plan must not be lost for them
    }
  }

  private void endPeriod(long endMillis) {
    events.endOfPeriod(endMillis);
    state = state.due(true);
    triedMillis = NEVER;
    activity.periodEnded();
  }

  private void accept(AuditEvent event) {
    try {
      use.accept(event);
    } catch (IllegalArgumentException e) {
      activity.notice("an event of the audit log is left out: " + e.getMessage());
    }
  }

  /** Reads a part of each log; returns whether there is more. */
  private boolean learn() throws IOException {
    boolean more = false;
    for (int log = 0; log < tails.size(); log++) {
      AuditBatch batch = tails.get(log).poll(BATCH);
      batch.events().forEach(this::accept);
      activity.read(batch);
      state = state.withPosition(log, batch.position());
      more |= batch.hasMore();
    }
    return more;
  }

  /** Once there was a file, its absence is no wish: its directory may not be there now. */
  private List<String> readPins() throws IOException {
    if (Files.exists(pins.path())) {
      pins = new PinsFile(pins.path(), true);
    }
    return pins.read();
  }

  private void noticeRaised(LeastReplicas least) {
    int usual = settings.plan().replication().usual();
    if (least.number() > usual && least.number() != raisedTo) {
      activity.notice(
          "the usual number of replicas, "
              + usual
              + ", is below "
              + least.origin()
              + ": plans are made for "
              + least.number());
    }
    raisedTo = Math.max(usual, least.number());
  }

  private void plan(long nowMillis) throws IOException, InterruptedException {
    store(nowMillis);
    LeastReplicas least = cluster.leastReplicas();
    PlanSettings current = settings.plan().withPins(readPins()).withLeast(least.number());
    noticeRaised(least);
    if (!settings.isDryRun()) {
      Optional<String> reason = cluster.reasonToWait();
      if (reason.isPresent()) {
        activity.notice("waiting: " + reason.get());
        return;
      }
    }
    activity.looking();
    Namespace namespace = new Namespace();
    Map<String, PlanAction> repairs = new TreeMap<>();
    Set<String> toFinish = new TreeSet<>(state.toFinish());
    Set<String> existing = new HashSet<>();
    int[] prefetched = new int[1];
    cluster.forEach(
        (path, found, directoryPolicy) -> {
          region.seen(path, found.id());
          boolean own = !found.policy().equals(directoryPolicy);
          // Files that the log does not create were there before it.
          events.created(
              path,
              Math.max(0, Math.min(nowMillis, found.modifiedMillis())),
              found.blocks().size());
          if (region.owns(found.id())) {
            prefetched[0]++;
            return;
          }
          add(namespace, path, found, own);
          if (toFinish.contains(path)) {
            existing.add(path);
          }
          if (own || toFinish.contains(path)) {
            Repair.of(path, found).ifPresent(action -> repairs.put(path, action));
          }
        });
    Decisions decisions = new Decisions(namespace, current, this::reserved);
    FileHistory history =
        learner.history(namespace, nowMillis, Math.min(nowMillis, periods.latest()));
    List<PlanAction> actions = new ArrayList<>(decisions.actions(history, events.observer()));
    events.flush();
    actions.forEach(action -> repairs.remove(action.path()));
    actions.addAll(repairs.values());
    Map<String, Integer> leftAlone = new TreeMap<>(decisions.leftAlone());
    if (prefetched[0] > 0) {
      leftAlone.put(PREFETCHED, prefetched[0]);
    }
    activity.planned(
        new Activity.PlanFacts(
            Instant.ofEpochMilli(nowMillis),
            namespace.files().size(),
            actions.size(),
            repairs.size(),
            actions.stream().mapToLong(PlanAction::movedBytes).sum(),
            leftAlone,
            HotFile.hottest(namespace, history, decisions, HOTTEST)));
    if (!settings.isDryRun()) {
      // Whoever stops in the middle finds again what has lost its policy, not yet its replicas.
      List<String> losing =
          actions.stream()
              .filter(action -> action.toPolicy() == StoragePolicy.HOT)
              .map(PlanAction::path)
              .toList();
      toFinish.addAll(losing);
      existing.addAll(losing);
      rememberToFinish(toFinish);
      store(nowMillis);
    }
    PlanExecution execution =
        new PlanExecution(cluster, settings.limits().with(least), pause, activity);
    Set<String> planned = actions.stream().map(PlanAction::path).collect(Collectors.toSet());
    List<Outcome> outcomes =
        settings.isDryRun()
            ? execution.look(actions)
            : execution.run(actions, () -> serveBetween(planned));
    Optional<Outcome> stopped = Optional.empty();
    for (Outcome outcome : outcomes) {
      switch (outcome.status()) {
        case DONE, WAS_DONE -> toFinish.remove(outcome.action().path());
        case NOT_TRIED -> stopped = Optional.of(outcome);
        case INCOMPLETE -> {
          // One that was to go to archive has its old policy again, and perhaps replicas there.
          toFinish.add(outcome.action().path());
          existing.add(outcome.action().path());
        }
        default -> {
          // Is looked at again when the next period has ended.
        }
      }
    }
    if (settings.isDryRun()) {
      state = state.due(false);
    } else {
      stopped.ifPresent(outcome -> activity.notice("stopped: " + outcome.detail()));
      toFinish.retainAll(existing);
      rememberToFinish(toFinish);
      state = state.due(stopped.isPresent());
    }
    store(nowMillis);
  }

  private Optional<String> reserved(FileRecord file, StoragePolicy policy) {
    return region.isUsed(file.id()) ? Optional.of("read by a job from SSD") : Optional.empty();
  }

  private void rememberToFinish(Set<String> paths) {
    if (paths.size() > StoredState.MOST_TO_FINISH) {
      activity.notice(
          (paths.size() - StoredState.MOST_TO_FINISH)
              + " files are forgotten whose replicas may still be on SSD or archive");
    }
    state = state.toFinish(List.copyOf(paths));
  }

  /** A policy that its directory has too is taken for the directory's. */
  private void add(Namespace namespace, String path, FileState file, boolean own) {
    int policy = OTHER_POLICY;
    for (StoragePolicy known : StoragePolicy.values()) {
      if (known.name().equals(file.policy())) {
        policy = known.id();
      }
    }
    Instant modified = Instant.ofEpochMilli(file.modifiedMillis());
    if (!own) {
      String directory = path.substring(0, Math.max(1, path.lastIndexOf('/')));
      namespace.add(new DirectoryRecord(directory, FileRecord.NO_ID, modified, policy));
    }
    namespace.add(
        new FileRecord(
            path,
            file.id(),
            file.bytes(),
            file.blocks().size(),
            Math.max(1, file.bytes()),
            Math.max(1, file.replicas()),
            modified,
            Instant.ofEpochMilli(Math.max(0, file.accessedMillis())),
            own ? policy : FileRecord.INHERITED,
            file.isErasureCoded(),
            Knowledge.of(file.isOpen()),
            SnapshotState.UNKNOWN));
  }

  private void storeSometimes(long nowMillis) throws IOException {
    if (Math.abs(nowMillis - storedMillis) >= STORE_EVERY.toMillis()) {
      store(nowMillis);
    }
  }

  private void store(long nowMillis) throws IOException {
    state = state.withPeriod(periods.end(), periods.latest());
    file.store(learner, state, settings.plan());
    storedMillis = nowMillis;
    activity.stored(learner.files(), periods.end());
  }

  @Override
  public void close() throws IOException {
    for (AuditTail tail : tails) {
      tail.close();
    }
    events.close();
    file.close();
  }
}
