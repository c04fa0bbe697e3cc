// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
import org.athanor.scheduler.catalogue.MeasuredPower;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.journal.Change;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attempts on YARN, of which the journal knows that they have ended. */
@Timeout(60)
class EnergyMeterTest {
  private static final Instant END = Instant.parse("2026-11-27T06:00:00Z");

  @TempDir Path directory;
  private final BlockingQueue<Scheduler.Task> tasks = new LinkedBlockingQueue<>();
  private final AtomicInteger questions = new AtomicInteger();

  private final Effects.Outcomes outcomes =
      new Effects.Outcomes() {
        @Override
        public void happened(String run, Event event) {}

        @Override
        public void notice(String line) {}

        @Override
        public void later(Scheduler.Task task) {
          tasks.add(task);
        }
      };

  /** One ResourceManager, which does not answer at first, and knows the first attempt only. */
  private class Yarn implements ClusterSource {
    private final Optional<Power> power;

    Yarn() {
      this(Optional.of(new Power(90, 210)));
    }

    Yarn(Optional<Power> power) {
      this.power = power;
    }

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
                  power,
                  Optional.empty())));
    }

    @Override
    public ClusterLoad load(String cluster) {
      return new ClusterLoad.Unavailable("it is down");
    }

    @Override
    public List<Application> applications(String cluster, String tag)
        throws ClusterUnavailableException {
      if (questions.incrementAndGet() == 1) {
        throw new ClusterUnavailableException("it is down");
      }
      return tag.endsWith("-1")
          ? List.of(
              new Application(
                  "application_1_0001",
                  "clean",
                  "default",
                  Set.of(tag),
                  Application.State.FINISHED,
                  Application.FinalStatus.SUCCEEDED,
                  "",
                  new Application.Use(
                      END, Optional.of(END.plusSeconds(4)), Optional.empty(), 160, 1)))
          : List.of();
    }

    @Override
    public Optional<Application> application(String cluster, String id) {
      return Optional.empty();
    }
  }

  /** 160 vcore-seconds in 20 s, of which it waited for 4 s; that it ended was seen at 29 s. */
  @Test
  void anAttemptTakesAsLongAsItsDurationSays() throws Exception {
    Path file =
        Files.writeString(directory.resolve("w.yaml"), "jobs: {j: {type: jar, jar: x.jar}}");
    RunSpec spec = RunSpec.of("r", END, WorkflowTree.read(file, Map.of()));
    StateDirectory state = StateDirectory.create(directory.resolve("state"));
    try (Journal journal = Journal.open(state.path());
        EnergyMeter meter =
            new EnergyMeter(
                state, journal, new Yarn(), NodePowers.withoutCatalogue(new Yarn()), outcomes)) {
      RunState run = Orchestrator.submit(spec, END).state();
      List<Event> events =
          List.of(
              new Event.Placed("j", "lab", Access.LOCAL, ""),
              new Event.Prepared("j", 1, JobState.Input.UNKNOWN),
              new Event.Spawned("j", 1, new ProcessId(1, 0, "boot")),
              new Event.Exited("j", 1, 0),
              new Event.Applications(
                  "j",
                  1,
                  List.of(
                      new Event.Application(
                          "application_1_0001", Event.Application.State.SUCCEEDED, "")),
                  List.of(),
                  false,
                  Optional.of(Duration.ofSeconds(19))));
      int[] seconds = {0, 0, 0, 20, 29};
      for (int i = 0; i < seconds.length; i++) {
        Instant now = END.plusSeconds(seconds[i]);
        RunState next = Orchestrator.step(run, events.get(i), now, "lab"::equals).state();
        journal.store(meter.changes(run, events.get(i), next, now));
        meter.stepped(run, next);
        run = next;
      }
      assertThat(run.job("j").phase()).isEqualTo(Phase.SUCCEEDED);
      work(meter, true);
      String application = EnergyMeter.application(new Yarn(), spec.job("j").job(), "lab");
      assertThat(meter.use().cores(application, "lab")).hasValue(10);
    }
  }

  /** Two nodes of 8 vcores, of which only the catalogue knows what they need. */
  private final class Dark extends Yarn {
    Dark() {
      super(Optional.empty());
    }

    @Override
    public ClusterLoad load(String cluster) {
      Resources all = new Resources(16, 1 << 30, 0, 0);
      return new ClusterLoad.Known(all, Resources.NONE, 2, END, Optional.empty());
    }
  }

  private void work(EnergyMeter meter, boolean catalogueAnswers) throws Exception {
    while (meter.isWorking(catalogueAnswers)) {
      Scheduler.Task task = tasks.poll(30, TimeUnit.SECONDS);
      assertThat(task).isNotNull();
      task.run();
    }
  }

  private static Energy energy(Journal journal) throws Exception {
    return journal.energy().of("r").get("j").get(0).energy();
  }

  /** What ResourceManagers forget does not wait: it is known before, and over a restart. */
  @Test
  void onlyThePowerWaitsUntilTheCatalogueIsReadWhichNamesItsRuns() throws Exception {
    questions.set(1); // the ResourceManager answers
    StateDirectory state = StateDirectory.create(directory.resolve("state"));
    Dark yarn = new Dark();
    NodePowers powers = NodePowers.beforeCatalogue(yarn);
    try (Journal journal = Journal.open(state.path())) {
      Journal.AttemptKey key = new Journal.AttemptKey("r", "j", 1);
      journal.store(
          List.of(
              journal.energy().started(key, "app", "lab", OptionalDouble.empty()),
              journal.energy().ended(key, END, OptionalDouble.of(20))));
      try (EnergyMeter meter = new EnergyMeter(state, journal, yarn, powers, outcomes)) {
        work(meter, false);
        assertThat(meter.isWorking(true)).isTrue();
        // In 20 s, of which it waited for 4 s.
        assertThat(meter.use().cores("app", "lab")).hasValue(10);
        assertThat(energy(journal)).isInstanceOf(Energy.Unavailable.class);
      }
      powers.learned(
          Map.of(
              "lab",
              new MeasuredPower.Known(
                  new Power(20, 100),
                  new MeasuredPower.Uses(0.1, 0.9),
                  false,
                  0.05,
                  List.of("0123456789abcdef"))));
      try (EnergyMeter meter = new EnergyMeter(state, journal, yarn, powers, outcomes)) {
        assertThat(meter.isWorking(false)).isFalse();
        assertThat(meter.use().cores("app", "lab")).hasValue(10);
        work(meter, true);
        assertThat(meter.use().cores("app", "lab")).hasValue(10);
      }
      assertThat(questions).hasValue(2);
      assertThat(journal.energy().of("r").get("j"))
          .extracting(EnergyTable.Known::energy)
          .containsExactly(
              new Energy.Estimated(
                  1600,
                  "160 vcore-seconds allocated by YARN at 10.0 W above idle nodes, by 1 runs of the"
                      + " catalogue (01234567) for packages, on nodes 10 to 90 % busy, 5 % off in the"
                      + " median"));
    }
  }

  /** More than may be asked about at once wait for it, and yet one with a known power does not. */
  @Test
  void attemptsThatWaitForTheCatalogueKeepNoOthersWaiting() throws Exception {
    questions.set(1); // the ResourceManager answers
    StateDirectory state = StateDirectory.create(directory.resolve("state"));
    Dark yarn = new Dark();
    NodePowers powers = NodePowers.beforeCatalogue(yarn);
    try (Journal journal = Journal.open(state.path())) {
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i < 11; i++) {
        OptionalDouble watts = i < 10 ? OptionalDouble.empty() : OptionalDouble.of(7.5);
        Journal.AttemptKey key = new Journal.AttemptKey("r" + i, "j", 1);
        changes.add(journal.energy().started(key, "app", "lab", watts));
        changes.add(journal.energy().ended(key, END.plusSeconds(i), OptionalDouble.of(20)));
      }
      journal.store(changes);
      try (EnergyMeter meter = new EnergyMeter(state, journal, yarn, powers, outcomes, 10)) {
        work(meter, false);
        assertThat(journal.energy().of("r10").get("j").get(0).energy())
            .isInstanceOf(Energy.Estimated.class);
        assertThat(journal.energy().withoutPower(20)).hasSize(10);
        powers.learned(Map.of("lab", new MeasuredPower.Unknown("nobody measured it")));
        work(meter, true);
      }
      assertThat(journal.energy().withoutPower(1)).isEmpty();
      assertThat(journal.energy().of("r0").get("j").get(0).energy())
          .isEqualTo(new Energy.Unavailable(NodePowers.NOT_GIVEN + ", and nobody measured it"));
    }
  }

  @Test
  void asksAgainAndSaysWhatIsNotKnown() throws Exception {
    StateDirectory state = StateDirectory.create(directory.resolve("state"));
    try (Journal journal = Journal.open(state.path())) {
      for (int attempt = 1; attempt <= 3; attempt++) {
        Journal.AttemptKey key = new Journal.AttemptKey("r", "j", attempt);
        // Of the third one nobody knows what its cluster was.
        String cluster = attempt == 3 ? "gone" : "lab";
        journal.store(
            List.of(
                journal.energy().started(key, "app", cluster, OptionalDouble.of(7.5)),
                journal.energy().ended(key, END.plusSeconds(attempt), OptionalDouble.of(20))));
      }
      try (EnergyMeter meter =
          new EnergyMeter(
              state, journal, new Yarn(), NodePowers.withoutCatalogue(new Yarn()), outcomes)) {
        assertThat(meter.isWorking(true)).isTrue();
        work(meter, true);
        // It took 20 s, of which it waited for 4 s.
        assertThat(meter.use().cores("app", "lab")).hasValue(10);
      }
      assertThat(journal.energy().of("r").get("j"))
          .extracting(EnergyTable.Known::energy)
          .containsExactly(
              new Energy.Estimated(
                  1200,
                  "160 vcore-seconds allocated by YARN at 7.50 W above idle nodes, by the file of clusters"),
              new Energy.Unavailable("the ResourceManager knows no application of the attempt"),
              new Energy.Unavailable("cluster gone is not in the file of clusters any more"));
    }
    assertThat(questions).hasValue(3);
  }
}
