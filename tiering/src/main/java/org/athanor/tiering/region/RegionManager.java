// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.athanor.storage.decision.TemporaryRegion;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.region.RequestBox.Entry;

/**
 * Grants jobs a part of the SSDs: DUX's adaptive placement manager (K. Ravindranathan, 2015,
 * section 6.1.7), and the one that keeps its StorageCounter. It decides which request is next
 * ({@link Granting} chooses a job's configuration and copies its input to SSDs), and holds room for
 * input and intermediate data until the request vanishes, or is not renewed for the lease. Input
 * that no job uses stays until its room is needed.
 *
 * <ul>
 *   <li>The room that is promised and taken never exceeds the capacity less the reserve.
 *   <li>Nothing is taken off SSDs that a job reads which was granted it.
 *   <li>What is being done is stored before, and HDFS is looked at after a restart.
 *   <li>A file belongs to the region or to the plan: {@link #owns} and {@link #isUsed} tell a plan
 *       what it must leave alone, and requests for files that a plan is about wait.
 * </ul>
 *
 * <p>For one thread, except {@link #snapshot}.
 */
public final class RegionManager {
  private static final int MOST_FILES_SHOWN = 100;

  /** Files that are looked at, or taken back, in a step at most. */
  private static final int MOST_LOOKS = 500;

  /** Requests that are decided about in a step at most: others renew theirs meanwhile. */
  private static final int MOST_DECISIONS = 20;

  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

  private final RegionSettings settings;
  private final HdfsTree hdfs;
  private final RequestBox box;
  private final RegionMoves moves;
  private final BiPredicate<String, FileState> isManaged;
  private final Consumer<String> notices;
  private final boolean isDryRun;
  private final RegionState state;
  private final Mailbox mailbox;
  private final Replies replies;
  private final Granting granting;
  private final Turns turns = new Turns();

  /** Requests that were refused, until they vanish. */
  private final Set<String> refused = new HashSet<>();

  /** Requests that could not be read or looked into. */
  private final Map<String, Backoff> putOff = new HashMap<>();

  /** Why requests wait, as was said to them. */
  private final Map<String, String> waiting = new HashMap<>();

  /** Files that are to be looked at, and files that shall leave, in this round. */
  private final Deque<Long> toLook = new ArrayDeque<>();

  private final Deque<Long> toTakeBack = new ArrayDeque<>();

  /** Why files that shall leave are still there. */
  private final Map<Long, String> staying = new HashMap<>();

  /** Files that were moved in vain, by their numbers. */
  private final Map<Long, Backoff> movedInVain = new HashMap<>();

  private boolean hasListed;
  private long nowNanos;
  private Optional<String> reasonToWait = Optional.empty();
  private boolean hasAskedForReason; // in this step
  private OptionalLong nextLookNanos = OptionalLong.empty();
  private final RegionCounts counts = new RegionCounts();
  private volatile RegionSnapshot snapshot = RegionSnapshot.NONE;

  /**
   * How the region moves files, and who is told.
   *
   * @param isManaged whether the region may touch a file, by path
   * @param limits of moving
   * @param pause waits while HDFS makes and deletes replicas
   * @param listener told what becomes of each file
   * @param notices takes lines about what happens
   * @param isDryRun whether requests are only decided about, and get no answer
   */
  public record Means(
      BiPredicate<String, FileState> isManaged,
      PlanExecution.Limits limits,
      PlanExecution.Pause pause,
      PlanExecution.Listener listener,
      Consumer<String> notices,
      boolean isDryRun) {}

  /**
   * Reads what was in the region before.
   *
   * @param directory of the daemon's state, which this process has claimed
   * @throws IOException if that cannot be read
   */
  public RegionManager(
      RegionSettings settings, HdfsTree hdfs, RequestBox box, Means means, Path directory)
      throws IOException {
    this(settings, hdfs, box, means, new RegionFile(directory));
  }

