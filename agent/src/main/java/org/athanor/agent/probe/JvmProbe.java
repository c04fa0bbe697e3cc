// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/**
 * Heap and garbage collection of every JVM of the framework. Collection time is the time during
 * which a JVM was stopped for its collector. The sample is its share of the interval, the mean over
 * the JVMs that run; the total is the sum over all JVMs that ran. If the counters of one JVM cannot
 * be read, there is no total, since the sum of the others would be wrong.
 */
public final class JvmProbe implements Probe {

  /**
   * A JVM without counters after this time has none: it creates them in some tenths of a second.
   */
  private static final long START_NANOS = 3_000_000_000L;

  private final Host host;
  private final Reader reader = new Reader();
  private final ProcessProbe processes;
  private final LongSupplier nanoTime;
  private final Map<Tracked, Jvm> jvms = new HashMap<>();
  private final Map<Tracked, Long> waiting = new HashMap<>();
  private Optional<String> hidden = Optional.empty();
  private double collected;
  private double lastCollected;
  private long peakHeap;
  private boolean any;

  private JvmProbe(Host host, ProcessProbe processes, LongSupplier nanoTime) {
    this.host = host;
    this.processes = processes;
    this.nanoTime = nanoTime;
  }

  /** Opens the probe; {@code processes} must be sampled before it. */
  public static JvmProbe open(Host host, ProcessProbe processes, LongSupplier nanoTime) {
    return new JvmProbe(host, processes, nanoTime);
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.of(Metric.JVM_HEAP), Column.of(Metric.JVM_GC));
  }

  @Override
  public void begin() {
    waiting.clear();
    hidden = Optional.empty();
    any = false;
    find();
    readAll();
    jvms.values().forEach(Jvm::begin);
    collected = 0;
    lastCollected = 0;
    peakHeap = 0;
  }

  /** Opens the counters of JVMs that have started since the last call. */
  public void find() {
    for (Tracked process : processes.framework()) {
      if (!process.noJvm && !jvms.containsKey(process) && isJvm(process)) {
        any = true;
        long since = waiting.computeIfAbsent(process, p -> nanoTime.getAsLong());
        try {
          Optional<Jvm> jvm = Jvm.open(host, process.pid);
          if (jvm.isPresent()) {
            waiting.remove(process);
            jvms.put(process, jvm.get());
          } else if (nanoTime.getAsLong() - since > START_NANOS) {
            hide(process, "has no counters in /tmp/hsperfdata_*: -XX:-UsePerfData, perhaps");
          }
        } catch (IOException e) {
          if (nanoTime.getAsLong() - since > START_NANOS) {
            hide(process, KernelFiles.reason(e));
          }
        }
      }
    }
  }

  /** A process may become a JVM within the first seconds after its start, but not later. */
  private boolean isJvm(Tracked process) {
    boolean jvm = Jvm.is(host, process.pid);
    process.noJvm = !jvm && nanoTime.getAsLong() - process.firstSeen > ProcessTable.SETTLED_NANOS;
    return jvm;
  }

  private void hide(Tracked process, String reason) {
    if (hidden.isEmpty()) {
      hidden = Optional.of("JVM with pid " + process.pid + " " + reason);
    }
  }

  @Override
  public void sample(double interval, double[] row, int at) {
    find();
    int living = jvms.size();
    long heap = readAll();
    peakHeap = Math.max(peakHeap, heap);
    double now = collected;
    for (Jvm jvm : jvms.values()) {
      now += jvm.collectionSeconds();
    }
    if (hidden.isEmpty() && living > 0) {
      row[at] = heap;
      row[at + 1] = Math.min(100, (now - lastCollected) / (interval * living) * 100);
    }
    lastCollected = now;
  }

  /**
   * Reads all counters, and closes those of JVMs that have ended.
   *
   * @return bytes in use in the heaps of the JVMs that run
   */
  private long readAll() {
    List<Tracked> living = processes.framework();
    long heap = 0;
    Iterator<Map.Entry<Tracked, Jvm>> entries = jvms.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Tracked, Jvm> entry = entries.next();
      Jvm jvm = entry.getValue();
      any = true;
      boolean ended = !living.contains(entry.getKey());
      try {
        if (!jvm.read(reader) && ended) {
          hide(entry.getKey(), "ended before its counters were complete");
        }
        heap += ended ? 0 : jvm.heapUsed();
      } catch (IOException | UnavailableException e) {
        hide(entry.getKey(), String.valueOf(e.getMessage()));
      }
      if (ended) {
        collected += jvm.collectionSeconds();
        jvm.close();
        entries.remove();
      }
    }
    return heap;
  }

  @Override
  public Map<Total, Reading> end() {
    Optional<String> reason = hidden;
    if (!any) {
      reason = Optional.of("the framework ran no JVM");
    }
    return Map.of(
        Total.JVM_HEAP_PEAK,
        reason.map(Reading::unavailable).orElse(Reading.of(peakHeap, Unit.BYTES)),
        Total.JVM_GC,
        reason.map(Reading::unavailable).orElse(Reading.of(lastCollected, Unit.SECONDS)));
  }

  @Override
  public void close() {
    jvms.values().forEach(Jvm::close);
    jvms.clear();
  }
}
