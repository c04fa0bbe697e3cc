// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;
import org.athanor.scheduler.workflow.Retries;

/**
 * One run in a world where the scheduler crashes between any two effects, drivers vanish,
 * submissions show up late, a ResourceManager is silent or forgets, and the clock is set. It checks
 * after each action that no job has two attempts that live, and at the end that none is lost.
 */
final class History {
  private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
  private static final String YARN = "yarn";
  private static final int TROUBLES = 150;
  private static final int MOST_ACTIONS = 3000;

  private final Random random;
  private final boolean clockIsSet;
  private final RunSpec spec;
  private final List<Object> log = new ArrayList<>();
  private RunState journal; // what survives a crash
  private final Deque<Command> effects = new ArrayDeque<>();
  private final List<Event> events = new ArrayList<>();
  private final Map<String, World> worlds = new LinkedHashMap<>(); // by tag
  private final Set<String> watched = new LinkedHashSet<>(); // tags
  private Duration elapsed = Duration.ZERO; // true time
  private Duration clockError = Duration.ZERO;
  private boolean troubles = true;
  private int launches;
  private int crashes;
  private int killsAsked;
  private int copies;
  private int nestedRetries;
  private int nestedFailures;

  /** Where the wrapper and the driver of an attempt are. */
  private enum Whereabouts {
    WAITS,
    RUNS,
    NOT_STARTED,
    EXITED,
    GONE
  }

  /** What really is of an attempt. */
  private static final class World {
    final String job;
    final int attempt;
    final boolean yarn;
    Whereabouts process = Whereabouts.WAITS;
    int code;
    boolean didWork;
    final boolean marks; // whether what it writes gets a mark when it is complete
    final List<App> apps = new ArrayList<>();

    World(String job, int attempt, boolean yarn, boolean marks) {
      this.marks = marks;
      this.job = job;
      this.attempt = attempt;
      this.yarn = yarn;
    }

    boolean lives() {
      return process == Whereabouts.RUNS || apps.stream().anyMatch(app -> app.live);
    }
  }

  /** An application; visible from some time on. */
  private static final class App {
    final Duration visible;
    boolean live = true;
    boolean good;
    boolean forgotten;

    App(Duration visible) {
      this.visible = visible;
    }
  }

