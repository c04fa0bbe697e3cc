// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.agent.probe.Probe;
import org.athanor.agent.probe.UnavailableException;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo.SampleInfo;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

/** Whatever a monitor of others does, the readings of the other monitors stay. */
class OwnProbeTest {

  /** Fails in one step, in one way. */
  private static final class Careless implements OwnMonitor {
    private final String step;
    private final Throwable failure;
    private int closed;

    Careless(String step, Throwable failure) {
      this.step = step;
      this.failure = failure;
    }

    /** Throws what is not checked, too. */
    @SuppressWarnings("unchecked")
    private <E extends Throwable> void at(String now) throws E {
      if (now.equals(step)) {
        throw (E) failure;
      }
    }

    @Override
    public String label() {
      return "Careless";
    }

    @Override
    public List<SampleInfo> samples() {
      this.<RuntimeException>at("samples");
      return List.of(new SampleInfo("x", "x", Unit.COUNT));
    }

    @Override
    public List<MeasureInfo> totals() {
      return List.of(MeasureInfo.result("t", "T", Unit.COUNT, Better.LESS, "of all"));
    }

    @Override
    public void open() throws IOException {
      this.<IOException>at("open");
    }

    @Override
    public void begin() throws IOException {
      this.<IOException>at("begin");
    }

    @Override
    public double[] sample(double seconds) throws IOException {
      this.<IOException>at("sample");
      return step.equals("null") ? null : new double[] {1};
    }

    @Override
    public double[] end() throws IOException {
      this.<IOException>at("end");
      return new double[] {2};
    }

    @Override
    public void close() throws IOException {
      closed++;
      this.<IOException>at("close");
    }
  }

  private static final List<Throwable> FAILURES =
      List.of(
          new IOException("gone"),
          new AssertionError("wrong"),
          new StackOverflowError(),
          new OutOfMemoryError("Java heap space"),
          new NoClassDefFoundError("a/B"));

  private static Map<Total, Reading> totals(OwnProbe probe) {
    Map<Monitor, Probe> probes = new LinkedHashMap<>();
    probes.put(Monitor.own("careless", "a.Careless"), probe);
    Sampler sampler = new Sampler(new ProbeSet(probes, Map.of()), System::nanoTime);
    sampler.begin(Set.of(), Optional.empty());
    sampler.sample();
    return sampler.end(1).totals();
  }

  @Test
  void anyFailureIsTheReasonOfItsReadingsAndEndsNothing() throws Exception {
    for (String step : List.of("begin", "sample", "end", "null")) {
      for (Throwable failure : FAILURES) {
        OwnProbe probe = OwnProbe.open("careless", new Careless(step, failure));
        Total total = probe.info().keys().get(0);
        assertThat(totals(probe).get(total))
            .as(step + " " + failure)
            .isInstanceOf(Reading.Unavailable.class);
      }
    }
    OwnProbe good = OwnProbe.open("careless", new Careless("", new AssertionError()));
    assertThat(totals(good)).containsEntry(good.info().keys().get(0), Reading.of(2, Unit.COUNT));
  }

  @Test
  void aMonitorThatCannotBeOpenedIsClosed() {
    for (String step : List.of("samples", "open")) {
      for (Throwable failure : FAILURES) {
        Careless careless = new Careless(step, failure);
        assertThatThrownBy(() -> OwnProbe.open("careless", careless))
            .isInstanceOf(UnavailableException.class);
        assertThat(careless.closed).isEqualTo(1);
      }
    }
  }

  @Test
  void aFailureToCloseEndsNothing() throws Exception {
    for (Throwable failure : FAILURES) {
      OwnProbe.open("careless", new Careless("close", failure)).close();
    }
  }
}
