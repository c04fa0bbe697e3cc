// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.alert.Alert;
import org.athanor.scheduler.alert.Hook;
import org.athanor.scheduler.alert.HookWorker;
import org.athanor.scheduler.alert.Waiting;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.Change;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;

/**
 * Tells hooks what happens: what each is to be told is in the journal together with what happened,
 * and there until the hook has taken it. Thread of work, but for the workers.
 */
final class Hooks implements Closeable {
  private final Journal journal;
  private final Telemetry telemetry;
  private final Effects.Outcomes outcomes;
  private final Map<String, HookWorker> workers = new LinkedHashMap<>();
  private final Map<String, Long> last = new HashMap<>(); // sequences that workers have
  private boolean more; // to tell, since it was looked last

  Hooks(Journal journal, Telemetry telemetry, Effects.Outcomes outcomes) {
    this.journal = journal;
    this.telemetry = telemetry;
    this.outcomes = outcomes;
  }

  /**
   * Begins to tell hooks, first what they have not taken from an earlier scheduler. What waits for
   * hooks that are not in the file any more is given up. Without hooks it waits on, because the
   * file may only have been left out.
   *
   * @param hooks all of the file
   * @param agent the program's name and version
   */
  void start(List<Hook> hooks, StateDirectory directory, String agent, HookWorker.Settings settings)
      throws IOException {
    forget(hooks.stream().map(Hook::name).toList());
    for (Hook hook : hooks) {
      workers.put(
          hook.name(), HookWorker.start(hook, directory.hooks(), agent, settings, new Told()));
      telemetry.hook(hook.name());
    }
    more = true;
    tell();
  }

  /** How hooks did, an earlier scheduler knew. */
  private void forget(List<String> names) throws IOException {
    List<Change> changes = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    for (AlertTables.HookStatus each : journal.alerts().hooks()) {
      if (!names.contains(each.hook()) && each.waiting() > 0) {
        gone.add(each.hook() + " (" + each.waiting() + ")");
        if (!names.isEmpty()) {
          changes.add(journal.alerts().giveUp(each.hook()));
        }
      }
    }
    changes.add(journal.alerts().forgetTroubles());
    journal.store(changes);
    if (!gone.isEmpty()) {
      outcomes.notice(
          "events for hooks that are not in the file of hooks are "
              + (names.isEmpty() ? "kept until there is one: " : "given up: ")
              + String.join(", ", gone));
    }
  }

  /** What came of alerts, left for the thread of work. */
  private final class Told implements HookWorker.Listener {
    @Override
    public void delivered(String hook, long sequence) {
      outcomes.later(() -> done(hook, sequence, true));
    }

    @Override
    public void givenUp(String hook, long sequence, String why) {
      outcomes.notice("hook " + hook + ": an event is given up after a day: " + why);
      outcomes.later(() -> done(hook, sequence, false));
    }

    @Override
    public void failed(String hook) {
      outcomes.later(() -> telemetry.told(hook, "failed"));
    }

    @Override
    public void trouble(String hook, String why, Instant since) {
      outcomes.notice(
          why.isEmpty()
              ? "hook " + hook + " takes events again"
              : "hook " + hook + ": " + why + "; it is told again later");
      outcomes.later(() -> journal.store(List.of(journal.alerts().trouble(hook, why, since))));
    }
  }

  private void done(String hook, long sequence, boolean delivered) throws IOException {
    journal.store(List.of(journal.alerts().done(sequence, delivered)));
    telemetry.told(hook, delivered ? "delivered" : "given up");
    tell(workers.get(hook));
  }

  /** What is to be stored together with what an alert is about. */
  List<Change> changes(Alert alert) {
    List<Change> changes = new ArrayList<>();
    for (HookWorker worker : workers.values()) {
      if (worker.hook().kinds().contains(alert.kind())) {
        changes.add(journal.alerts().tell(worker.hook().name(), alert));
        more = true;
      }
    }
    return changes;
  }

  /** Alerts that were made are in the journal. */
  void tell() throws IOException {
    if (more) {
      more = false;
      for (HookWorker worker : workers.values()) {
        tell(worker);
      }
    }
  }

  private void tell(HookWorker worker) throws IOException {
    String name = worker.hook().name();
    int room = worker.room();
    if (room == 0) {
      return; // they are told when others are done
    }
    for (Waiting alert : journal.alerts().waiting(name, last.getOrDefault(name, 0L), room)) {
      if (!worker.offer(alert)) {
        return;
      }
      last.put(name, alert.sequence());
    }
  }

  /** Ends the workers. What is not taken is told after the next start. */
  @Override
  public void close() {
    workers.values().forEach(HookWorker::close);
  }
}
