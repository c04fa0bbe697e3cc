// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.trigger.Registration;
import org.athanor.scheduler.trigger.TriggerStore;
import org.athanor.scheduler.workflow.NominalTime;
import org.athanor.scheduler.workflow.Schedule;
import org.athanor.yaml.text.Nearest;

/**
 * Schedules that users add, remove, pause and resume. Only who leads the state directory may.
 *
 * @param store where they are
 */
public record Registrations(TriggerStore store) {
  /** Any time, to read a schedule: its times do not depend on it. */
  private static final Instant ANY = Instant.EPOCH;

  /**
   * Adds the schedule of a workflow file, or replaces that of the workflow. Times are considered
   * from now on; if the schedule says so, from its first one. A paused one stays paused.
   *
   * @param shell whether jobs of type shell are allowed
   * @return the name of the workflow
   * @throws IOException with a message for the user if the file is wrong, or has no schedule
   */
  public String add(Path file, Map<String, String> parameters, boolean shell, Instant now)
      throws IOException {
    WorkflowTree tree = WorkflowTree.read(file, withTime(parameters, NominalTime.text(now)));
    if (!tree.problems().isEmpty()) {
      throw new IOException(
          String.join("\n", tree.problems().stream().map(Object::toString).toList()));
    }
    List<String> refused = Admission.problems(tree.jobs(), shell);
    if (!refused.isEmpty()) {
      throw new IOException(String.join("\n", refused));
    }
    Schedule schedule =
        tree.schedule()
            .orElseThrow(
                () ->
                    new IOException(file + ": has no schedule; add the key schedule with a cron"));
    String name = tree.workflow().orElseThrow();
    boolean backfill = schedule.catchUp() == Schedule.CatchUp.ALL;
    Instant from =
        schedule.from().filter(time -> backfill).map(it -> it.minusMillis(1)).orElse(now);
    boolean paused = store.registration(name).filter(Registration::paused).isPresent();
    store.register(
        new Registration(
            name, file, parameters, tree.files(), paused, from.isBefore(now) ? from : now));
    return name;
  }

  /**
   * Removes a schedule; its runs go on.
   *
   * @throws IOException with a message for the user if there is none
   */
  public void remove(String name) throws IOException {
    existing(name);
    store.remove(name);
  }

  /**
   * Pauses a schedule, or resumes it.
   *
   * @throws IOException with a message for the user if there is none
   */
  public void pause(String name, boolean paused) throws IOException {
    existing(name);
    store.pause(name, paused);
  }

  private void existing(String name) throws IOException {
    if (store.registration(name).isEmpty()) {
      List<String> names = store.registrations().stream().map(Registration::name).toList();
      throw new IOException(
          "schedule "
              + name
              + ": there is none; "
              + (names.isEmpty()
                  ? "athanor schedule add FILE adds one"
                  : "there are " + String.join(", ", names))
              + Nearest.hint(name, names));
    }
  }

  /**
   * The schedule of a registration.
   *
   * @throws IOException if its files cannot be read any more
   */
  public static Schedule schedule(Registration registration) throws IOException {
    WorkflowTree tree = tree(registration, NominalTime.text(ANY));
    Optional<Schedule> schedule = tree.schedule();
    if (schedule.isEmpty()) {
      throw new IOException(
          "schedule "
              + registration.name()
              + ": its files cannot be read any more; add it again"
              + (tree.problems().isEmpty() ? "" : ": " + tree.problems().get(0)));
    }
    return schedule.get();
  }

  /** The workflow of a registration for a nominal time; it may have problems. */
  static WorkflowTree tree(Registration registration, String nominal) {
    return WorkflowTree.read(
        registration.file(),
        withTime(registration.parameters(), nominal),
        path -> {
          byte[] content = registration.files().get(path);
          if (content == null) {
            throw new NoSuchFileException(path.toString());
          }
          return content;
        });
  }

  /** The parameters of a run for a nominal time. */
  static Map<String, String> withTime(Map<String, String> parameters, String nominal) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.put(NominalTime.PARAMETER, nominal);
    return all;
  }
}
