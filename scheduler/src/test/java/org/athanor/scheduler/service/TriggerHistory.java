// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.trigger.Firing;
import org.athanor.scheduler.trigger.Registration;
import org.athanor.scheduler.trigger.TriggerStore;
import org.athanor.scheduler.workflow.Schedule;

/**
 * A schedule's life: clocks that jump, changes to and from summer time, runs that overlap, data
 * that come late, and schedulers that end before or after each thing that they do.
 */
final class TriggerHistory {
  private static final String NAME = "w";
  private static final Path FILE = Path.of("/w/w.yaml");
  private static final List<String> CRONS =
      List.of("30 2 * * *", "*/15 * * * *", "0 * * * *", "0,45 1-3 * * *", "10 0 * * 0");
  private static final List<String> ZONES = List.of("Europe/Madrid", "America/New_York", "UTC");
  private static final List<String> BEGINS =
      List.of("2026-03-28T20:00:00Z", "2026-10-24T20:00:00Z", "2026-06-01T00:00:00Z");

  private final Random random;
  private final Store store = new Store();
  private final List<String> log = new ArrayList<>();
  private final Map<String, Integer> submitted = new LinkedHashMap<>();
  private boolean interrupted; // a run was submitted, and that is not stored
  private int interruptions;
  private final Set<String> active = new LinkedHashSet<>();
  private final Set<String> data = new HashSet<>();
  private final Map<String, Instant> missed = new HashMap<>(); // the last look without success
  private final List<Runnable> answers = new ArrayList<>(); // to looks
  private final Schedule.CatchUp catchUp;
  private final Schedule.Overlap overlap;
  private final boolean needsData;
  private final Schedule schedule;
  private final Instant begin;
  private Instant wall;
  private Instant latest;
  private boolean paused;
  private int crashes;
  private boolean safe;
  private Triggers triggers;

  TriggerHistory(long seed) throws IOException {
    random = new Random(seed);
    catchUp = List.of(Schedule.CatchUp.values()).get(random.nextInt(3));
    overlap = List.of(Schedule.Overlap.values()).get(random.nextInt(3));
    needsData = random.nextInt(3) == 0;
    begin = Instant.parse(BEGINS.get(random.nextInt(3))).plusSeconds(random.nextInt(7200));
    wall = begin;
    latest = begin;
    String text =
        "schedule: {cron: '"
            + CRONS.get(random.nextInt(CRONS.size()))
            + "', zone: "
            + ZONES.get(random.nextInt(ZONES.size()))
            + ", catch up: "
            + catchUp.name().toLowerCase(java.util.Locale.ROOT)
            + ", overlap: "
            + overlap.name().toLowerCase(java.util.Locale.ROOT)
            + (needsData ? ", data: '/in/${scheduled}', data limit: 2h" : "")
            + "}\njobs: {a: {type: shell, command: [echo, '${scheduled.date}']}}\n";
    log.add(text);
    Registration registration =
        new Registration(
            NAME,
            FILE,
            Map.of(),
            Map.of(FILE, text.getBytes(StandardCharsets.UTF_8)),
            false,
            begin);
    store.registrations.put(NAME, registration);
    schedule = Registrations.schedule(registration);
    start();
  }

  /** The scheduler's process ends; what it has not stored is lost. */
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;

