// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.trigger.Firing;
import org.athanor.scheduler.trigger.Registration;
import org.athanor.scheduler.trigger.Trigger;
import org.athanor.scheduler.trigger.TriggerStore;
import org.athanor.scheduler.workflow.NominalTime;
import org.athanor.scheduler.workflow.Schedule;

/**
 * Starts runs at the times of schedules. That a time shall have a run, and the run's name, are in
 * the store before the run is submitted: so whatever ends in between, a time has one run. Thread of
 * work only.
 *
 * <p>Its clock is the wall's, which may be set; that of runs is not.
 */
final class Triggers {
  private static final Duration FIRST_LOOK = Duration.ofSeconds(5);
  private static final Duration LONGEST_LOOK = Duration.ofMinutes(5);

  private final TriggerStore store;
  private final Runs runs;
  private final InstantSource wall;
  private final Consumer<String> notices;
  private final Map<String, Armed> armed = new TreeMap<>();
  private final Map<String, Look> looks = new HashMap<>(); // by run

  /** What triggers do with runs and files. */
  interface Runs {
    /** Whether a run of a workflow has not ended. */
    boolean isActive(String workflow) throws IOException;

    /** Whether a run was submitted. */
    boolean isSubmitted(String run) throws IOException;

    /** Why a workflow must not run; empty if it may. */
    Optional<String> refusal(WorkflowTree tree) throws IOException;

    /** Submits a run, unless one with that name was submitted before. */
    void submit(String run, Path file, Map<String, String> parameters, WorkflowTree tree)
        throws IOException;

    /**
     * Sees whether all files exist.
     *
     * @param directory where relative paths begin
     * @param exist told on the thread of work; not if it cannot be seen
     */
    void look(Path directory, List<String> paths, Consumer<Boolean> exist);
  }

  private record Armed(Registration registration, Trigger trigger) {}

  /** Looks after the data of a time, less and less often, and once more at its limit. */
  private static final class Look {
    private Duration wait = FIRST_LOOK;
    private Instant next = Instant.MIN;
    private Instant began = Instant.MIN; // the last one
    private Instant missing = Instant.MIN; // when the last one began that found nothing
    private boolean exist;
  }

  /** What the looks after the data of a schedule say. */
  private final class Looks implements Trigger.Data {
    private final Armed of;

    Looks(Armed of) {
      this.of = of;
    }

    @Override
    public boolean exist(Firing firing) {
      return Triggers.this.exist(of, firing);
    }

    @Override
    public boolean wereMissing(Firing firing, Instant from) {
      Look look = looks.get(firing.run());
      return look != null && !look.missing.isBefore(from);
    }
  }

  Triggers(TriggerStore store, Runs runs, InstantSource wall, Consumer<String> notices)
      throws IOException {
    this.store = store;
    this.runs = runs;
    this.wall = wall;
    this.notices = notices;
    for (Registration registration : store.registrations()) {
      arm(registration);
    }
  }

  /** Reads a schedule again that was changed, added or removed. */
  void changed(String name) throws IOException {
    disarm(name);
    Optional<Registration> found = store.registration(name);
    if (found.isPresent()) {
      arm(found.get());
    }
  }

  private void disarm(String name) {
    Armed old = armed.remove(name);
    if (old != null) {
      old.trigger().open().forEach(firing -> looks.remove(firing.run()));
    }
  }

  /** One that cannot be read must not keep others from running. */
  private void arm(Registration registration) throws IOException {
    List<Firing> open = openOf(registration.name());
    try {
      Schedule schedule = Registrations.schedule(registration);
      armed.put(
          registration.name(),
          new Armed(
              registration,
              new Trigger(
                  registration.name(),
                  schedule,
                  registration.paused(),
                  registration.considered(),
                  open)));
    } catch (IOException unreadable) {
      notices.accept(unreadable.getMessage());
    }
  }

  /** Those whose run was submitted before an earlier scheduler could store that are closed. */
  private List<Firing> openOf(String name) throws IOException {
    List<Firing> open = new ArrayList<>();
    for (Firing firing : store.open(name)) {
      if (runs.isSubmitted(firing.run())) {
        store.close(name, firing, Firing.Outcome.SUBMITTED, "");
      } else {
        open.add(firing);
      }
    }
    return List.copyOf(open);
  }

  /** Does what is due. */
  void work() throws IOException {
    for (String name : List.copyOf(armed.keySet())) {
      consider(name);
      Optional<Trigger.Move> move = move(name);
      while (move.isPresent()) {
        carryOut(armed.get(name), move.get());
        move = move(name);
      }
    }
  }

