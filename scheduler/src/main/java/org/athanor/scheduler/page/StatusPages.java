// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.JournalReader;
import org.athanor.scheduler.journal.RunSummary;
import org.athanor.scheduler.power.PowerJournal;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.AttemptTimes;
import org.athanor.scheduler.service.Seen;
import org.athanor.scheduler.service.StoredRuns;
import org.athanor.web.Answer;
import org.athanor.web.Pages;
import org.athanor.web.Request;

/**
 * The pages of a scheduler: an overview at {@code /} and {@code /status.json}, each run at {@code
 * /runs/RUN} and {@code /runs/RUN.json}, {@code /metrics} for Prometheus.
 *
 * <p>Thread-safe. What the scheduler has in memory is asked for on its own thread, at most once a
 * second however many ask; the rest is read from the journal, for which no scheduler waits.
 */
public final class StatusPages implements Pages {
  /** The most ended runs on a page. */
  static final int MOST_RUNS = 50;

  private static final int MOST_ACTIVE = 200;
  private static final int MOST_COMPARED = 500;
  private static final int MOST_CHOICES = 20_000;
  private static final int MOST_EVENTS = 50_000;
  private static final int MOST_FROM = 1_000_000;
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Pattern RUN = Pattern.compile("/runs/([A-Za-z0-9_-]{1,100})(\\.json)?");

  private final Path state;
  private final Supplier<CompletableFuture<Seen>> scheduler;
  private final ClusterSource clusters;
  private final Object lock = new Object();
  private CompletableFuture<Seen> asked; // guarded by lock
  private long askedNanos; // guarded by lock

  /**
   * Makes the pages.
   *
   * @param state the directory of runs
   * @param scheduler asks it what it is doing; does not wait
   */
  public StatusPages(
      Path state, Supplier<CompletableFuture<Seen>> scheduler, ClusterSource clusters) {
    this.state = state;
    this.scheduler = scheduler;
    this.clusters = clusters;
  }

  @Override
  public boolean isPublic(String path) {
    return path.equals("/page.css") || path.equals("/page.js");
  }

  @Override
  public Answer get(Request request) throws IOException {
    Matcher run = RUN.matcher(request.path());
    if (run.matches()) {
      return run(run.group(1), run.group(2) != null, request.number("from").orElse(0));
    }
    return switch (request.path()) {
      case "/" -> Answer.html(Answer.OK, OverviewPage.html(overview(request)), PageFrame.POLICY);
      case "/status.json" -> Answer.json(StatusJson.of(overview(request)));
      case "/metrics" -> metrics();
      case "/page.css" -> Answer.resource("text/css", resource("page.css"));
      case "/page.js" -> Answer.resource("text/javascript", resource("page.js"));
      default -> Answer.text(Answer.NOT_FOUND, "nothing here; see / and /status.json\n");
    };
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(StatusPages.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    }
  }

  /** What the scheduler is doing now, or was a moment ago. */
  private Seen seen() throws IOException {
    CompletableFuture<Seen> answer;
    synchronized (lock) {
      boolean old = System.nanoTime() - askedNanos > FRESH.toNanos();
      // One that is not answered yet is waited for by all, so that questions do not pile up.
      if (asked == null || (asked.isDone() && (old || asked.isCompletedExceptionally()))) {
        asked = scheduler.get();
        askedNanos = System.nanoTime();
      }
      answer = asked;
    }
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("the scheduler is busy, or ends; ask again", e);
    } catch (ExecutionException e) {
      throw new IOException("the scheduler cannot say: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the page's server ends", e);
    }
  }

  private Overview overview(Request request) throws IOException {
    Seen seen = seen();
    int from = Math.min(MOST_FROM, request.number("from").orElse(0));
    List<PowerJournal.Stored> nodes = PowerJournal.stored(state);
    Optional<JournalReader> open = JournalReader.open(state);
    if (open.isEmpty()) {
      return new Overview(
          seen.at(),
          seen.policy(),
          ClusterView.of(clusters, seen, Map.of(), Instant.now()),
          List.of(),
          List.of(),
          0,
          Map.of(),
          Map.of(),
          seen.leftAlone(),
          Map.of(),
          HookView.of(seen.counts().told(), List.of()),
          nodes);
    }
    try (JournalReader journal = open.get()) {
      List<RunSummary> active = journal.runs(false, MOST_ACTIVE, 0);
      List<RunSummary> ended = journal.runs(true, MOST_RUNS, from);
      return new Overview(
          seen.at(),
          seen.policy(),
          ClusterView.of(clusters, seen, journal.journal().energy().byCluster(), Instant.now()),
          active,
          ended,
          from,
          journal.statuses(),
          Overview.Accuracy.of(journal.compared(MOST_COMPARED)),
          seen.leftAlone(),
          promises(journal, active, ended),
          HookView.of(seen.counts().told(), journal.journal().alerts().hooks()),
          nodes);
    }
  }

  /** The worst of each run's promises, its own and those of its jobs. */
  private static Map<String, AlertTables.State> promises(
      JournalReader journal, List<RunSummary> active, List<RunSummary> ended) throws IOException {
    Map<String, AlertTables.State> states = new HashMap<>();
    for (RunSummary run : Stream.concat(active.stream(), ended.stream()).toList()) {
      journal.journal().alerts().of(run.id()).stream()
          .map(AlertTables.Promise::state)
          .max(Comparator.naturalOrder())
          .ifPresent(state -> states.put(run.id(), state));
    }
    return states;
  }

  private Answer run(String id, boolean json, int from) throws IOException {
    Seen seen = seen();
    Optional<JournalReader> open = JournalReader.open(state);
    if (open.isPresent()) {
      try (JournalReader journal = open.get()) {
        Optional<RunState> live =
            seen.runs().stream().filter(each -> each.spec().id().equals(id)).findFirst();
        if (live.isPresent() || journal.journal().run(id).isPresent()) {
          RunState run = live.isPresent() ? live.get() : StoredRuns.load(journal.journal(), id);
          RunView view =
              RunView.of(
                  run,
                  journal.choices(id, MOST_CHOICES),
                  AttemptTimes.of(journal.events(id, MOST_EVENTS)),
                  journal.journal().energy().of(id),
                  journal.journal().alerts().of(id),
                  seen.predictor(),
                  clusters.clusters().stream().map(Cluster::name).toList(),
                  run.ended().filter(end -> end.isAfter(seen.at())).orElse(seen.at()));
          return json
              ? Answer.json(StatusJson.of(view))
              : Answer.html(Answer.OK, RunPage.html(view, from), PageFrame.POLICY);
        }
      }
    }
    return Answer.text(Answer.NOT_FOUND, "run " + id + ": there is none; see /\n");
  }

  private Answer metrics() throws IOException {
    Seen seen = seen();
    Map<RunState.Status, Long> statuses = Map.of();
    Map<String, EnergySum> energy = Map.of();
    Optional<AlertTables.Counts> promises = Optional.empty();
    List<AlertTables.HookStatus> hooks = List.of();
    Optional<JournalReader> open = JournalReader.open(state);
    if (open.isPresent()) {
      try (JournalReader journal = open.get()) {
        statuses = journal.statuses();
        energy = journal.journal().energy().byCluster();
        promises = Optional.of(journal.journal().alerts().counts());
        hooks = journal.journal().alerts().hooks();
      }
    }
    return Answer.metrics(
        Metrics.of(
            seen,
            ClusterView.of(clusters, seen, energy, Instant.now()),
            statuses,
            promises,
            HookView.of(seen.counts().told(), hooks),
            PowerJournal.stored(state)));
  }
}
