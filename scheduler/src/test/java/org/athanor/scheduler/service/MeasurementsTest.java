// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts on YARN, from their events to the catalogue and back to predictions. */
@Timeout(60)
class MeasurementsTest {
  private static final double BYTES = 4e6;
  private static final String TAG = "athanor-r-j-1";

  @TempDir private Path directory;
  private final BlockingQueue<Scheduler.Task> tasks = new LinkedBlockingQueue<>();
  private final List<String> notices = new ArrayList<>();
  private final Yarn yarn = new Yarn();
  private final Instant start = Instant.now().minusSeconds(1000).truncatedTo(ChronoUnit.MILLIS);
  private StateDirectory state;
  private Journal journal;

  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    state = StateDirectory.create(directory.resolve("state"));
    journal = Journal.open(state.path());
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private final Effects.Outcomes outcomes =
      new Effects.Outcomes() {
        @Override
        public void happened(String run, Event event) {}

        @Override
        public void notice(String line) {
          later(() -> notices.add(line));
        }

        @Override
        public void later(Scheduler.Task task) {
          tasks.add(task);
        }
      };

  /** One ResourceManager, which may be silent at first. */
  private static final class Yarn implements ClusterSource {
    private final AtomicInteger silences = new AtomicInteger();
    private volatile List<Application> known = List.of();

    @Override
    public List<Cluster> clusters() {
      return List.of(
          new Cluster(
              "lab",
              new Kind.Yarn(Path.of("conf"), List.of(), Optional.empty(), Optional.empty()),
              new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
              new Cluster.Traits(
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  OptionalDouble.empty(),
                  OptionalDouble.empty(),
                  Optional.empty(),
                  Optional.empty())));
    }

    @Override
    public ClusterLoad load(String cluster) {
      return new ClusterLoad.Unavailable("nobody asked it");
    }

    @Override
    public List<Application> applications(String cluster, String tag)
        throws ClusterUnavailableException {
      if (silences.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new ClusterUnavailableException("it is down");
      }
      return known.stream().filter(each -> each.tags().contains(tag)).toList();
    }

    @Override
    public Optional<Application> application(String cluster, String id) {
      return Optional.empty();
    }
  }

  /** An application of the attempt, by seconds after the start. */
  private Application application(double submitted, double launched, double finished) {
    return new Application(
        "application_1_0001",
        "j",
        "default",
        Set.of(TAG),
        Application.State.FINISHED,
        Application.FinalStatus.SUCCEEDED,
        "",
        new Application.Use(
            after(submitted),
            Optional.of(after(launched)),
            Optional.of(after(finished)),
            200,
            100));
  }

  private Instant after(double seconds) {
    return start.plusMillis((long) (seconds * 1000));
  }

  private JobSpec job(String settings) throws IOException {
    return tree(settings).jobs().get(0);
  }

