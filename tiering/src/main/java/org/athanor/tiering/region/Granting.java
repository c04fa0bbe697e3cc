// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.athanor.storage.decision.ConfigurationChoice;
import org.athanor.storage.decision.ConfigurationChooser;
import org.athanor.storage.decision.IntermediateData;
import org.athanor.storage.decision.JobProfile;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.region.RequestBox.Entry;

/**
 * Chooses the configuration of a job, makes room, copies its input to SSDs, and says so to it. For
 * the thread of {@link RegionManager}.
 */
final class Granting {
  private static final int MOST_NOTES = 5;
  private static final int MOST_EVICTIONS = 3;

  private final Prefetch prefetch;
  private final RegionState state;
  private final Replies replies;
  private final RegionCounts counts;
  private final Consumer<String> notices;
  private final boolean isDryRun;
  private final Eviction eviction;
  private final ConfigurationChooser chooser = new ConfigurationChooser(ConfigurationChooser.USUAL);

  /** Takes files off SSDs. */
  @FunctionalInterface
  interface Eviction {
    /** Takes them off as far as that is possible now. */
    void evict(List<FileFacts> files) throws IOException, InterruptedException;
  }

  Granting(
      Prefetch prefetch,
      RegionState state,
      Replies replies,
      RegionCounts counts,
      Consumer<String> notices,
      boolean isDryRun,
      Eviction eviction) {
    this.prefetch = prefetch;
    this.state = state;
    this.replies = replies;
    this.counts = counts;
    this.notices = notices;
    this.isDryRun = isDryRun;
    this.eviction = eviction;
  }

  /**
   * Grants a request.
   *
   * @param clock that nobody sets, in nanoseconds
   * @throws RequestException if it cannot be granted; its message says why
   * @throws IOException if HDFS does not answer, or the state cannot be stored
   */
  void decide(Entry entry, JobRequest request, Admission input, LongSupplier clock)
      throws IOException, InterruptedException, RequestException {
    List<String> notes = new ArrayList<>();
    JobProfile profile = profile(request, input, notes);
    if (isDryRun) {
      ConfigurationChoice choice = choose(entry, input, profile);
      throw new RequestException(
          "the daemon only decides (serve --dry-run): it would grant "
              + choice.configuration()
              + ": "
              + choice.reason());
    }
    if (input.immovable().isEmpty()) {
      reclaim(input);
    }
    ConfigurationChoice choice = choose(entry, input, profile);
    for (int round = 0; round < MOST_EVICTIONS && !choice.evict().isEmpty(); round++) {
      eviction.evict(choice.evict());
      choice = choose(entry, input, profile);
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
        notes.add(reasonAgainst(request, input));
      }
      throw new RequestException(notes.isEmpty() ? choice.reason() : String.join("; ", notes));
    }
    Optional<String> failure =
        grant(entry, request, input, choice, isOnly ? "as asked" : choice.reason(), notes, clock);
    if (failure.isPresent()) {
      // Nothing could be copied: then no configuration with its input on SSDs is true.
      decide(entry, request, input.butImmovable(failure.get()), clock);
    }
  }

  /** Why the only configuration that was asked for cannot be granted. */
  private static String reasonAgainst(JobRequest request, Admission input) {
    StorageConfiguration only = request.seconds().keySet().iterator().next();
    if (only.intermediateOnSsd() && request.intermediateBytes().isEmpty()) {
      return "the request does not say how much intermediate data there will be";
    }
    return "the temporary region has no room for "
        + (only.inputOnSsd() ? input.bytes() : 0)
        + " bytes of input and "
        + (only.intermediateOnSsd() ? request.intermediateBytes().getAsLong() : 0)
        + " of intermediate data";
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

  /**
   * Copies, and grants.
   *
   * @return why nothing could be copied; empty if it was granted, or nobody waits for it any more
   * @throws RequestException if the request was not renewed meanwhile
   */
  private Optional<String> grant(
      Entry entry,
      JobRequest request,
      Admission input,
      ConfigurationChoice choice,
      String reason,
      List<String> notes,
      LongSupplier clock)
      throws IOException, InterruptedException, RequestException {
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
      replies.give(
          entry,
          new Answer(
              Answer.State.PREFETCHING,
              choice.configuration(),
              reason,
              toMove.size(),
              moving,
              choice.reservedBytes(),
              List.of()),
          clock.getAsLong());
    }
    Prefetch.Result result = prefetch.copy(entry, toMove, clock);
    Map<Long, String> missing = result.missing();
    int there = toMove.size() - missing.size();
    long bytes =
        toMove.keySet().stream()
            .filter(file -> !missing.containsKey(file.id()))
            .mapToLong(HeldFile::bytes)
            .sum();
    counts.prefetchedFiles += there;
    counts.prefetchedBytes += bytes;
    for (HeldFile file : toMove.keySet()) {
      if (missing.containsKey(file.id()) && !state.isUsed(file.id())) {
        state.leave(file.id());
      }
    }
    if (result.request() == Prefetch.Request.LAPSED) {
      state.store();
      throw new RequestException("it was not renewed while its input was copied");
    }
    if (result.request() == Prefetch.Request.VANISHED) {
      state.store();
      notices.accept(
          "stopped copying for a job of "
              + RequestJson.shown(entry.owner())
              + ", whose request has ended");
      return Optional.empty();
    }
    reads.removeAll(missing.keySet());
    if (!missing.isEmpty() && reads.isEmpty()) {
      state.store();
      HeldFile first = toMove.keySet().iterator().next();
      return Optional.of(
          RequestJson.shown(first.path())
              + " could not be copied: "
              + missing.getOrDefault(first.id(), ""));
    }
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
    try {
      state.store();
    } catch (IOException e) {
      state.end(job.id()); // it has no answer, and asks again
      throw e;
    }
    counts.granted++;
    notices.accept(
        "granted "
            + job.configuration()
            + " to "
            + RequestJson.shown(job.name())
            + " of "
            + RequestJson.shown(job.owner())
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
    replies.give(entry, answer, clock.getAsLong());
    return Optional.empty();
  }
}
