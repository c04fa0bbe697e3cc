// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.agent.probe.Probe;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class SamplerTest {

  private static final long SECOND = 1_000_000_000;

  private long now = 77 * SECOND;
  private final FakeProbe disk = new FakeProbe(Metric.DISK_READ, Total.DISK_READ);
  private final FakeProbe energy = new FakeProbe(Metric.POWER_DRAM, Total.ENERGY_DRAM);

  private Sampler sampler() {
    Map<Monitor, Probe> probes = new LinkedHashMap<>();
    probes.put(Monitor.DISK, disk);
    probes.put(Monitor.ENERGY, energy);
    return new Sampler(new ProbeSet(probes, Map.of(Monitor.EVENTS, "perf: none")), () -> now);
  }

  @Test
  void aSampleCoversTheIntervalSinceTheOneBefore() {
    Sampler sampler = sampler();
    assertThat(sampler.begin(Set.of("m"), Optional.empty()))
        .containsExactly(Column.of(Metric.DISK_READ), Column.of(Metric.POWER_DRAM));
    now += SECOND;
    sampler.sample();
    now += 3 * SECOND;
    SampleRow row = sampler.sample();
    assertThat(row.seconds).isEqualTo(4);
    assertThat(row.values).containsExactly(3, 3);
  }

  @Test
  void aProbeThatFailsHasNoMoreSamplesAndItsTotalsSayWhy() {
    Sampler sampler = sampler();
    sampler.begin(Set.of("m"), Optional.empty());
    now += SECOND;
    energy.failure = "energy_uj: gone";
    assertThat(sampler.sample().values).containsExactly(1, Double.NaN);
    energy.failure = null;
    now += SECOND;
    assertThat(sampler.sample().values).containsExactly(1, Double.NaN);
    now += SECOND;
    Map<Total, Reading> totals = sampler.end(SECOND).totals();
    assertThat(totals)
        .containsOnlyKeys(Total.values())
        .containsEntry(Total.DISK_READ, Reading.of(3, Unit.BYTES))
        .containsEntry(Total.ENERGY_DRAM, Reading.unavailable("energy: energy_uj: gone"))
        .containsEntry(Total.ENERGY_CORES, Reading.unavailable("energy: energy_uj: gone"))
        .containsEntry(Total.IPC, Reading.unavailable("perf: none"))
        .containsEntry(
            Total.CPU_OWN,
            Reading.unavailable("monitor processes is not among those of the experiment"));

    sampler.begin(Set.of("m"), Optional.empty());
    now += SECOND;
    assertThat(sampler.end(SECOND).totals())
        .containsEntry(Total.ENERGY_DRAM, Reading.of(1, Unit.JOULES));
  }

  @Test
  void aLastIntervalTooShortForRatesIsInTheTotalsOnly() {
    Sampler sampler = sampler();
    sampler.begin(Set.of("m"), Optional.empty());
    now += SECOND;
    sampler.sample();
    now += SECOND / 10;
    Sampler.End end = sampler.end(SECOND);
    assertThat(end.rest()).isEmpty();
    assertThat(end.totals()).containsEntry(Total.DISK_READ, Reading.of(1.1, Unit.BYTES));
  }

  /** Its samples are the seconds of the interval, its total the seconds of the trial. */
  private static final class FakeProbe implements Probe {
    private final Metric metric;
    private final Total total;
    private double all;
    private String failure;

    FakeProbe(Metric metric, Total total) {
      this.metric = metric;
      this.total = total;
    }

    @Override
    public List<Column> columns() {
      return List.of(Column.of(metric));
    }

    @Override
    public void begin() {
      all = 0;
    }

    @Override
    public void sample(double interval, double[] row, int at) throws IOException {
      if (failure != null) {
        throw new IOException(failure);
      }
      row[at] = interval;
      all += interval;
    }

    @Override
    public Map<Total, Reading> end() {
      return Map.of(total, Reading.of(all, total.unit()));
    }

    @Override
    public void close() {}
  }
}