  RegionManager(
      RegionSettings settings, HdfsTree hdfs, RequestBox box, Means means, RegionStore store)
      throws IOException {
    this.settings = settings;
    this.hdfs = hdfs;
    this.box = box;
    this.notices = means.notices();
    this.isManaged = means.isManaged();
    this.isDryRun = means.isDryRun();
    this.moves = new RegionMoves(hdfs, means.limits(), means.pause(), means.listener());
    this.state = new RegionState(settings, store);
    this.mailbox = new Mailbox(box, settings.lease(), notices, serves());
    this.replies = new Replies(box, notices);
    this.granting =
        new Granting(
            new Prefetch(box, moves, settings.lease()),
            state,
            replies,
            counts,
            notices,
            isDryRun,
            this::evict);
    show();
  }

  /** The region as it was after the last step; by any thread. */
  public RegionSnapshot snapshot() {
    return snapshot;
  }

  /** Whether a file has its copy on SSD for jobs: then no plan may be about it. */
  public boolean owns(long id) {
    return state.file(id).isPresent();
  }

  /** Whether a job that was granted it reads a file from SSD. */
  public boolean isUsed(long id) {
    return state.isUsed(id);
  }

  /** A file was seen with a path: it may have been renamed. */
  public void seen(String path, long id) {
    state.moved(id, path);
  }

  /** A file or directory was renamed, as the audit log says. */
  public void renamed(String from, String to) {
    state.renamed(from, to);
  }

  /** Whether anything is written, removed or copied for requests. */
  private boolean serves() {
    return settings.capacityBytes() > 0 && !isDryRun;
  }

  /**
   * Does what is to be done now: ends jobs, grants or refuses a request, takes back what must
   * leave. Moving may take minutes.
   *
   * @param clock that nobody sets, in nanoseconds
   * @param isPlanned whether a plan that is being carried out is about a path
   * @return whether more can be done at once
   * @throws IOException if HDFS does not answer, or the state cannot be stored: the next call tries
   *     again
   */
  public boolean step(LongSupplier clock, Predicate<String> isPlanned)
      throws IOException, InterruptedException {
    nowNanos = clock.getAsLong();
    hasAskedForReason = false;
    moves.begin();
    try {
      // Without a region, the box may be none of ours, and matters to jobs that run still.
      if ((settings.capacityBytes() > 0 || !state.jobs().isEmpty())
          && !mailbox.look(nowNanos, this::isDecided, this::lapsed)) {
        return true;
      }
      Map<String, Entry> requests = mailbox.requests();
      endJobs(requests);
      if (serves()) {
        answerAgain(requests);
      }
      keepInOrder();
      evict(state.region().overflow());
      state.store();
      return settings.capacityBytes() > 0 && decide(requests, clock, isPlanned);
    } finally {
      show();
    }
  }

  private boolean isDecided(String id) {
    return state.runs(id) || refused.contains(id);
  }

  private void lapsed(Entry request) {
    if (state.runs(request.id())) {
      counts.lost++;
      notices.accept(
          "a job of "
              + RequestJson.shown(request.owner())
              + " has not renewed its request for "
              + settings.lease().toSeconds()
              + " s: what it held is free");
    }
  }

  /** Why nothing is to be moved now; asked for once in a step, and only if anything is to be. */
  private Optional<String> reasonToWait() throws IOException {
    if (!hasAskedForReason) {
      reasonToWait = hdfs.reasonToWait();
      hasAskedForReason = true;
    }
    return reasonToWait;
  }

  private boolean isLookDue() {
    if (nextLookNanos.isPresent() && nowNanos - nextLookNanos.getAsLong() < 0) {
      return false;
    }
    nextLookNanos = OptionalLong.of(nowNanos + LOOK_EVERY.toNanos());
    return true;
  }

  /** After a restart, a job may run whose answer was not written, or says less. */
  private void answerAgain(Map<String, Entry> requests) throws InterruptedException {
    if (!hasListed) {
      for (RunningJob job : state.jobs()) {
        Answer answer = granted(job, "granted before the daemon was started again");
        replies.give(requests.get(job.id()), answer, nowNanos);
      }
      hasListed = true;
    }
    replies.giveAgain(requests, nowNanos);
  }

  private static Answer granted(RunningJob job, String reason) {
    return new Answer(
        Answer.State.GRANTED, job.configuration(), reason, 0, 0, job.reservedBytes(), List.of());
  }

  /** Ends jobs whose requests have vanished or are not renewed. */
  private void endJobs(Map<String, Entry> requests) throws IOException {
    state.jobs().stream()
        .map(RunningJob::id)
        .filter(id -> !requests.containsKey(id))
        .forEach(state::end);
    refused.retainAll(requests.keySet());
    putOff.keySet().retainAll(requests.keySet());
    waiting.keySet().retainAll(requests.keySet());
    state.store();
  }

