// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.Problem;

/** Collects the rows of one file; one thread. */
final class IntensityRows {
  private static final String HEADER = "time,zone,value,unit,source";
  private static final int COLUMNS = 5;
  private static final double LARGEST = 1e9;
  private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private final String file;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Zone> zones = new LinkedHashMap<>();
  private Optional<IntensityUnit> first = Optional.empty();
  private boolean hasHeader;
  private int line;
  private int rows;

  /** What was read of a zone. */
  private static final class Zone {
    private final Instant start;
    private final int line;
    private Instant last;
    private Optional<Duration> step = Optional.empty();
    private double[] values = new double[2];
    private int count;

    Zone(Instant start, int line) {
      this.start = start;
      this.last = start;
      this.line = line;
    }

    void add(double value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }
  }

  IntensityRows(String file) {
    this.file = file;
  }

  /** Whether further lines can change anything. */
  boolean wantsMore() {
    return problems.size() < IntensityFile.MOST_PROBLEMS && rows <= IntensityFile.MOST_ROWS;
  }

  void add(String text) {
    line++;
    String stripped = text.strip();
    if (IntensityFile.isTooLong(text)) {
      problem("the line is too long");
    } else if (stripped.isEmpty() || stripped.startsWith("#")) {
      return;
    } else if (!hasHeader) {
      hasHeader = true;
      if (!stripped.replace("\uFEFF", "").equals(HEADER)) {
        problem("must be the names of the columns: " + HEADER);
      }
    } else {
      rows++;
      row(stripped.split(",", -1));
    }
  }

  private void row(String[] cells) {
    if (rows > IntensityFile.MOST_ROWS) {
      problem("is row " + rows + "; a file has at most " + IntensityFile.MOST_ROWS);
      return;
    }
    if (cells.length != COLUMNS) {
      problem("has " + cells.length + " columns; must have " + COLUMNS + ": " + HEADER);
      return;
    }
    Optional<Instant> time = time(cells[0].strip());
    String name = cells[1].strip();
    if (name.isEmpty()) {
      problem("zone: must not be empty");
      return;
    }
    Optional<IntensityUnit> unit = unit(cells[3].strip());
    if (time.isPresent()) {
      // With a value that is wrong, too, so that the next row is not said to leave a hole.
      put(name, time.get(), unit.map(known -> value(cells[2].strip(), known)).orElse(Double.NaN));
    }
  }

  private Optional<Instant> time(String text) {
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
        problem("time=" + text + ": must be from " + EARLIEST + " to " + LATEST);
        return Optional.empty();
      }
      return Optional.of(time);
    } catch (DateTimeException wrong) {
      problem(
          "time=" + text + ": must be a time with its offset, such as 2026-11-26T18:00:00+01:00");
      return Optional.empty();
    }
  }

  private Optional<IntensityUnit> unit(String text) {
    Optional<IntensityUnit> unit = IntensityUnit.parse(text);
    if (unit.isEmpty()) {
      problem("unit=" + text + ": must be " + IntensityUnit.ALLOWED);
      return unit;
    }
    if (first.isEmpty()) {
      first = unit;
    }
    if (!unit.get().amount().equals(first.get().amount())) {
      problem(
          "unit="
              + text
              + ": is not "
              + first.get().amount()
              + ", as in rows before; use two files");
      return Optional.empty();
    }
    return unit;
  }

  private double value(String text, IntensityUnit unit) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException wrong) {
      value = Double.NaN;
    }
    if (Double.isNaN(value) || Math.abs(value) > LARGEST) {
      problem("value=" + text + ": must be a number, with an amount of at most " + LARGEST);
    } else if (unit.isCarbon() && value < 0) {
      problem("value=" + text + ": carbon must not be below 0");
    }
    return value * unit.factor();
  }

  private void put(String name, Instant time, double value) {
    Zone zone = zones.get(name);
    if (zone == null) {
      zones.put(name, new Zone(time, line));
      zones.get(name).add(value);
      return;
    }
    Duration distance = Duration.between(zone.last, time);
    String row = "zone " + name + ", time " + time + ": ";
    if (distance.isZero() || distance.isNegative()) {
      problem(row + "is not after that of the row before, " + zone.last);
      return;
    }
    Duration step = zone.step.orElse(distance);
    if (zone.step.isEmpty() && !distance.equals(distance.truncatedTo(ChronoUnit.SECONDS))) {
      problem(row + "is " + distance + " after the row before; must be whole seconds");
    }
    zone.step = Optional.of(step);
    if (!distance.equals(step)) {
      String what =
          distance.compareTo(step) > 0
              ? "there is no row for " + zone.last.plus(step)
              : "overlaps the row before, which holds until " + zone.last.plus(step);
      problem(row + what + "; the rows of a zone are equally far apart");
    }
    zone.last = time;
    zone.add(value);
  }

  private void problem(String message) {
    if (problems.size() < IntensityFile.MOST_PROBLEMS) {
      problems.add(new Problem(file, line, message));
    }
  }

  IntensityFile file() {
    if (rows == 0 && problems.isEmpty()) {
      problems.add(new Problem(file, 0, "has no rows; the columns are " + HEADER));
    }
    zones.forEach(
        (name, zone) -> {
          if (zone.count == 1 && problems.isEmpty()) {
            problems.add(
                new Problem(
                    file,
                    zone.line,
                    "zone " + name + ": has one row; two say how long a value holds"));
          }
        });
    if (!problems.isEmpty()) {
      return new IntensityFile(Optional.empty(), List.copyOf(problems));
    }
    Map<String, ZoneSeries> series = new LinkedHashMap<>();
    zones.forEach(
        (name, zone) ->
            series.put(
                name,
                new ZoneSeries(
                    zone.start, zone.step.orElseThrow(), Arrays.copyOf(zone.values, zone.count))));
    return new IntensityFile(
        Optional.of(new Intensities(first.orElseThrow().amount(), series)), List.of());
  }
}
