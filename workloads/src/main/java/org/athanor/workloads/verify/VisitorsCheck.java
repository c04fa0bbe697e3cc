// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Checks a query with one line per visitor: exactly the visitors of the query, each with its sums,
 * within {@value #TOLERANCE} of them. All terms of a sum are positive; in another order, a sum of n
 * terms differs by less than n × 2⁻⁵³ of it in the worst case, which is 10⁻¹⁰ for a million visits.
 * A visit that is lost or counted twice changes a revenue by about 1/n of it. Memory grows with the
 * number of visitors: 130 bytes for each, and up to 120 for the stored form, which is limited to 2
 * GiB: 50 million visitors.
 */
abstract class VisitorsCheck implements Check {
  static final double TOLERANCE = 1e-9;
  private static final int COLUMNS = 9;

  /** Columns of {@code uservisits}. */
  static final int SOURCE_IP = 0;

  static final int DEST_URL = 1;
  static final int VISIT_DATE = 2;
  private static final int REVENUE = 3;

  private final Configuration configuration;
  private final Path input;
  private final Reference reference;
  private final Parts parts;

  VisitorsCheck(
      Configuration configuration, String what, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.reference = new Reference(configuration, what, input, reference);
    this.parts = Parts.orNone(configuration, output);
  }

  /** Returns the names of the values of a line of output, the address first. */
  abstract List<String> columns();

  /** Returns the values of a visitor that a line must have after the address. */
  abstract double[] values(Visitors visitors, int number);

  /** Receives the lines of the output, in their order. */
  void line(FileStatus part, long number, TabbedLine line) throws WrongOutputException {}

  /** Selects visits, and knows the ranks of their pages. Several threads use it. */
  interface Selection {
    /** Returns the rank of a visit's page; -1 if the visit is not selected. */
    long rank(TabbedLine visit);
  }

  /** Prepares the selection of visits. */
  abstract Selection selection() throws IOException, InterruptedException;

  @Override
  public final String run() throws WrongOutputException, IOException, InterruptedException {
    Visitors expected = Visitors.read(new ByteArrayInputStream(reference.get(this::compute)));
    BitSet seen = new BitSet(expected.size());
    TabbedLine line = new TabbedLine();
    for (FileStatus part : parts.all()) {
      parts.lines(
          part,
          (text, number) -> {
            compare(Parts.name(part, number) + ": ", line.of(text), text, expected, seen);
            line(part, number, line);
          });
    }
    int missing = expected.size() - seen.cardinality();
    if (missing == expected.size() && missing > 0) {
      throw new WrongOutputException("the output is empty; must have " + missing + " visitors");
    }
    if (missing > 0) {
      throw new WrongOutputException(
          missing
              + " of "
              + expected.size()
              + " visitors are missing, such as "
              + expected.address(seen.nextClearBit(0)));
    }
    return expected.size() + " visitors";
  }

  private void compare(String name, TabbedLine line, Text text, Visitors expected, BitSet seen)
      throws WrongOutputException {
    if (line.count() != columns().size()) {
      throw new WrongOutputException(
          name
              + "\""
              + Records.shown(text.toString())
              + "\": must be "
              + String.join(", ", columns())
              + " with tabs between them");
    }
    int number = expected.number(line.bytes(), line.start(0), line.length(0));
    if (number < 0) {
      throw new WrongOutputException(
          name + "visitor " + line.text(0) + " is not in the result of the query");
    }
    if (seen.get(number)) {
      throw new WrongOutputException(name + "visitor " + line.text(0) + " occurs a second time");
    }
    seen.set(number);
    double[] values = values(expected, number);
    for (int i = 0; i < values.length; i++) {
      double tolerance = TOLERANCE * values[i];
      if (!(Math.abs(line.number(i + 1) - values[i]) <= tolerance)) {
        throw new WrongOutputException(
            String.format(
                Locale.ROOT,
                "%svisitor %s has %s %s; must be %s ± %s",
                name,
                line.text(0),
                columns().get(i + 1),
                line.text(i + 1),
                values[i],
                tolerance));
      }
    }
  }

  private void compute(OutputStream out) throws IOException, InterruptedException {
    Selection selection = selection();
    Shards<Visitors> all = new Shards<>(Visitors::new);
    read(
        "uservisits",
        COLUMNS,
        visit -> {
          long rank = selection.rank(visit);
          if (rank >= 0) {
            double revenue = revenue(visit);
            byte[] bytes = visit.bytes();
            int start = visit.start(SOURCE_IP);
            int length = visit.length(SOURCE_IP);
            Visitors visitors = all.of(bytes, start, length);
            synchronized (visitors) {
              visitors.add(bytes, start, length, 1, rank, revenue);
            }
          }
        });
    Visitors.write(all.all(), out);
  }

  private static double revenue(TabbedLine visit) throws IOException {
    double revenue = visit.number(REVENUE);
    if (!(revenue >= 0)) {
      throw new IOException(
          "uservisits: adRevenue " + visit.text(REVENUE) + ": must be a number from 0");
    }
    return revenue;
  }

  /** Receives the rows of a table. Several threads use it. */
  interface Rows {
    void accept(TabbedLine row) throws IOException;
  }

  /** Reads a table of the input on all processors. */
  final void read(String table, int columns, Rows rows) throws IOException, InterruptedException {
    Splits.<LongWritable, Text>read(
        configuration,
        new Path(input, table),
        new TextInputFormat(),
        () -> {
          TabbedLine row = new TabbedLine();
          return (offset, line) -> {
            if (row.of(line).count() != columns) {
              throw new IOException(table + ": \"" + line + "\": must have " + columns + " values");
            }
            rows.accept(row);
          };
        });
  }
}
