// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/**
 * Hardware events of the whole machine during a trial, counted by {@code perf stat}, and the ratios
 * of thesis Fig. 2.8: instructions per cycle, and branch, L1, L2 and L3 misses. As there, L1 counts
 * loads only. This probe gives totals, but no samples.
 */
public final class EventsProbe implements Probe {

  private static final String REMEDY =
      "; needs root, or sysctl kernel.perf_event_paranoid=0, and hardware counters that the"
          + " hypervisor, if there is one, lets through";

  private static final List<String> COMMON =
      List.of(
          "cycles",
          "instructions",
          "branches",
          "branch-misses",
          "L1-dcache-loads",
          "L1-dcache-load-misses");

  /** The names that one kind of processor has for the misses and the accesses of a cache. */
  private record Pair(String misses, String accesses) {}

  private static final List<Pair> L2 =
      List.of(
          new Pair("l2_rqsts.miss", "l2_rqsts.references"),
          new Pair("l2_cache_req_stat.ls_rd_blk_c", "l2_cache_req_stat.dc_access_in_l2"),
          new Pair("l2_cache_misses_from_dc_misses", "l2_cache_accesses_from_dc_misses"),
          new Pair("l2d_cache_refill", "l2d_cache"));

  private static final List<Pair> L3 =
      List.of(
          new Pair("LLC-load-misses", "LLC-loads"),
          new Pair("l3_lookup_state.l3_miss", "l3_lookup_state.all_coherent_accesses_to_l3"),
          new Pair("l3_lookup_state.l3_miss", "l3_lookup_state.all_l3_req_typs"));

  private final String program;
  private final Optional<Pair> l2;
  private final Optional<Pair> l3;
  private final List<String> chosen;

  /** Chosen events that can be counted here. */
  private final List<String> countable;

  private PerfStat running;
  private Map<String, Reading> counted = Map.of();

  private EventsProbe(
      String program,
      Optional<Pair> l2,
      Optional<Pair> l3,
      List<String> chosen,
      List<String> countable) {
    this.program = program;
    this.l2 = l2;
    this.l3 = l3;
    this.chosen = chosen;
    this.countable = countable;
  }

  /**
   * Opens the probe, after a trial run of perf that shows which events can be counted.
   *
   * @param program {@code perf}, or its path
   * @param chosen names of events that are counted in addition, without modifiers
   */
  public static EventsProbe open(String program, List<String> chosen) throws UnavailableException {
    try {
      // The ratio also fails if a counter always shows 0.
      PerfStat.tryOut(program, List.of("cycles", "instructions")).ratio("instructions", "cycles");
    } catch (IOException e) {
      throw new UnavailableException(
          program
              + ": cannot be started: install package linux-perf (Debian),"
              + " linux-tools-$(uname -r) (Ubuntu) or perf (others)",
          e);
    } catch (UnavailableException e) {
      throw new UnavailableException(e.getMessage() + REMEDY, e);
    }
    List<String> countable =
        chosen.stream().filter(event -> known(program, List.of(event))).toList();
    return new EventsProbe(
        program, known(program, L2), known(program, L3), List.copyOf(chosen), countable);
  }

  private static Optional<Pair> known(String program, List<Pair> candidates) {
    // Other processors have other names for them.
    return candidates.stream()
        .filter(pair -> known(program, List.of(pair.misses(), pair.accesses())))
        .findFirst();
  }

  /** Whether perf can count all of the events; it refuses to start if it does not know one. */
  private static boolean known(String program, Collection<String> events) {
    try {
      EventCounts counts = PerfStat.tryOut(program, List.copyOf(events));
      for (String event : events) {
        counts.count(event);
      }
      return true;
    } catch (IOException | UnavailableException e) {
      return false;
    }
  }

  @Override
  public List<Column> columns() {
    return List.of();
  }

  @Override
  public void begin() throws IOException {
    close();
    Set<String> events = new LinkedHashSet<>(COMMON);
    for (Optional<Pair> pair : List.of(l2, l3)) {
      if (pair.isPresent()) {
        events.add(pair.get().misses());
        events.add(pair.get().accesses());
      }
    }
    events.addAll(countable);
    counted = Map.of();
    running = PerfStat.start(program, List.copyOf(events));
  }

  @Override
  public void sample(double interval, double[] row, int at) {}

  @Override
  public Map<Total, Reading> end() throws IOException {
    EventCounts counts = running.end();
    running = null;
    Map<Total, Reading> totals = new TreeMap<>();
    totals.put(Total.CYCLES, reading(Unit.COUNT, () -> counts.count("cycles")));
    totals.put(Total.INSTRUCTIONS, reading(Unit.COUNT, () -> counts.count("instructions")));
    totals.put(Total.IPC, reading(Unit.RATIO, () -> counts.ratio("instructions", "cycles")));
    totals.put(
        Total.BRANCH_MISSES, reading(Unit.RATIO, () -> counts.ratio("branch-misses", "branches")));
    totals.put(
        Total.L1_MISSES,
        reading(Unit.RATIO, () -> counts.ratio("L1-dcache-load-misses", "L1-dcache-loads")));
    totals.put(Total.L2_MISSES, cache("L2", l2, counts));
    totals.put(Total.L3_MISSES, cache("L3", l3, counts));
    totals.put(Total.BRANCHES, count("branches", counts));
    totals.put(Total.BRANCHES_MISSED, count("branch-misses", counts));
    totals.put(Total.L1_LOADS, count("L1-dcache-loads", counts));
    totals.put(Total.L1_LOADS_MISSED, count("L1-dcache-load-misses", counts));
    totals.put(Total.L2_ACCESSES, cacheCount("L2", l2.map(Pair::accesses), counts));
    totals.put(Total.L2_ACCESSES_MISSED, cacheCount("L2", l2.map(Pair::misses), counts));
    totals.put(Total.L3_ACCESSES, cacheCount("L3", l3.map(Pair::accesses), counts));
    totals.put(Total.L3_ACCESSES_MISSED, cacheCount("L3", l3.map(Pair::misses), counts));
    counted = new LinkedHashMap<>();
    for (String event : chosen) {
      counted.put(
          event,
          countable.contains(event)
              ? count(event, counts)
              : Reading.unavailable("perf stat: cannot count " + event + " on this processor"));
    }
    return totals;
  }

  /** The events that are counted in addition. */
  public List<String> chosen() {
    return chosen;
  }

  /** The counts of the chosen events in the trial that has ended. */
  public Map<String, Reading> counted() {
    return counted;
  }

  private static Reading count(String event, EventCounts counts) {
    return reading(Unit.COUNT, () -> counts.count(event));
  }

  private static Reading cacheCount(String name, Optional<String> event, EventCounts counts) {
    return event.map(known -> count(known, counts)).orElseGet(() -> noEvent(name));
  }

  private static Reading noEvent(String name) {
    return Reading.unavailable("perf stat: no event for " + name + " is known for this processor");
  }

  private static Reading cache(String name, Optional<Pair> pair, EventCounts counts) {
    return pair.map(
            events -> reading(Unit.RATIO, () -> counts.ratio(events.misses(), events.accesses())))
        .orElseGet(() -> noEvent(name));
  }

  private static Reading reading(Unit unit, Amount amount) {
    try {
      return Reading.of(amount.get(), unit);
    } catch (UnavailableException e) {
      return Reading.unavailable(e.getMessage());
    }
  }

  @FunctionalInterface
  private interface Amount {
    double get() throws UnavailableException;
  }

  @Override
  public void close() {
    if (running != null) {
      running.destroy();
      running = null;
    }
  }
}