  /** Looks at files of the region, and takes back those that shall leave: some in each step. */
  private void keepInOrder() throws IOException, InterruptedException {
    if (isLookDue()) {
      if (toLook.isEmpty()) {
        state.files().forEach(file -> toLook.add(file.id()));
      }
      if (toTakeBack.isEmpty()) {
        state.leaving().forEach(file -> toTakeBack.add(file.id()));
      }
    }
    if ((toLook.isEmpty() && toTakeBack.isEmpty()) || reasonToWait().isPresent()) {
      return;
    }
    for (int i = 0; i < MOST_LOOKS && !toLook.isEmpty(); i++) {
      Optional<HeldFile> file = state.file(toLook.remove());
      if (file.isPresent() && !file.get().isLeaving()) {
        look(file.get());
      }
    }
    state.store();
    List<HeldFile> leaving = new ArrayList<>();
    while (leaving.size() < MOST_LOOKS && !toTakeBack.isEmpty()) {
      state.file(toTakeBack.remove()).filter(HeldFile::isLeaving).ifPresent(leaving::add);
    }
    takeBack(leaving);
  }

  /** Looks at a file in the region: users change, rename and delete them. */
  private void look(HeldFile file) throws IOException, InterruptedException {
    Optional<RegionMoves.Here> here = moves.here(file);
    if (moves.isGone(file, here, reasonToWait().isPresent())) {
      state.forget(file.id());
    } else if (here.isPresent() && !state.isUsed(file.id())) {
      FileState found = here.get().state();
      boolean isAway = found.fewestReplicas() < found.replicas();
      if (!Admission.isAs(file, found) || (!RegionMoves.isPlaced(found) && !isAway)) {
        state.leave(file.id());
        toTakeBack.add(file.id());
      }
    }
  }

  private void evict(List<FileFacts> files) throws IOException, InterruptedException {
    if (files.isEmpty() || isDryRun) {
      return;
    }
    List<HeldFile> leaving = new ArrayList<>();
    for (FileFacts file : files) {
      state.leave(file.id());
      state.file(file.id()).ifPresent(leaving::add);
    }
    takeBack(leaving);
  }

  private void takeBack(List<HeldFile> leaving) throws IOException, InterruptedException {
    if (leaving.isEmpty() || isDryRun) {
      return;
    }
    state.store();
    RegionMoves.TakenBack taken =
        moves.takeBack(leaving, reasonToWait().isPresent(), this::isMoveDue);
    staying.putAll(taken.stay());
    for (long id : taken.inVain()) {
      movedInVain.computeIfAbsent(id, number -> Backoff.ofMoves()).failed(nowNanos);
    }
    for (HeldFile file : leaving) {
      if (taken.gone().contains(file.id())) {
        state.forget(file.id());
        counts.evictedFiles++;
        counts.evictedBytes += file.bytes();
      }
    }
    state.store();
  }

  private boolean isMoveDue(long id) {
    Backoff backoff = movedInVain.get(id);
    return backoff == null || backoff.isDue(nowNanos);
  }

  /** Decides about requests until one is granted; returns whether there may be more. */
  private boolean decide(
      Map<String, Entry> requests, LongSupplier clock, Predicate<String> isPlanned)
      throws IOException, InterruptedException {
    List<Entry> open = new ArrayList<>();
    for (Entry entry : requests.values()) {
      Backoff backoff = putOff.get(entry.id());
      if (!isDecided(entry.id()) && (backoff == null || backoff.isDue(nowNanos))) {
        open.add(entry);
      }
    }
    if (open.isEmpty()) {
      return false;
    }
    if (!isDryRun && reasonToWait().isPresent()) {
      for (Entry entry : open) {
        letWait(entry, reasonToWait().get());
      }
      return false;
    }
    int decisions = 0;
    for (Entry entry : turns.inOrder(open)) {
      boolean isDecided = attempt(entry, clock, isPlanned);
      // To look at a request that must wait costs as much as to decide about it.
      turns.served(entry.owner());
      boolean isGranted = isDecided && !refused.contains(entry.id());
      if (isGranted || ++decisions == MOST_DECISIONS) {
        return true;
      }
    }
    return false;
  }

