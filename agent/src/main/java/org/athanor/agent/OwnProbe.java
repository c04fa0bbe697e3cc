// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.athanor.agent.probe.Probe;
import org.athanor.agent.probe.UnavailableException;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo;
import org.athanor.results.MonitorInfo.SampleInfo;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;

/** The probe of an {@link OwnMonitor}. Ids of what it yields have the monitor's name. */
final class OwnProbe implements Probe {
  private static final String NOT_AVAILABLE = "the monitor did not give an amount";

  private final OwnMonitor monitor;
  private final MonitorInfo info;
  private final List<Column> columns;

  private OwnProbe(OwnMonitor monitor, MonitorInfo info) {
    this.monitor = monitor;
    this.info = info;
    this.columns = info.samples().stream().map(sample -> Column.of(sample.metric())).toList();
  }

  /** Makes and opens the monitor of a class. */
  static OwnProbe open(String id, String className) throws UnavailableException {
    try {
      OwnMonitor monitor =
          Class.forName(className)
              .asSubclass(OwnMonitor.class)
              .getDeclaredConstructor()
              .newInstance();
      return open(id, monitor);
    } catch (ClassNotFoundException e) {
      throw new UnavailableException("class " + className + ": is not in the jar");
    } catch (ClassCastException e) {
      throw new UnavailableException(
          "class " + className + ": must implement " + OwnMonitor.class.getName());
    } catch (ReflectiveOperationException e) {
      throw new UnavailableException(
          "class "
              + className
              + ": must be public, with a public constructor without parameters that does not fail");
    } catch (LinkageError e) {
      throw new UnavailableException("class " + className + ": " + e);
    }
  }

  /** Opens a monitor; one that fails is closed, since it may have opened a part. */
  static OwnProbe open(String id, OwnMonitor monitor) throws UnavailableException {
    try {
      MonitorInfo info = info(id, monitor);
      monitor.open();
      return new OwnProbe(monitor, info);
    } catch (Throwable e) {
      close(id, monitor);
      throw new UnavailableException(e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private static <T> List<T> declared(String method, List<T> all) {
    if (all == null || all.stream().anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException(method + " returned null; must be what it declares");
    }
    return all;
  }

  private static MonitorInfo info(String id, OwnMonitor monitor) {
    List<SampleInfo> samples = new ArrayList<>();
    for (SampleInfo sample : declared("samples", monitor.samples())) {
      samples.add(new SampleInfo(MonitorInfo.id(id, sample.id()), sample.label(), sample.unit()));
    }
    List<MeasureInfo> totals = new ArrayList<>();
    for (MeasureInfo total : declared("totals", monitor.totals())) {
      totals.add(
          new MeasureInfo(
              MonitorInfo.id(id, total.id()),
              total.label(),
              total.unit(),
              total.better(),
              total.kind(),
              total.meaning()));
    }
    return new MonitorInfo(id, monitor.label(), samples, totals);
  }

  /** What it declares. */
  MonitorInfo info() {
    return info;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  /** A step of the monitor. */
  private interface Step<T> {
    T run() throws IOException;
  }

  /**
   * Whatever a monitor throws must not end the agent: also assertions, a recursion without end, a
   * class that misses another one, or an array that the small heap has no room for.
   */
  private static <T> T guarded(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException(e.toString(), e);
    }
  }

  @Override
  public void begin() throws IOException {
    guarded(
        () -> {
          monitor.begin();
          return null;
        });
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    double[] values = guarded(() -> monitor.sample(interval));
    check("sample", values, columns.size());
    System.arraycopy(values, 0, row, at, values.length);
  }

  @Override
  public Map<Total, Reading> end() throws IOException {
    double[] amounts = guarded(monitor::end);
    List<Total> totals = info.keys();
    check("end", amounts, totals.size());
    Map<Total, Reading> readings = new LinkedHashMap<>();
    for (int i = 0; i < amounts.length; i++) {
      readings.put(
          totals.get(i),
          Double.isFinite(amounts[i])
              ? Reading.of(amounts[i], totals.get(i).unit())
              : Reading.unavailable(NOT_AVAILABLE));
    }
    return readings;
  }

  private static void check(String method, double[] values, int must) throws IOException {
    if (values == null) {
      throw new IOException(method + " returned null; must be " + must + " values, as declared");
    }
    if (values.length != must) {
      throw new IOException(
          method + " returned " + values.length + " values; must be " + must + ", as declared");
    }
  }

  @Override
  public void close() {
    close(info.id(), monitor);
  }

  private static void close(String id, OwnMonitor monitor) {
    try {
      monitor.close();
    } catch (Throwable e) {
      System.err.println("agent: monitor " + id + ": " + e);
    }
  }
}
