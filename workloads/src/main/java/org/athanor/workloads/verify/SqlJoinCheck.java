// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Checks mean rank and revenue of the visitors of the year 1999, whose revenues are in descending
 * order, within and across parts. To compute the reference, pages are in memory, 150 bytes for
 * each; their addresses must be different.
 */
public final class SqlJoinCheck extends VisitorsCheck {
  private static final int COLUMNS_OF_RANKINGS = 3;
  private static final int RANK = 1;
  private static final int REVENUE = 2;
  private static final String FIRST_DAY = "1999-01-01";
  private static final String LAST_DAY = "1999-12-31";

  private double last = Double.POSITIVE_INFINITY;

  public SqlJoinCheck(
      Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    super(configuration, "sql-join", input, output, reference);
  }

  @Override
  List<String> columns() {
    return List.of("sourceIP", "avgPageRank", "totalRevenue");
  }

  @Override
  double[] values(Visitors visitors, int number) {
    return new double[] {visitors.meanRank(number), visitors.revenue(number)};
  }

  @Override
  void line(FileStatus part, long number, TabbedLine line) throws WrongOutputException {
    double revenue = line.number(REVENUE);
    if (revenue > last) {
      throw new WrongOutputException(
          Parts.name(part, number) + ": totalRevenue " + revenue + " after " + last);
    }
    last = revenue;
  }

  @Override
  Selection selection() throws IOException, InterruptedException {
    Shards<ByteCounts> ranks = ranks();
    return visit -> {
      String date = visit.text(VISIT_DATE);
      if (date.compareTo(FIRST_DAY) < 0 || date.compareTo(LAST_DAY) > 0) {
        return -1;
      }
      int start = visit.start(DEST_URL);
      int length = visit.length(DEST_URL);
      return ranks.of(visit.bytes(), start, length).get(visit.bytes(), start, length) - 1;
    };
  }

  /** Returns the rank of each page, and one. */
  private Shards<ByteCounts> ranks() throws IOException, InterruptedException {
    Shards<ByteCounts> all = new Shards<>(ByteCounts::new);
    read(
        "rankings",
        COLUMNS_OF_RANKINGS,
        page -> {
          double rank = page.number(RANK);
          if (!(rank >= 0 && rank == Math.rint(rank))) {
            throw new IOException(
                "rankings: pageRank " + page.text(RANK) + ": must be a whole number from 0");
          }
          ByteCounts ranks = all.of(page.bytes(), page.start(0), page.length(0));
          boolean isNew;
          synchronized (ranks) {
            int before = ranks.size();
            ranks.add(page.bytes(), page.start(0), page.length(0), (long) rank + 1);
            isNew = ranks.size() > before;
          }
          if (!isNew) {
            throw new IOException(
                "rankings: page " + page.text(0) + " occurs a second time; must occur once");
          }
        });
    return all;
  }
}