    Crash() {
      super("crash", null, false, false);
    }
  }

  private void maybeCrash() {
    if (!safe && random.nextInt(12) == 0) {
      throw new Crash();
    }
  }

  private void start() throws IOException {
    triggers = null;
    answers.clear();
    while (triggers == null) {
      try {
        triggers = started();
      } catch (Crash crash) {
        crashes++;
      }
    }
  }

  private Triggers started() throws IOException {
    return new Triggers(store, new Runs(), () -> wall, line -> log.add(wall + "  " + line));
  }

  void live() throws IOException {
    for (int step = 0; step < 80; step++) {
      act();
      work();
    }
    // All ends well: nothing crashes, what waits goes on.
    safe = true;
    paused = false;
    store.pause(NAME, false);
    triggers.changed(NAME);
    wall = latest.plusSeconds(1);
    boolean idle = false;
    for (int i = 0; i < 3_000 && !idle; i++) {
      if (needsData) {
        wall = wall.plus(Duration.ofMinutes(5)); // looks again
        latest = wall;
      }
      Instant considered = store.registrations.get(NAME).considered();
      idle = store.open(NAME).isEmpty();
      active.clear();
      work();
      idle &= considered.equals(store.registrations.get(NAME).considered());
    }
    active.clear();
    work();
    check();
  }

  private void act() throws IOException {
    int what = random.nextInt(20);
    if (what < 10) {
      wall = wall.plusSeconds(20 + random.nextInt(2400));
    } else if (what == 10) {
      wall = wall.minusSeconds(random.nextInt(4 * 3600));
      log.add("the clock is set back to " + wall);
    } else if (what == 11) {
      wall = wall.plusSeconds(random.nextInt(2 * 86_400));
      log.add("the clock is set forward to " + wall);
    } else if (what == 12) {
      paused = !paused;
      store.safely(() -> store.pause(NAME, paused));
      triggers.changed(NAME);
    } else if (what < 17 && !active.isEmpty()) {
      active.remove(active.iterator().next());
    } else {
      store.firings.forEach((nominal, firing) -> maybeData(firing));
    }
    latest = wall.isAfter(latest) ? wall : latest;
  }

  private void maybeData(Stored firing) {
    if (random.nextBoolean()) {
      data.add(firing.firing.run());
    }
  }

  private void work() throws IOException {
    try {
      triggers.work();
      if (!answers.isEmpty() && (safe || random.nextBoolean())) {
        List<Runnable> given = List.copyOf(answers);
        answers.clear();
        given.forEach(Runnable::run);
        triggers.work();
      }
    } catch (Crash crash) {
      crashes++;
      interruptions += interrupted ? 1 : 0;
      interrupted = false;
      log.add(wall + " crash");
      if (random.nextBoolean()) {
        wall = wall.plusSeconds(random.nextInt(6 * 3600));
        latest = wall.isAfter(latest) ? wall : latest;
      }
      start();
    }
  }

  private void check() throws IOException {
    if (!store.open(NAME).isEmpty()) {
      throw new AssertionError("still open: " + store.open(NAME));
    }
    Set<Instant> times = new LinkedHashSet<>();
    Optional<Instant> next = schedule.next(begin);
    while (next.isPresent() && !next.get().isAfter(latest)) {
      times.add(next.get());
      next = schedule.next(next.get());
    }
    for (Stored each : store.firings.values()) {
      Firing firing = each.firing;
      if (!times.contains(firing.nominal())) {
        throw new AssertionError(firing + " is no time of the schedule");
      }
      boolean ran = submitted.containsKey(firing.run());
      if (ran != (each.outcome == Firing.Outcome.SUBMITTED)) {
        throw new AssertionError(firing + ": " + each.outcome + ", but submitted: " + ran);
      }
    }
    if (store.firings.size() < submitted.size()) {
      throw new AssertionError("runs without a time: " + submitted);
    }
    if (catchUp == Schedule.CatchUp.ALL && !store.firings.keySet().containsAll(times)) {
      times.removeAll(store.firings.keySet());
      throw new AssertionError(
          "never considered: " + times.size() + ", " + times.iterator().next());
    }
    boolean allRun = catchUp == Schedule.CatchUp.ALL && overlap != Schedule.Overlap.SKIP;
    if (allRun && !needsData && submitted.size() != times.size()) {
      throw new AssertionError(submitted.size() + " runs of " + times.size() + " times");
    }
    if (catchUp == Schedule.CatchUp.LATEST && !times.isEmpty()) {
      Instant last = new ArrayList<>(times).get(times.size() - 1);
      if (!store.firings.containsKey(last)) {
        throw new AssertionError("the last time was left out: " + last);
      }
    }
  }

  int submissions() {
    return submitted.size();
  }

  /** How often a scheduler ended after a submission that it had not stored. */
  int interruptions() {
    return interruptions;
  }

  int crashes() {
    return crashes;
  }

  String story() {
    return String.join("\n", log.subList(Math.max(0, log.size() - 60), log.size()));
  }

  /** The journal of runs: whether one was submitted survives, and a second time does nothing. */
  private final class Runs implements Triggers.Runs {
    @Override
    public boolean isActive(String workflow) {
      return !active.isEmpty();
    }

    @Override
    public boolean isSubmitted(String run) {
      return submitted.containsKey(run);
    }

    @Override
    public Optional<String> refusal(WorkflowTree tree) {
      return Optional.empty();
    }

    @Override
    public void submit(String run, Path file, Map<String, String> parameters, WorkflowTree tree) {
      maybeCrash();
      if (submitted.merge(run, 1, Integer::sum) == 1) {
        if (!active.isEmpty() && overlap != Schedule.Overlap.ALLOW) {
          throw new AssertionError(run + " starts while " + active + " has not ended");
        }
        active.add(run);
      } else {
        throw new AssertionError(run + " is submitted twice");
      }
      interrupted = true;
      maybeCrash();
    }

    @Override
    public void look(Path directory, List<String> paths, Consumer<Boolean> exist) {
      String wanted = paths.get(0).substring("/in/".length());
      Instant nominal = java.time.OffsetDateTime.parse(wanted).toInstant();
      String run = store.firings.get(nominal).firing.run();
      boolean found = safe || data.contains(run);
      if (!found) {
        missed.put(run, wall);
      }
      answers.add(() -> exist.accept(found));
    }
  }

  private static final class Stored {
    private final Firing firing;
    private Firing.Outcome outcome;

    Stored(Firing firing) {
      this.firing = firing;
    }
  }

  /** Keeps what was stored; crashes before or after. */
  private final class Store implements TriggerStore {
    private final Map<String, Registration> registrations = new HashMap<>();
    private final Map<Instant, Stored> firings = new TreeMap<>();

    private interface Change {
      void run() throws IOException;
    }

    private void safely(Change change) throws IOException {
      boolean before = safe;
      safe = true;
      change.run();
      safe = before;
    }

    @Override
    public List<Registration> registrations() {
      return List.copyOf(registrations.values());
    }

    @Override
    public Optional<Registration> registration(String name) {
      return Optional.ofNullable(registrations.get(name));
    }

    @Override
    public void register(Registration registration) {
      registrations.put(registration.name(), registration);
    }

    @Override
    public void remove(String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void pause(String name, boolean value) {
      Registration old = registrations.get(name);
      registrations.put(
          name,
          new Registration(
              name, old.file(), old.parameters(), old.files(), value, old.considered()));
    }

    @Override
    public List<Firing> open(String name) {
      return firings.values().stream()
          .filter(each -> each.outcome == null)
          .map(each -> each.firing)
          .toList();
    }

    @Override
    public List<Firing> advance(String name, Instant considered, List<Firing> opened) {
      maybeCrash();
      Registration old = registrations.get(name);
      registrations.put(
          name,
          new Registration(
              name, old.file(), old.parameters(), old.files(), old.paused(), considered));
      List<Firing> stored = new ArrayList<>();
      for (Firing firing : opened) {
        if (firings.putIfAbsent(firing.nominal(), new Stored(firing)) == null) {
          stored.add(firing);
        }
      }
      maybeCrash();
      return stored;
    }

    @Override
    public void close(String name, Firing firing, Firing.Outcome outcome, String message) {
      Instant limit = firing.opened().plus(Duration.ofHours(2));
      if (message.contains("did not exist")
          && missed.getOrDefault(firing.run(), Instant.MIN).isBefore(limit)) {
        throw new AssertionError(firing + " is left out, and nobody has looked at its limit");
      }
      maybeCrash();
      interrupted = false;
      firings.get(firing.nominal()).outcome = outcome;
      maybeCrash();
    }

    @Override
    public List<Past> past(String name, int most) {
      throw new UnsupportedOperationException();
    }
  }
}
