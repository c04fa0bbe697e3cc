// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.athanor.storage.decision.ConfigurationChoice;
import org.athanor.storage.decision.ConfigurationChooser;
import org.athanor.storage.decision.IntermediateData;
import org.athanor.storage.decision.JobProfile;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.decision.TemporaryRegion;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.region.RequestBox.Entry;
import org.athanor.tiering.region.RequestBox.Kind;

/**
 * Grants jobs a part of the SSDs: DUX's adaptive placement manager (K. Ravindranathan, 2015,
 * section 6.1.7), and the one that keeps its StorageCounter. It chooses a job's configuration,
 * copies its input to SSDs, and holds room for its intermediate data until the request vanishes, or
 * is not renewed for the lease. Input that no job uses stays until its room is needed.
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
  private static final int MOST_PER_OWNER = 100;
  private static final int MOST_FILES_SHOWN = 100;
  private static final int MOST_NOTES = 5;
  private static final int MOST_EVICTIONS = 3;
  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

  private final RegionSettings settings;
  private final HdfsTree hdfs;
  private final RequestBox box;
  private final RegionMoves moves;
  private final Predicate<String> isManaged;
  private final Consumer<String> notices;
  private final boolean isDryRun;
  private final RegionState state;
  private final Leases leases;
  private final ConfigurationChooser chooser = new ConfigurationChooser(ConfigurationChooser.USUAL);

  /** Requests that were refused, until they vanish. */
  private final Set<String> refused = new HashSet<>();

  /** Answers that could not be written yet, by the ids of the requests. */
  private final Map<String, Answer> unanswered = new HashMap<>();

  private boolean hasListed;
  private OptionalLong nextLookNanos = OptionalLong.empty();
  private Counts counts = new Counts();
  private volatile RegionSnapshot snapshot = RegionSnapshot.NONE;

  private static final class Counts {
    long granted;
    long refused;
    long lost;
    long prefetchedFiles;
    long prefetchedBytes;
    long evictedFiles;
    long evictedBytes;

    RegionSnapshot.Totals totals() {
      return new RegionSnapshot.Totals(
          granted, refused, lost, prefetchedFiles, prefetchedBytes, evictedFiles, evictedBytes);
    }
  }

  /**
   * How the region moves files, and who is told.
   *
   * @param isManaged whether the region may touch a path
   * @param limits of moving
   * @param pause waits while HDFS makes and deletes replicas
   * @param listener told what becomes of each file
   * @param notices takes lines about what happens
   * @param isDryRun whether requests are only decided about, and refused
   */
  public record Means(
      Predicate<String> isManaged,
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
    this.leases = new Leases(settings.lease());
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
    return state.used().contains(id);
  }

  /** A file was seen with a path: it may have been renamed. */
  public void seen(String path, long id) {
    state.moved(id, path);
  }

  /** A file or directory was renamed, as the audit log says. */
  public void renamed(String from, String to) {
    for (HeldFile file : state.files()) {
      if (file.path().equals(from)) {
        state.moved(file.id(), to);
      } else if (file.path().startsWith(from + "/")) {
        state.moved(file.id(), to + file.path().substring(from.length()));
      }
    }
  }

  /**
   * Does what is to be done now: ends jobs, grants or refuses a request, takes back what must
   * leave. Moving may take minutes.
   *
   * @param nowNanos of a clock that nobody sets
   * @param isPlanned whether a plan that is being carried out is about a path
   * @return whether more can be done at once
   * @throws IOException if HDFS does not answer, or the state cannot be stored: the next call tries
   *     again
   */
  public boolean step(long nowNanos, Predicate<String> isPlanned)
      throws IOException, InterruptedException {
    try {
      RequestBox.Listing listing = box.list();
      leases.look(listing.entries(), nowNanos);
      Map<String, Entry> requests = new LinkedHashMap<>();
      for (Entry entry : listing.entries()) {
        if (entry.kind() == Kind.REQUEST) {
          requests.put(entry.id(), entry);
        }
      }
      answerAgain(listing, requests);
      endJobs(listing, requests);
      if (isDue(nowNanos)) {
        look();
        takeBack(state.leaving());
      }
      evict(state.region().overflow());
      state.store();
      return decide(requests, isPlanned);
    } finally {
      show();
    }
  }

  private boolean isDue(long nowNanos) {
    if (nextLookNanos.isPresent() && nowNanos - nextLookNanos.getAsLong() < 0) {
      return false;
    }
    nextLookNanos = OptionalLong.of(nowNanos + LOOK_EVERY.toNanos());
    return true;
  }

  /** After a restart, a job may run whose answer was not written before the crash. */
  private void answerAgain(RequestBox.Listing listing, Map<String, Entry> requests)
      throws InterruptedException {
    if (!hasListed) {
      Set<String> answered =
          listing.entries().stream()
              .filter(entry -> entry.kind() == Kind.ANSWER)
              .map(Entry::id)
              .collect(Collectors.toSet());
      for (RunningJob job : state.jobs()) {
        if (requests.containsKey(job.id()) && !answered.contains(job.id())) {
          unanswered.put(job.id(), granted(job, "granted before the daemon was started again"));
        }
      }
      hasListed = true;
    }
    unanswered.keySet().retainAll(requests.keySet());
    for (Map.Entry<String, Answer> waiting : List.copyOf(unanswered.entrySet())) {
      try {
        box.answer(requests.get(waiting.getKey()), waiting.getValue());
        unanswered.remove(waiting.getKey());
      } catch (IOException e) {
        Failures.throwIfInterrupted(e);
        notices.accept("an answer cannot be written: " + Failures.message(e));
      }
    }
  }

  private static Answer granted(RunningJob job, String reason) {
    return new Answer(
        Answer.State.GRANTED, job.configuration(), reason, 0, 0, job.reservedBytes(), List.of());
  }

  /** Ends jobs whose requests have vanished or are not renewed, and tidies the box. */
  private void endJobs(RequestBox.Listing listing, Map<String, Entry> requests) throws IOException {
    for (Entry entry : listing.entries()) {
      boolean isOrphan = entry.kind() == Kind.ANSWER && !requests.containsKey(entry.id());
      boolean isStray = entry.kind() != Kind.ANSWER && leases.hasEnded(entry.name());
      if (isOrphan && listing.isComplete() || isStray) {
        if (entry.kind() == Kind.REQUEST && state.runs(entry.id())) {
          counts.lost++;
          notices.accept(
              "a job of "
                  + entry.owner()
                  + " has not renewed its request for "
                  + settings.lease().toSeconds()
                  + " s: what it held is free");
        }
        box.remove(entry.name());
        if (entry.kind() == Kind.REQUEST) {
          requests.remove(entry.id());
          state.end(entry.id());
        }
      }
    }
    if (listing.isComplete()) {
      state.jobs().stream()
          .map(RunningJob::id)
          .filter(id -> !requests.containsKey(id))
          .forEach(state::end);
      refused.retainAll(requests.keySet());
    }
    state.store();
  }

  /** Looks at the files in the region: users change, rename and delete them. */
  private void look() throws IOException {
    Set<Long> used = state.used();
    for (HeldFile file : state.files()) {
      if (file.isLeaving()) {
        continue;
      }
      Optional<FileState> here = moves.here(file);
      if (here.isEmpty()) {
        // One that was renamed is found by the audit log, or by the next plan.
        if (!hdfs.hasInode(file.id())) {
          state.forget(file.id());
        }
      } else if (!here.get().policy().equals("ONE_SSD") && !RegionMoves.touchesSsd(here.get())) {
        state.forget(file.id()); // somebody else has decided
      } else if (!used.contains(file.id())
          && !(RegionMoves.isPlaced(here.get()) && Admission.isAs(file, here.get()))) {
        state.leave(file.id());
      }
    }
    state.store();
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
    Set<Long> gone = moves.takeBack(leaving);
    for (HeldFile file : leaving) {
      if (gone.contains(file.id())) {
        state.forget(file.id());
        counts.evictedFiles++;
        counts.evictedBytes += file.bytes();
      }
    }
    state.store();
  }

  /** Decides about the next request; returns whether there may be more. */
  private boolean decide(Map<String, Entry> requests, Predicate<String> isPlanned)
      throws IOException, InterruptedException {
    Map<String, Integer> owners = new HashMap<>();
    for (Entry entry : requests.values()) {
      int ofOwner = owners.merge(entry.owner(), 1, Integer::sum);
      if (state.runs(entry.id()) || refused.contains(entry.id())) {
        continue;
      }
      try {
        if (ofOwner > MOST_PER_OWNER) {
          throw new RequestException(
              entry.owner() + " has more than " + MOST_PER_OWNER + " requests");
        }
        if (decide(entry, isPlanned)) {
          return true;
        }
      } catch (RequestException e) {
        refuse(entry, Answer.refused(e.getMessage()));
      }
    }
    return false;
  }

  private void refuse(Entry entry, Answer answer) throws IOException {
    refused.add(entry.id());
    counts.refused++;
    notices.accept("refused a request of " + entry.owner() + ": " + answer.reason());
    unanswered.put(entry.id(), answer);
    box.answer(entry, answer);
    unanswered.remove(entry.id());
  }

  /** Grants or refuses a request; returns false if it must wait. */
  private boolean decide(Entry entry, Predicate<String> isPlanned)
      throws IOException, InterruptedException, RequestException {
    if (settings.capacityBytes() == 0) {
      throw new RequestException("the daemon has no temporary region (serve --region-size)");
    }
    JobRequest request;
    try {
      request = read(entry);
    } catch (IOException e) {
      // It may be a file that cannot be read, which must not keep others from being served.
      notices.accept("a request of " + entry.owner() + " cannot be read: " + Failures.message(e));
      return false;
    }
    Optional<String> wait = isDryRun ? Optional.empty() : hdfs.reasonToWait();
    if (wait.isPresent()) {
      return false;
    }
    Optional<Admission> input = Admission.of(request, hdfs, state, isManaged, isPlanned);
    if (input.isEmpty()) {
      return false;
    }
    List<String> notes = new ArrayList<>();
    JobProfile profile = profile(request, input.get(), notes);
    if (isDryRun) {
      ConfigurationChoice choice = choose(entry, input.get(), profile);
      throw new RequestException(
          "the daemon only decides (serve --dry-run): it would grant "
              + choice.configuration()
              + ": "
              + choice.reason());
    }
    reclaim(input.get());
    ConfigurationChoice choice = choose(entry, input.get(), profile);
    for (int round = 0; round < MOST_EVICTIONS && !choice.evict().isEmpty(); round++) {
      evict(choice.evict());
      choice = choose(entry, input.get(), profile);
    }
    if (!choice.evict().isEmpty()) {
      throw new RequestException("the room that it needs could not be freed");
    }
    boolean isOnly = request.seconds().size() == 1;
    if (!isOnly) {
      notes.addAll(choice.degraded());
    }
    if (!request.seconds().containsKey(choice.configuration())) {
      if (isOnly && notes.isEmpty()) {
        notes.add(reasonAgainst(request));
      }
      throw new RequestException(notes.isEmpty() ? choice.reason() : String.join("; ", notes));
    }
    grant(entry, request, input.get(), choice, isOnly ? "as asked" : choice.reason(), notes);
    return true;
  }

  /** Why the only configuration that was asked for cannot be granted. */
  private String reasonAgainst(JobRequest request) {
    StorageConfiguration only = request.seconds().keySet().iterator().next();
    return only.intermediateOnSsd() && request.intermediateBytes().isEmpty()
        ? "the request does not say how much intermediate data there will be"
        : "the temporary region has no room for it: "
            + Math.max(0, state.region().roomBytes())
            + " bytes are not in use";
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

  private static JobProfile profile(JobRequest request, Admission input, List<String> notes)
      throws RequestException {
    Map<StorageConfiguration, Double> seconds = new EnumMap<>(StorageConfiguration.class);
    seconds.putAll(request.seconds());
    if (!input.immovable().isEmpty()
        && seconds.keySet().removeIf(StorageConfiguration::inputOnSsd)) {
      int more = input.immovable().size() - 1;
      notes.add(
          "the input cannot be on SSDs: "
              + input.immovable().get(0)
              + (more > 0 ? ", and " + more + " more files" : ""));
    }
    List<IntermediateData.Run> runs = new ArrayList<>();
    try {
      long bytes = input.bytes();
      if (request.intermediateBytes().isPresent()) {
        runs.add(
            new IntermediateData.Run(Math.max(1, bytes), request.intermediateBytes().getAsLong()));
      }
    } catch (ArithmeticException e) {
      throw new RequestException("files: are more than 2^63 bytes");
    }
    return new JobProfile(seconds, new IntermediateData(runs));
  }

  private ConfigurationChoice choose(Entry entry, Admission input, JobProfile profile)
      throws RequestException {
    try {
      return chooser.choose(entry.id(), input.files(), input.onSsd(), profile, state.region());
    } catch (ArithmeticException e) {
      throw new RequestException("files and intermediate data are more than 2^63 bytes");
    }
  }

  /** What is leaving, but is as it was, can stay. */
  private void reclaim(Admission input) {
    for (FileFacts facts : input.files()) {
      Optional<HeldFile> held = state.file(facts.id());
      if (held.isPresent()
          && held.get().isLeaving()
          && Admission.isAs(held.get(), input.states().get(facts.id()))) {
        state.leave(facts.id(), false);
      }
    }
  }

  private void grant(
      Entry entry,
      JobRequest request,
      Admission input,
      ConfigurationChoice choice,
      String reason,
      List<String> notes)
      throws IOException, InterruptedException {
    Map<HeldFile, FileState> toMove = new LinkedHashMap<>();
    Set<Long> reads = new LinkedHashSet<>();
    if (choice.configuration().inputOnSsd()) {
      for (FileFacts facts : input.files()) {
        FileState file = input.states().get(facts.id());
        reads.add(facts.id());
        if (!input.onSsd().contains(facts.id())) {
          HeldFile held =
              new HeldFile(facts.path(), file.id(), file.bytes(), file.modifiedMillis(), false);
          state.use(held);
          if (!RegionMoves.isPlaced(file)) {
            toMove.put(held, file);
          }
        }
      }
    }
    state.store();
    long moving = toMove.keySet().stream().mapToLong(HeldFile::bytes).sum();
    if (!toMove.isEmpty()) {
      box.answer(
          entry,
          new Answer(
              Answer.State.PREFETCHING,
              choice.configuration(),
              reason,
              toMove.size(),
              moving,
              choice.reservedBytes(),
              List.of()));
    }
    Map<Long, String> missing = moves.prefetch(toMove);
    int there = toMove.size() - missing.size();
    long bytes =
        toMove.keySet().stream()
            .filter(file -> !missing.containsKey(file.id()))
            .mapToLong(HeldFile::bytes)
            .sum();
    Set<Long> used = state.used();
    for (HeldFile file : toMove.keySet()) {
      if (missing.containsKey(file.id()) && !used.contains(file.id())) {
        state.leave(file.id());
      }
    }
    reads.removeAll(missing.keySet());
    if (!missing.isEmpty()) {
      notes.add(
          missing.size()
              + " of "
              + toMove.size()
              + " files could not be copied to SSDs: "
              + missing.values().iterator().next());
    }
    RunningJob job =
        new RunningJob(
            entry.id(),
            request.application(),
            request.job(),
            entry.owner(),
            choice.configuration(),
            choice.reservedBytes(),
            reads);
    state.start(job);
    state.store();
    counts.granted++;
    counts.prefetchedFiles += there;
    counts.prefetchedBytes += bytes;
    notices.accept(
        "granted "
            + job.configuration()
            + " to "
            + job.name()
            + " of "
            + job.owner()
            + ": "
            + there
            + " files of "
            + bytes
            + " bytes copied to SSDs, "
            + job.reservedBytes()
            + " bytes reserved");
    Answer answer =
        new Answer(
            Answer.State.GRANTED,
            job.configuration(),
            reason,
            there,
            bytes,
            job.reservedBytes(),
            notes.subList(0, Math.min(MOST_NOTES, notes.size())));
    unanswered.put(entry.id(), answer);
    box.answer(entry, answer);
    unanswered.remove(entry.id());
  }

  private void show() {
    TemporaryRegion region = state.region();
    Set<Long> used = state.used();
    Map<Long, Long> bytes = new HashMap<>();
    List<RegionSnapshot.File> files = new ArrayList<>();
    List<HeldFile> held = state.files();
    for (HeldFile file : held) {
      bytes.put(file.id(), file.bytes());
      if (files.size() < MOST_FILES_SHOWN) {
        String use = used.contains(file.id()) ? "used" : "idle";
        files.add(
            new RegionSnapshot.File(file.path(), file.bytes(), file.isLeaving() ? "leaving" : use));
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
            held.size());
  }
}
