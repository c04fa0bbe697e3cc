// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Checks a copy of the table of visits: exactly its rows, in any order. Revenues are compared as
 * numbers, since frameworks write them in different ways, other values byte by byte. Memory does
 * not grow with the table.
 */
public final class SqlScanCheck implements Check {
  private static final int COLUMNS = 9;
  private static final int REVENUE = 3;

  private final Configuration configuration;
  private final Path visits;
  private final Reference reference;
  private final Parts parts;

  /**
   * A check.
   *
   * @param input directory with the table {@code uservisits}
   */
  public SqlScanCheck(
      Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    visits = new Path(input, "uservisits");
    this.reference = new Reference(configuration, "sql-scan", visits, reference);
    parts = new Parts(configuration, output);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String expected = new String(reference.get(this::compute), StandardCharsets.US_ASCII);
    MultisetDigest found = new MultisetDigest();
    parts.read(this::digest).forEach(found::add);
    Records.compare(expected, found);
    return found.records() + " rows";
  }

  private MultisetDigest digest(FileStatus part) throws IOException, WrongOutputException {
    MultisetDigest digest = new MultisetDigest();
    TabbedLine row = new TabbedLine();
    ByteBuffer number = ByteBuffer.allocate(Double.BYTES);
    parts.lines(
        part,
        (line, at) -> {
          if (!add(row.of(line), number, digest)) {
            throw new WrongOutputException(
                Parts.name(part, at)
                    + ": \""
                    + Records.shown(line.toString())
                    + "\": must be a row of uservisits: 9 values with tabs between them, the fourth"
                    + " a number");
          }
        });
    return digest;
  }

  /** Adds a row; returns false if it is malformed. */
  private static boolean add(TabbedLine row, ByteBuffer number, MultisetDigest digest) {
    if (row.count() != COLUMNS || Double.isNaN(row.number(REVENUE))) {
      return false;
    }
    number.putDouble(0, row.number(REVENUE));
    digest.begin();
    digest.part(row.bytes(), 0, row.start(REVENUE));
    digest.part(number.array(), number.arrayOffset(), Double.BYTES);
    int rest = row.start(REVENUE + 1);
    digest.part(row.bytes(), rest, row.start(COLUMNS - 1) + row.length(COLUMNS - 1) - rest);
    digest.end();
    return true;
  }

  /** Returns a consumer of the rows of one thread. */
  private static Splits.Consumer<LongWritable, Text> rows(MultisetDigest digest) {
    TabbedLine row = new TabbedLine();
    ByteBuffer number = ByteBuffer.allocate(Double.BYTES);
    return (offset, line) -> {
      if (!add(row.of(line), number, digest)) {
        throw new IOException(
            "uservisits: \"" + line + "\": must be 9 values, the fourth a number");
      }
    };
  }

  private void compute(OutputStream out) throws IOException, InterruptedException {
    MultisetDigest all =
        Splits.digest(configuration, visits, new TextInputFormat(), SqlScanCheck::rows);
    out.write(all.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