  private WorkflowTree tree(String settings) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("w.yaml"),
            "name: w\njobs:\n  j: {type: jar, jar: x.jar, inputs: /in, outputs: /out, settings: {"
                + settings
                + "}}\n");
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    return tree;
  }

  private static RunState step(RunState state, Event event, Instant now) {
    return Orchestrator.step(state, event, now, cluster -> true).state();
  }

  /** A run whose job was told to go at the start. */
  private RunState running(String settings, Access access) throws IOException {
    RunState run = Orchestrator.submit(RunSpec.of("r", start, tree(settings)), start).state();
    run = step(run, new Event.Placed("j", "lab", access, "it is the only one"), start);
    run = step(run, new Event.Prepared("j", 1, new JobState.Input(BYTES, "d")), start);
    return step(run, new Event.Spawned("j", 1, new ProcessId(1, 0, "boot")), start);
  }

  /** Lets the job succeed: its driver's end, and the answer of the ResourceManager. */
  private void succeed(Measurements measurements, RunState run, Event end, double seen, double at)
      throws IOException {
    succeed(measurements, run, end, seen, at, Optional.empty());
  }

  private void succeed(
      Measurements measurements,
      RunState run,
      Event end,
      double seen,
      double at,
      Optional<Duration> span)
      throws IOException {
    RunState ended = step(run, end, after(seen));
    measurements.stepped(run, end, ended, after(seen));
    Event answer =
        new Event.Applications(
            "j",
            1,
            List.of(
                new Event.Application("application_1_0001", Event.Application.State.SUCCEEDED, "")),
            List.of(),
            false,
            span);
    for (int ask = 0; ended.job("j").phase() != Phase.SUCCEEDED; ask++) {
      assertThat(ask).isLessThan(5);
      RunState next = step(ended, answer, after(at));
      measurements.stepped(ended, answer, next, after(at));
      ended = next;
    }
  }

  private Measurements measurements() throws IOException {
    return new Measurements(
        state,
        journal.measurements(),
        yarn,
        Optional.of(
            new Scheduler.Catalogue(
                CatalogueLocation.of(directory.resolve("profile.db")), "0.1.0")),
        InstantSource.system(),
        powers -> {},
        outcomes);
  }

  private void settle(Measurements measurements) throws Exception {
    while (measurements.isEntering()) {
      Scheduler.Task task = tasks.poll(30, TimeUnit.SECONDS);
      assertThat(task).isNotNull();
      task.run();
    }
    measurements.close();
    assertThat(notices).isEmpty();
    assertThat(journal.measurements().outbox(9)).isEmpty();
  }

  private Run entered() throws Exception {
    List<Run> runs = new ArrayList<>();
    try (Catalogue catalogue =
        Catalogue.open(CatalogueLocation.of(directory.resolve("profile.db")))) {
      catalogue.forEachRun(RunFilter.ALL, runs::add);
    }
    assertThat(runs).hasSize(1);
    return runs.get(0);
  }

  /** What the next scheduler predicts. */
  private Optional<Prediction> predicted(String settings) throws Exception {
    Measurements next = measurements();
    next.awaitCatalogue();
    Optional<Prediction> seconds = next.predictor().seconds(job(settings), "lab", BYTES);
    next.close();
    return seconds;
  }

  @Test
  void aSilentResourceManagerIsAskedAgainSoThatTheQueueIsNoDuration() throws Exception {
    yarn.silences.set(2);
    yarn.known = List.of(application(2, 32, 90));
    Measurements measurements = measurements();
    RunState run = running("", Access.LOCAL);
    succeed(measurements, run, new Event.Exited("j", 1, 0), 92, 101);
    assertThat(journal.measurements().newest(9))
        .singleElement()
        .satisfies(it -> assertThat(it.seconds()).as("until it is known").isEqualTo(92));
    settle(measurements);
    assertThat(yarn.silences).hasValue(0);
    assertThat(entered().execution().wallSeconds())
        .as("not until the ResourceManager was asked")
        .isEqualTo(92);
    assertThat(entered().site().scheduling().queueSeconds()).hasValue(30);
    assertThat(journal.measurements().newest(9))
        .singleElement()
        .satisfies(it -> assertThat(it.seconds()).isEqualTo(62));
    assertThat(predicted("").orElseThrow().middle()).isEqualTo(62);
  }

  /** Its wrapper left the exit code, and so the time, while no scheduler worked. */
  @Test
  void anAttemptThatOutlivedASchedulerTookUntilItsDriverEnded() throws Exception {
    yarn.known = List.of(application(2, 12, 70));
    RunState run = running("", Access.LOCAL);
    Path own = Attempts.createDirectory(state.attempt("r", "j", 1));
    Path exit = Files.writeString(own.resolve("exit"), "0\n");
    Files.setLastModifiedTime(exit, FileTime.from(after(75)));
    Measurements measurements = measurements();
    measurements.resumed(run);
    succeed(measurements, run, new Event.Exited("j", 1, 0), 500, 510);
    settle(measurements);
    assertThat(entered().execution().wallSeconds()).isEqualTo(75);
    assertThat(predicted("").orElseThrow().middle()).isEqualTo(65);
  }

  /** Machine and driver broke down; the application went on. */
  @Test
  void anAttemptWhoseDriverVanishedTookUntilItsApplicationEnded() throws Exception {
    yarn.known = List.of(application(2, 12, 70));
    RunState run = running("", Access.LOCAL);
    Measurements measurements = measurements();
    measurements.resumed(run);
    succeed(measurements, run, new Event.Vanished("j", 1), 500, 510);
    assertThat(journal.measurements().newest(9)).as("nobody knows it yet").isEmpty();
    settle(measurements);
    assertThat(entered().execution().wallSeconds()).isEqualTo(68);
    assertThat(predicted("").orElseThrow().middle()).isEqualTo(58);
  }

  /** The same while the scheduler works: when it was seen to be gone says nothing. */
  @Test
  void anAttemptWhoseDriverVanishedIsNotMeasuredByWhenThatWasSeen() throws Exception {
    yarn.known = List.of(application(2, 12, 70));
    Measurements measurements = measurements();
    RunState run = running("", Access.LOCAL);
    succeed(measurements, run, new Event.Vanished("j", 1), 5, 90);
    assertThat(journal.measurements().newest(9)).as("nobody knows it yet").isEmpty();
    settle(measurements);
    assertThat(entered().execution().wallSeconds()).isEqualTo(68);
  }

  /** Without a catalogue nothing would correct it. */
  @Test
  void anAttemptWhoseDriverOnlySubmitsTookUntilItsApplicationEnded() throws Exception {
    yarn.silences.set(Integer.MAX_VALUE);
    Measurements measurements = measurements();
    RunState run = running("", Access.LOCAL);
    Optional<Duration> span = Application.span(List.of(application(2, 12, 70)));
    succeed(measurements, run, new Event.Exited("j", 1, 0), 10, 75, span);
    measurements.close();
    assertThat(journal.measurements().newest(9))
        .singleElement()
        .satisfies(it -> assertThat(it.seconds()).isEqualTo(68));
  }

  /** It is five minutes behind, or ahead; the attempt took six. */
  @ParameterizedTest
  @ValueSource(ints = {-300, 0, 300})
  void theClockOfAResourceManagerMakesNoAttemptShorterOrLonger(int ahead) throws Exception {
    yarn.silences.set(Integer.MAX_VALUE);
    Measurements measurements = measurements();
    RunState run = running("", Access.LOCAL);
    Optional<Duration> span =
        Application.span(List.of(application(ahead + 2, ahead + 12, ahead + 362)));
    succeed(measurements, run, new Event.Vanished("j", 1), 5, 900, span);
    measurements.close();
    assertThat(journal.measurements().newest(9))
        .singleElement()
        .satisfies(it -> assertThat(it.seconds()).isEqualTo(360));
  }

  @Test
  void noAttemptTookLongerThanUntilItWasSeen() throws Exception {
    yarn.silences.set(Integer.MAX_VALUE);
    Measurements measurements = measurements();
    RunState run = running("", Access.LOCAL);
    Optional<Duration> span = Optional.of(Duration.ofHours(1));
    succeed(measurements, run, new Event.Exited("j", 1, 0), 10, 75, span);
    measurements.close();
    assertThat(journal.measurements().newest(9))
        .singleElement()
        .satisfies(it -> assertThat(it.seconds()).isEqualTo(75));
  }

  /** A ResourceManager that has forgotten the application leaves nothing to be measured. */
  @Test
  void anAttemptOfWhichNobodyKnowsItsEndIsNotMeasured() throws Exception {
    RunState run = running("", Access.LOCAL);
    Measurements measurements = measurements();
    measurements.resumed(run);
    succeed(measurements, run, new Event.Vanished("j", 1), 500, 510);
    while (measurements.isEntering()) {
      tasks.poll(30, TimeUnit.SECONDS).run();
    }
    measurements.close();
    assertThat(notices)
        .containsExactly(
            "attempt athanor-r-j-1 is not entered into the catalogue: nobody saw when it"
                + " ended, and its ResourceManager does not know");
    assertThat(predicted("")).isEmpty();
  }

  /** Others may want to know what reading from another region costs; predictions must not. */
  @Test
  void runsThatReadFromAnotherRegionAreEnteredAndPredictNothing() throws Exception {
    yarn.known = List.of(application(2, 12, 90));
    Measurements measurements = measurements();
    RunState run = running("", Access.REMOTE_READ);
    succeed(measurements, run, new Event.Exited("j", 1, 0), 92, 101);
    settle(measurements);
    assertThat(entered().execution().disturbance())
        .contains("it read its input from another region");
    assertThat(predicted("")).isEmpty();
  }

  /**
   * The two frameworks of one cluster are told apart, by the job's setting and in the catalogue.
   */
  @Test
  void whatRanOnTheEnginePredictsTheEngine() throws Exception {
    yarn.known = List.of(application(2, 12, 90));
    String engine = "mapreduce.framework.name: athanor";
    Measurements measurements = measurements();
    RunState run = running(engine, Access.LOCAL);
    succeed(measurements, run, new Event.Exited("j", 1, 0), 92, 101);
    settle(measurements);
    assertThat(entered().configuration().framework().kind()).isEqualTo("athanor");
    assertThat(entered().configuration().framework().mode()).isEqualTo("yarn");
    assertThat(predicted(engine).orElseThrow().middle()).isEqualTo(82);
    assertThat(predicted("")).isEmpty();
  }
}
