// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private PerfStat running;

  private EventsProbe(String program, Optional<Pair> l2, Optional<Pair> l3) {
    this.program = program;
    this.l2 = l2;
    this.l3 = l3;
  }

  /**
   * Opens the probe, after a trial run of perf that shows which events can be counted.
   *
   * @param program {@code perf}, or its path
   */
  public static EventsProbe open(String program) throws UnavailableException {
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
    return new EventsProbe(program, known(program, L2), known(program, L3));
  }

  private static Optional<Pair> known(String program, List<Pair> candidates) {
    for (Pair pair : candidates) {
      try {
        EventCounts counts = PerfStat.tryOut(program, List.of(pair.misses(), pair.accesses()));
        counts.count(pair.misses());
        counts.count(pair.accesses());
        return Optional.of(pair);
      } catch (IOException | UnavailableException e) {
        // This processor has other names for it.
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Column> columns() {
    return List.of();
  }

  @Override
  public void begin() throws IOException {
    close();
    List<String> events = new ArrayList<>(COMMON);
    for (Optional<Pair> pair : List.of(l2, l3)) {
      if (pair.isPresent()) {
        events.add(pair.get().misses());
        events.add(pair.get().accesses());
      }
    }
    running = PerfStat.start(program, events);
  }

  @Override
  public void sample(double interval, double[] row, int at) {}

  @Override
  public Map<Total, Reading> end() throws IOException {
    EventCounts counts = running.end();
    running = null;
    Map<Total, Reading> totals = new EnumMap<>(Total.class);
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
    return totals;
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
