// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.job.WorkerView;

/**
 * The Workers that a session has and has had, for those who watch it: all that work, and the last
 * {@value #MOST_GONE} that are gone. Thread-safe.
 */
final class WorkerRoster {
  static final int MOST_GONE = 200;

  @GuardedBy("this")
  private final Map<Integer, Entry> entries = new TreeMap<>();

  /** One Worker. Guarded by the lock. */
  private static final class Entry {
    final RemoteWorker worker; // null if it has never connected
    final long joined;
    long gone;
    String reason = "";

    Entry(RemoteWorker worker, long joined) {
      this.worker = worker;
      this.joined = joined;
    }
  }

  synchronized void joined(RemoteWorker worker) {
    entries.put(worker.number(), new Entry(worker, System.currentTimeMillis()));
  }

  /**
   * A Worker is gone, or did not come at all. The reason that is told last counts: why the process
   * has ended is known after its connection has.
   */
  synchronized void gone(int worker, String reason) {
    Entry entry = entries.computeIfAbsent(worker, unused -> new Entry(null, 0));
    if (entry.gone == 0) {
      entry.gone = System.currentTimeMillis();
    }
    entry.reason = reason;
    long gone = entries.values().stream().filter(each -> each.gone != 0).count();
    if (gone > MOST_GONE) {
      entries.entrySet().stream()
          .filter(each -> each.getValue().gone != 0)
          .findFirst()
          .ifPresent(oldest -> entries.remove(oldest.getKey()));
    }
  }

  /**
   * Returns the Workers by their numbers.
   *
   * @param running returns how many attempts a Worker runs; is called without the lock
   */
  List<WorkerView> views(IntUnaryOperator running) {
    Map<Integer, Entry> known = new TreeMap<>();
    List<WorkerView> views = new ArrayList<>();
    synchronized (this) {
      entries.forEach((number, entry) -> known.put(number, copy(entry)));
    }
    known.forEach((number, entry) -> views.add(view(number, entry, running)));
    return views;
  }

  private static Entry copy(Entry entry) {
    Entry copy = new Entry(entry.worker, entry.joined);
    copy.gone = entry.gone;
    copy.reason = entry.reason;
    return copy;
  }

  private static WorkerView view(int number, Entry entry, IntUnaryOperator running) {
    RemoteWorker worker = entry.worker;
    boolean works = entry.gone == 0;
    return new WorkerView(
        number,
        worker == null ? "" : worker.host(),
        worker == null ? "" : worker.rack(),
        worker == null ? 0 : worker.threads(),
        works ? running.applyAsInt(number) : 0,
        entry.joined,
        entry.gone,
        entry.reason,
        works && worker != null ? worker.activity() : Optional.empty());
  }
}
