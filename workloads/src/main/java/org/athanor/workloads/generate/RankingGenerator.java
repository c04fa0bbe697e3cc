// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/**
 * The table of pages: lines of {@code pageURL<TAB>pageRank<TAB>avgDuration}, the most popular page
 * first.
 */
final class RankingGenerator implements DataFiles {
  private static final double BYTES_PER_PAGE = Pages.URL_LENGTH + 8;

  /** Before the numbers of the parts, so that they differ from those of other tables. */
  private static final long PURPOSE = Long.MIN_VALUE;

  private final Pages pages;
  private final long seed;

  RankingGenerator(Pages pages, long seed) {
    this.pages = pages;
    this.seed = seed;
  }

  @Override
  public Generator.Quota quota() {
    return Generator.Quota.ofRecords(pages.count(), BYTES_PER_PAGE);
  }

  @Override
  public String directory() {
    return "data/rankings";
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    SplitMix random = new SplitMix(seed, PURPOSE + part);
    long[] next = {firstRecord};
    return out -> {
      long page = next[0]++;
      pages.putUrl(page, out);
      out.put((byte) '\t');
      out.putDecimal(pages.rank(page));
      out.put((byte) '\t');
      out.putDecimal(1 + random.below(100));
      out.put((byte) '\n');
    };
  }
}