  History(int seed) {
    this.random = new Random(seed);
    this.clockIsSet = random.nextInt(4) == 0;
    List<JobSpec> jobs = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    // Jobs from "from" on are in a nested workflow, those from "deep" on in another one in it.
    int from = random.nextInt(count + 1);
    int to = from + random.nextInt(count + 1 - from);
    int deep = from + random.nextInt(to + 1 - from);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isNested = i >= from && i < to;
      names.add((isNested ? i >= deep ? "n/m/" : "n/" : "") + "j" + i);
      Set<String> after = new LinkedHashSet<>();
      for (int before = 0; before < i; before++) {
        if (random.nextInt(3) == 0) {
          after.add(names.get(before));
        }
      }
      int most = random.nextInt(4);
      Retries retries =
          most == 0 ? Retries.NONE : new Retries(most, Duration.ofSeconds(random.nextInt(60)), 2);
      Optional<Duration> timeout =
          random.nextInt(3) == 0 ? Optional.of(Duration.ofMinutes(5)) : Optional.empty();
      Job job =
          new Job(
              "j" + i,
              "a",
              new Program.Jar("a.jar", Optional.empty(), List.of()),
              List.of(),
              random.nextBoolean() ? List.of("/out/" + i) : List.of(),
              List.of(),
              Map.of(),
              new Job.Rules(50, "p", Optional.empty(), Optional.empty(), retries, timeout, false));
      jobs.add(new JobSpec(names.get(i), job, Path.of("/w"), after, List.of()));
    }
    List<NestedSpec> nested =
        random.nextBoolean() ? List.of() : List.of(nested("n/m"), nested("n"));
    this.spec = new RunSpec("r", "w", START, Optional.empty(), jobs, nested);
  }

  private NestedSpec nested(String name) {
    int most = random.nextInt(3);
    return new NestedSpec(
        name,
        most == 0 ? Retries.NONE : new Retries(most, Duration.ofSeconds(random.nextInt(60)), 2),
        random.nextInt(3) == 0 ? Optional.of(Duration.ofMinutes(8)) : Optional.empty());
  }

  int launches() {
    return launches;
  }

  int crashes() {
    return crashes;
  }

  String tail() {
    return log.subList(Math.max(0, log.size() - 60), log.size()).stream()
        .map(Object::toString)
        .collect(java.util.stream.Collectors.joining("\n"));
  }

  void live() {
    commit(Orchestrator.submit(spec, now()));
    for (int action = 0; action < MOST_ACTIONS; action++) {
      troubles = action < TROUBLES;
      if (journal.ended().isPresent() && (!troubles || random.nextInt(10) > 0 || !again())) {
        break;
      }
      act();
      check();
    }
    end();
  }

  /** A user goes on with a run that has ended. */
  private boolean again() {
    if (journal.status() == RunState.Status.SUCCEEDED) {
      return false;
    }
    log.add("retry");
    commit(step(new Event.RetryAsked(spec, Map.of())));
    return true;
  }

  private Instant now() {
    return START.plus(elapsed).plus(clockError);
  }

  private Step step(Event event) {
    return Orchestrator.step(journal, event, now(), YARN::equals);
  }

  private void happen(Event event) {
    log.add(event);
    commit(step(event));
  }

  private void commit(Step step) {
    journal = step.state();
    effects.addAll(step.commands());
  }

  private void act() {
    int choice = random.nextInt(100);
    if (troubles && choice < 4) {
      crash();
    } else if (troubles && choice == 4 && killsAsked == 0 && random.nextInt(8) == 0) {
      killsAsked++;
      happen(new Event.KillAsked("asked"));
    } else if (choice < 35 && !effects.isEmpty()) {
      effect(effects.poll());
      if (troubles && random.nextInt(20) == 0) {
        crash(); // just after it
      }
    } else if (choice < 60 && !events.isEmpty()) {
      // Threads tell their events in any order.
      happen(events.remove(random.nextInt(events.size())));
    } else if (choice < 75) {
      place();
    } else if (choice < 90) {
      live(worlds.values().stream().filter(world -> random.nextInt(2) == 0).toList());
    } else {
      pass(Duration.ofSeconds(1 + random.nextInt(troubles ? 20 : 60)));
    }
    see();
  }

  private void crash() {
    crashes++;
    log.add("crash");
    effects.clear();
    events.clear();
    watched.clear();
    for (World world : worlds.values()) {
      if (world.process == Whereabouts.WAITS) {
        world.process = Whereabouts.NOT_STARTED; // reads the end of its input
      }
    }
    if (clockIsSet) {
      clockError = Duration.ofSeconds(random.nextInt(7200) - 3600);
    }
    happen(new Event.Restarted());
  }

  private void place() {
    List<String> ready =
        journal.jobs().entrySet().stream()
            .filter(each -> each.getValue().phase() == Phase.READY)
            .map(Map.Entry::getKey)
            .toList();
    if (!ready.isEmpty()) {
      String job = ready.get(random.nextInt(ready.size()));
      String cluster = random.nextBoolean() ? YARN : "here";
      if (random.nextInt(4) == 0) {
        happen(new Event.CopyAsked(job, cluster));
      } else {
        Access[] all = Access.values();
        happen(new Event.Placed(job, cluster, all[random.nextInt(all.length)], "chance"));
      }
    }
  }

  private void pass(Duration time) {
    elapsed = elapsed.plus(time);
    if (clockIsSet && troubles && random.nextInt(10) == 0) {
      clockError = Duration.ofSeconds(random.nextInt(7200) - 3600);
    }
    if (journal.nextTick().filter(due -> !due.isAfter(now())).isPresent()) {
      happen(new Event.Tick());
    } else if (!troubles && clockIsSet) {
      clockError = Duration.ZERO;
    }
  }

  /** Drivers and applications go on. */
  private void live(List<World> some) {
    for (World world : some) {
      if (world.process == Whereabouts.RUNS) {
        drive(world);
      }
      for (App app : world.apps) {
        if (app.live && random.nextInt(3) == 0) {
          app.live = false;
          app.good = random.nextInt(4) > 0;
          world.didWork |= app.good;
        } else if (troubles && random.nextInt(30) == 0) {
          app.forgotten = true; // a ResourceManager that loses its state also loses containers
          app.live = false;
        }
      }
    }
  }

  private void drive(World world) {
    int choice = random.nextInt(10);
    boolean isIdle = world.apps.stream().noneMatch(app -> app.live);
    boolean goesOn = world.apps.isEmpty() ? choice < 5 : choice == 0; // some have several in turn
    if (world.yarn && isIdle && goesOn) {
      world.apps.add(new App(elapsed));
    } else if (choice < 7) {
      // It waits for its applications, if it has some.
      if (isIdle) {
        world.process = Whereabouts.EXITED;
        boolean good =
            world.yarn ? world.apps.stream().anyMatch(app -> app.good) : random.nextInt(4) > 0;
        world.code = good ? 0 : 1;
        world.didWork |= good;
      }
    } else if (troubles && choice == 7) {
      // kill -9 of wrapper and driver
      world.process = Whereabouts.GONE;
      submitLate(world);
    }
  }

  /** A submission may be under way when a driver is killed, which waits for no application. */
  private void submitLate(World world) {
    boolean isIdle = world.apps.stream().noneMatch(app -> app.live);
    if (world.yarn && isIdle && !clockIsSet && random.nextBoolean()) {
      world.apps.add(new App(elapsed.plusSeconds(random.nextInt(15))));
    }
  }

  /** The watcher of processes notices ends. */
  private void see() {
    for (String tag : List.copyOf(watched)) {
      World world = worlds.get(tag);
      if (random.nextInt(3) == 0
          && world.process != Whereabouts.WAITS
          && world.process != Whereabouts.RUNS) {
        watched.remove(tag);
        events.add(
            switch (world.process) {
              case EXITED -> new Event.Exited(world.job, world.attempt, world.code);
              case NOT_STARTED -> new Event.NeverStarted(world.job, world.attempt);
              default -> new Event.Vanished(world.job, world.attempt);
            });
      }
    }
  }

  private void effect(Command command) {
    log.add(command);
    if (command instanceof Command.Prepare prepare) {
      events.add(
          random.nextInt(30) == 0
              ? new Event.PrepareFailed(prepare.job(), prepare.attempt(), "chance", false)
              : new Event.Prepared(prepare.job(), prepare.attempt(), JobState.Input.UNKNOWN));
    } else if (command instanceof Command.Stage stage) {
      copies++;
      String failure = random.nextInt(3) == 0 ? "chance" : "";
      events.add(new Event.Staged(stage.job(), stage.cluster(), failure));
    } else if (command instanceof Command.Launch launch) {
      launch(launch);
    } else if (command instanceof Command.Go go) {
      World world = worlds.get(tag(go.job(), go.attempt()));
      if (world.process == Whereabouts.WAITS) {
        start(world);
      }
    } else if (command instanceof Command.Attach attach) {
      watched.add(tag(attach.job(), attach.attempt()));
    } else if (command instanceof Command.Kill kill) {
      kill(worlds.get(tag(kill.job(), kill.attempt())));
    } else if (command instanceof Command.Query query) {
      query(query);
    }
  }

  private void launch(Command.Launch launch) {
    if (random.nextInt(30) == 0) {
      events.add(new Event.SpawnFailed(launch.job(), launch.attempt(), "chance"));
      return;
    }
    launches++;
    String tag = tag(launch.job(), launch.attempt());
    assertThat(worlds).as("identifiers of attempts").doesNotContainKey(tag);
    boolean yarn = journal.job(launch.job()).attempt().cluster().equals(YARN);
    worlds.put(tag, new World(launch.job(), launch.attempt(), yarn, launches % 2 == 0));
    watched.add(tag);
    events.add(new Event.Spawned(launch.job(), launch.attempt(), new ProcessId(1, launches, "b")));
  }

  private void start(World world) {
    for (String before : spec.job(world.job).after()) {
      assertThat(journal.job(before).phase())
          .as("%s starts, and %s", world.job, before)
          .isEqualTo(Phase.SUCCEEDED);
    }
    assertThat(journal.job(world.job).attempt().process())
        .as("the process of %s is journalled", world.job)
        .isPresent();
    world.process = Whereabouts.RUNS;
  }

  private void kill(World world) {
    if (random.nextInt(4) == 0) {
      return; // without effect this time
    }
    if (world.process == Whereabouts.WAITS) {
      world.process = Whereabouts.NOT_STARTED;
    } else if (world.process == Whereabouts.RUNS) {
      boolean wrapperWrites = random.nextBoolean();
      world.process = wrapperWrites ? Whereabouts.EXITED : Whereabouts.GONE;
      world.code = 143;
      submitLate(world);
    }
    for (App app : world.apps) {
      if (!app.visible.minus(elapsed).isNegative() && !app.visible.equals(elapsed)) {
        continue;
      }
      app.live = false;
    }
  }

  private void query(Command.Query query) {
    World world = worlds.get(tag(query.job(), query.attempt()));
    if (troubles && random.nextInt(5) == 0) {
      events.add(new Event.Unanswered(query.job(), query.attempt(), "chance"));
      return;
    }
    List<Event.Application> found =
        world.apps.stream()
            .filter(app -> app.visible.compareTo(elapsed) <= 0 && !app.forgotten)
            .map(History::seen)
            .toList();
    List<String> outputs = spec.job(query.job()).job().outputs();
    List<String> missing = world.didWork ? List.of() : outputs;
    boolean complete = world.didWork && world.marks && !outputs.isEmpty();
    events.add(
        new Event.Applications(
            query.job(), query.attempt(), found, missing, complete, Optional.empty()));
  }

  private static Event.Application seen(App app) {
    Event.Application.State state =
        app.live
            ? Event.Application.State.LIVE
            : app.good ? Event.Application.State.SUCCEEDED : Event.Application.State.FAILED;
    return new Event.Application("application_1_1", state, "");
  }

  private String tag(String job, int attempt) {
    return Tag.of("r", job, attempt);
  }

  /** After each action, so without the words of assertions that hold. */
  private void check() {
    journal.jobs().forEach(History::checkCopy);
    Map<String, World> living = new HashMap<>();
    for (World world : worlds.values()) {
      if (world.lives()) {
        World other = living.put(world.job, world);
        if (other != null) {
          throw new AssertionError(
              world.job + ": attempts " + other.attempt + " and " + world.attempt + " live");
        }
        JobState job = journal.job(world.job);
        if (job.phase().isFinal()) {
          throw new AssertionError(world.job + " lives, and is " + job.phase());
        }
      }
    }
  }

  /** A job waits only for a copy that is being made, and never starts before it has ended. */
  private static void checkCopy(String name, JobState job) {
    boolean staging = job.phase() == Phase.STAGING;
    if (staging && !job.isCopyingTo(job.attempt().cluster())) {
      throw new AssertionError(name + " waits for a copy that nobody makes: " + job);
    }
    boolean awaits = job.attempt().access() == Access.STAGE;
    if (awaits && job.phase().isActive() && !staging) {
      throw new AssertionError(name + " went on before its copy had ended: " + job);
    }
  }

  int copies() {
    return copies;
  }

  int nestedRetries() {
    return nestedRetries;
  }

  int nestedFailures() {
    return nestedFailures;
  }

  private void end() {
    assertThat(journal.ended()).as("the run ends: %s", journal.jobs()).isPresent();
    for (JobSpec job : spec.jobs()) {
      JobState state = journal.job(job.name());
      assertThat(state.phase().isFinal()).as("%s is final", job.name()).isTrue();
      if (state.phase() == Phase.SUCCEEDED) {
        assertThat(worlds.get(tag(job.name(), state.attempt().number())).didWork)
            .as("%s did its work", job.name())
            .isTrue();
      }
      if (state.phase() == Phase.SKIPPED) {
        assertThat(job.after())
            .as("%s was skipped", job.name())
            .anyMatch(before -> journal.job(before).phase() != Phase.SUCCEEDED);
      }
    }
    for (NestedSpec nested : spec.nested()) {
      NestedState state = journal.nested().get(nested.name());
      boolean failed =
          spec.jobs().stream()
              .anyMatch(
                  job ->
                      nested.contains(job.name())
                          && journal.job(job.name()).phase() == Phase.FAILED);
      assertThat(state.retries()).isLessThanOrEqualTo(nested.retries().most());
      boolean isEnded =
          spec.nested().stream()
              .anyMatch(
                  outer ->
                      outer.contains(nested.name())
                          && journal.nested().get(outer.name()).ending().isPresent());
      if (failed && !isEnded && !journal.killed()) {
        assertThat(state.retries())
            .as("%s failed after all of its retries", nested.name())
            .isEqualTo(nested.retries().most());
        nestedFailures++;
      }
      nestedRetries += state.retries();
    }
  }
}
