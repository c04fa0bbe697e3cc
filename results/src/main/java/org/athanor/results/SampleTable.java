// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The samples of one node during a trial, a row for each: the content of a file {@code
 * samples-<node>.csv}.
 *
 * <pre>
 * seconds,cpu_user,disk_read,disk_read[vda]
 * 1.001,37.5,1048576,1048576
 * 2.001,41.25,,
 * </pre>
 *
 * <p>Seconds count from the trial's start and increase. Numbers have at most three decimals and the
 * metric's unit. An empty cell means that a value was not available; it is {@code NaN} here.
 * Immutable.
 */
public final class SampleTable {

  private final List<Column> columns;
  private final int rows;

  /** Row by row: seconds, then one value per column. */
  private final double[] cells;

  SampleTable(List<Column> columns, double[] cells) {
    this.columns = List.copyOf(columns);
    this.rows = cells.length / (columns.size() + 1);
    this.cells = cells;
  }

  /** Makes a table from rows; each row has the seconds, then one value per column. */
  public static SampleTable of(List<Column> columns, List<double[]> rows) {
    int width = columns.size() + 1;
    double[] cells = new double[rows.size() * width];
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).length != width) {
        throw new IllegalArgumentException(
            "row " + row + " has " + rows.get(row).length + " values: must be " + width);
      }
      System.arraycopy(rows.get(row), 0, cells, row * width, width);
    }
    return new SampleTable(columns, cells);
  }

  /** Reads a whole file. */
  public static SampleTable read(Path file) throws IOException {
    return read(file, column -> true);
  }

  /**
   * Reads the columns of some metrics, without those of single devices; faster than reading all.
   */
  public static SampleTable read(Path file, Set<Metric> metrics) throws IOException {
    return read(file, column -> column.device().isEmpty() && metrics.contains(column.metric()));
  }

  /**
   * Reads the wanted columns. A last line without a line break is ignored: its writer was killed.
   *
   * @throws IOException if the file cannot be read or is not a table of samples; the message names
   *     the file, and the line if one is wrong
   */
  public static SampleTable read(Path file, Predicate<Column> wanted) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new SampleReader(in, file.toString()).read(wanted);
    }
  }

  /** Writes the table to a file and replaces the file's content. */
  public void write(Path file) throws IOException {
    try (SampleWriter writer = new SampleWriter(file, columns)) {
      int width = columns.size() + 1;
      for (int row = 0; row < rows; row++) {
        double[] values = Arrays.copyOfRange(cells, row * width + 1, (row + 1) * width);
        writer.append(seconds(row), values);
      }
    }
  }

  public List<Column> columns() {
    return columns;
  }

  public int rows() {
    return rows;
  }

  /** Seconds from the trial's start to the end of the row's interval. */
  public double seconds(int row) {
    return cells[row * (columns.size() + 1)];
  }

  /** A value, or {@code NaN} if it was not available. */
  public double value(int row, int column) {
    return cells[row * (columns.size() + 1) + 1 + column];
  }

  /** All seconds. */
  public double[] seconds() {
    double[] all = new double[rows];
    Arrays.setAll(all, this::seconds);
    return all;
  }

  /** All values of a column; empty if the table lacks it. */
  public Optional<double[]> values(Column column) {
    int index = columns.indexOf(column);
    if (index < 0) {
      return Optional.empty();
    }
    double[] all = new double[rows];
    Arrays.setAll(all, row -> value(row, index));
    return Optional.of(all);
  }

  /** All values of a metric over all devices; empty if the table lacks it. */
  public Optional<double[]> values(Metric metric) {
    return values(Column.of(metric));
  }

  /** The devices that have a column of the metric, in the file's order. */
  public List<String> devices(Metric metric) {
    List<String> devices = new ArrayList<>();
    for (Column column : columns) {
      if (column.metric().equals(metric)) {
        column.device().ifPresent(devices::add);
      }
    }
    return devices;
  }

  /**
   * A column of the table.
   *
   * @param device the device whose values it has, such as {@code vda}; if empty, the values are
   *     those of the whole node
   */
  public record Column(Metric metric, Optional<String> device) {

    private static final Pattern DEVICE = Pattern.compile("[^\\[\\],\"\\p{Cntrl}]+");
    private static final Map<String, Metric> METRICS =
        Arrays.stream(Metric.values()).collect(Collectors.toMap(Metric::id, metric -> metric));

    public Column {
      device.ifPresent(
          name -> {
            if (!DEVICE.matcher(name).matches()) {
              throw new IllegalArgumentException(
                  "device \"" + name + "\": must not contain brackets, commas, quotes or controls");
            }
          });
    }

    public static Column of(Metric metric) {
      return new Column(metric, Optional.empty());
    }

    public static Column of(Metric metric, String device) {
      return new Column(metric, Optional.of(device));
    }

    /**
     * Reads a header such as {@code disk_read[vda]}.
     *
     * @throws IllegalArgumentException if the text is not a header
     */
    public static Column parse(String header) {
      int bracket = header.indexOf('[');
      String id = bracket < 0 ? header : header.substring(0, bracket);
      // The declaration of others is in results; metrics are equal if their ids are.
      Metric metric = MonitorInfo.owns(id) ? Metric.declared(id, id, Unit.COUNT) : METRICS.get(id);
      if (metric != null && bracket < 0) {
        return of(metric);
      }
      if (metric != null && header.endsWith("]")) {
        return of(metric, header.substring(bracket + 1, header.length() - 1));
      }
      throw new IllegalArgumentException(
          "column \"" + header + "\": must be a metric, such as cpu_user, or disk_read[vda]");
    }

    /** The column's name in files: {@code cpu_user}, {@code disk_read[vda]}. */
    public String header() {
      return device.map(name -> metric.id() + "[" + name + "]").orElse(metric.id());
    }
  }
}