  /** How long nothing is due, at most the given time. */
  Duration untilDue(Duration most) {
    Instant now = wall.instant();
    Instant next = now.plus(most);
    for (Armed each : armed.values()) {
      Instant due = each.trigger().next().filter(now::isBefore).orElse(Instant.MAX);
      next = due.isBefore(next) ? due : next;
      for (Firing firing : each.trigger().open()) {
        Look look = looks.get(firing.run());
        if (look != null && look.next.isAfter(now) && look.next.isBefore(next)) {
          next = look.next;
        }
      }
    }
    return Duration.between(now, next);
  }

  private void consider(String name) throws IOException {
    Armed old = armed.get(name);
    Trigger.Advance advance = old.trigger().advance(wall.instant());
    if (advance.trigger().equals(old.trigger())) {
      return;
    }
    List<Firing> opened = store.advance(name, advance.trigger().considered(), advance.opened());
    put(old, advance.trigger().with(opened));
    advance
        .leftOut()
        .ifPresent(
            first ->
                notices.accept(
                    "schedule "
                        + name
                        + ": times from "
                        + text(old, first)
                        + " passed while no scheduler served, or while it was paused; catch up: "
                        + old.trigger()
                            .schedule()
                            .catchUp()
                            .name()
                            .toLowerCase(java.util.Locale.ROOT)
                        + " leaves them out"));
  }

  private void put(Armed old, Trigger trigger) {
    armed.put(trigger.name(), new Armed(old.registration(), trigger));
  }

  private static String text(Armed of, Instant nominal) {
    return NominalTime.text(nominal, of.trigger().schedule().cron().zone());
  }

  private Optional<Trigger.Move> move(String name) throws IOException {
    Armed of = armed.get(name);
    return of.trigger().open().isEmpty()
        ? Optional.empty()
        : of.trigger().move(new Looks(of), runs.isActive(name));
  }

  private boolean exist(Armed of, Firing firing) {
    if (of.trigger().schedule().data().isEmpty()) {
      return true;
    }
    Look look = looks.computeIfAbsent(firing.run(), run -> new Look());
    Instant now = wall.instant();
    boolean clockWentBack = look.next.isAfter(now.plus(LONGEST_LOOK));
    Instant limit = of.trigger().limit(firing);
    boolean isLast = !now.isBefore(limit) && look.began.isBefore(limit);
    if (!look.exist && (!now.isBefore(look.next) || clockWentBack || isLast)) {
      look.began = now;
      look.next = now.plus(look.wait);
      look.wait =
          look.wait.multipliedBy(2).compareTo(LONGEST_LOOK) < 0
              ? look.wait.multipliedBy(2)
              : LONGEST_LOOK;
      WorkflowTree tree = Registrations.tree(of.registration(), text(of, firing.nominal()));
      List<String> data = tree.schedule().map(Schedule::data).orElse(List.of());
      runs.look(of.registration().file().getParent(), data, there -> answered(look, now, there));
    }
    return look.exist;
  }

  private static void answered(Look look, Instant began, boolean there) {
    look.exist |= there;
    if (!there) {
      look.missing = began;
    }
  }

  private void carryOut(Armed of, Trigger.Move move) throws IOException {
    Firing firing = move.firing();
    String nominal = text(of, firing.nominal());
    Optional<String> reason =
        move instanceof Trigger.Move.LeaveOut left
            ? Optional.of(left.reason())
            : start(of, firing, nominal);
    String name = of.trigger().name();
    Firing.Outcome outcome =
        reason.isPresent() ? Firing.Outcome.LEFT_OUT : Firing.Outcome.SUBMITTED;
    store.close(name, firing, outcome, reason.orElse(""));
    looks.remove(firing.run());
    put(of, of.trigger().without(firing));
    notices.accept(
        "schedule "
            + name
            + ": "
            + reason
                .map(why -> "the time " + nominal + " has no run: " + why)
                .orElse("run " + firing.run() + " of " + nominal));
  }

  /** Submits the run. Returns why it has none, if it must not run. */
  private Optional<String> start(Armed of, Firing firing, String nominal) throws IOException {
    Registration registration = of.registration();
    WorkflowTree tree = Registrations.tree(registration, nominal);
    Optional<String> refusal =
        tree.problems().isEmpty()
            ? runs.refusal(tree)
            : Optional.of(tree.problems().get(0).toString());
    if (refusal.isEmpty()) {
      runs.submit(
          firing.run(),
          registration.file(),
          Registrations.withTime(registration.parameters(), nominal),
          tree);
    }
    return refusal;
  }
}