  /** Grants or refuses a request, whatever is in it; returns false if it must wait. */
  private boolean attempt(Entry entry, LongSupplier clock, Predicate<String> isPlanned)
      throws IOException, InterruptedException {
    try {
      JobRequest request;
      Optional<Admission> input;
      try {
        request = read(entry);
        input = Admission.of(request, hdfs, state, isManaged, isPlanned);
      } catch (IOException e) {
        // It may be about this request only, which must not keep others from being served.
        Failures.throwIfInterrupted(e);
        if (putOff.computeIfAbsent(entry.id(), id -> Backoff.ofQuestions()).failed(nowNanos)) {
          notices.accept(
              "a request of "
                  + RequestJson.shown(entry.owner())
                  + " cannot be read: "
                  + Notes.of(e));
        }
        return false;
      }
      if (input.isEmpty()) {
        putOff.computeIfAbsent(entry.id(), id -> Backoff.ofQuestions()).failed(nowNanos);
        letWait(entry, "a plan is moving files of the input");
        return false;
      }
      granting.decide(entry, request, input.get(), clock);
    } catch (RequestException e) {
      refuse(entry, e.getMessage());
    } catch (RuntimeException e) {
      state.end(entry.id());
      refuse(entry, "the daemon cannot serve it: " + Notes.of(e));
    }
    return true;
  }

  private void letWait(Entry entry, String reason) throws InterruptedException {
    if (serves() && !reason.equals(waiting.put(entry.id(), reason))) {
      replies.give(entry, Answer.waiting(reason), nowNanos);
    }
  }

  private void refuse(Entry entry, String reason) throws InterruptedException {
    refused.add(entry.id());
    counts.refused++;
    notices.accept(
        "refused a request of " + RequestJson.shown(entry.owner()) + ": " + Notes.of(reason));
    if (serves()) {
      replies.give(entry, Answer.refused(reason), nowNanos);
    }
  }

  private JobRequest read(Entry entry) throws IOException, RequestException {
    if (entry.bytes() > JobRequest.MOST_BYTES) {
      throw new RequestException(
          "the request has " + entry.bytes() + " bytes: must be at most " + JobRequest.MOST_BYTES);
    }
    byte[] bytes = box.read(entry.name());
    if (bytes.length > JobRequest.MOST_BYTES) {
      throw new RequestException("the request grows: must be at most " + JobRequest.MOST_BYTES);
    }
    return RequestJson.request(bytes);
  }

  private void show() {
    TemporaryRegion region = state.region();
    Map<Long, Long> bytes = new HashMap<>();
    List<RegionSnapshot.File> files = new ArrayList<>();
    List<HeldFile> held = state.files();
    staying.keySet().removeIf(id -> !isLeaving(id));
    movedInVain.keySet().removeIf(id -> !isLeaving(id));
    for (HeldFile file : held) {
      bytes.put(file.id(), file.bytes());
      if (files.size() < MOST_FILES_SHOWN) {
        files.add(new RegionSnapshot.File(file.path(), file.bytes(), use(file)));
      }
    }
    List<RegionSnapshot.Job> jobs = new ArrayList<>();
    for (RunningJob job : state.jobs()) {
      jobs.add(
          new RegionSnapshot.Job(
              job.application(),
              job.name(),
              job.owner(),
              job.configuration().id(),
              job.reservedBytes(),
              job.inputs().stream().mapToLong(id -> bytes.getOrDefault(id, 0L)).sum()));
    }
    snapshot =
        new RegionSnapshot(
            settings.capacityBytes(),
            settings.reserveBytes(),
            region.counterBytes(),
            region.idleBytes(),
            state.leavingBytes(),
            counts.totals(),
            jobs,
            files,
            held.size(),
            mailbox.foreign());
  }

  private boolean isLeaving(long id) {
    return state.file(id).filter(HeldFile::isLeaving).isPresent();
  }

  private String use(HeldFile file) {
    if (file.isLeaving()) {
      String why = staying.getOrDefault(file.id(), "");
      return why.isEmpty() ? "leaving" : "leaving: " + why;
    }
    return state.isUsed(file.id()) ? "used" : "idle";
  }
}
