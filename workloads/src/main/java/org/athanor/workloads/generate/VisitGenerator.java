// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/**
 * Visits of pages: the tables {@code rankings} and {@code uservisits} of A. Pavlo and others, "A
 * comparison of approaches to large-scale data analysis" (SIGMOD 2009), in text with tabs between
 * the columns. There are {@value #PAGES} pages for {@value #VISITS} visits, as in HiBench. The k-th
 * most popular page is visited with probability proportional to k^−s; the visitors' addresses are
 * uniformly distributed over one for {@value #VISITS_PER_ADDRESS} visits; dates over ten years. A
 * revenue has one to four decimals.
 */
final class VisitGenerator implements Generator {
  private static final int PAGES = 3;
  private static final int VISITS = 125;
  private static final int VISITS_PER_ADDRESS = 60;
  private static final long ADDRESSES = -4;
  private static final int VOCABULARY = 100_000;
  private static final LocalDate FIRST_DAY = LocalDate.of(1995, 1, 1);
  private static final LocalDate LAST_DAY = LocalDate.of(2004, 12, 31);

  private static final byte[][] DAYS =
      FIRST_DAY
          .datesUntil(LAST_DAY.plusDays(1))
          .map(day -> ascii(day.toString()))
          .toArray(byte[][]::new);

  /** Column userAgent. */
  private static final byte[][] AGENTS =
      bytes(
          "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0",
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
              + " Chrome/125.0",
          "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15",
          "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
          "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile",
          "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile",
          "Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)",
          "Opera/9.80 (X11; Linux i686) Presto/2.12.388 Version/12.16");

  /** Columns countryCode and languageCode. */
  private static final byte[][] COUNTRIES =
      bytes(
          "USA\ten-US",
          "CHN\tzh-CN",
          "IND\thi-IN",
          "BRA\tpt-BR",
          "JPN\tja-JP",
          "RUS\tru-RU",
          "DEU\tde-DE",
          "MEX\tes-MX",
          "GBR\ten-GB",
          "FRA\tfr-FR",
          "ESP\tes-ES",
          "ITA\tit-IT",
          "KOR\tko-KR",
          "TUR\ttr-TR",
          "IDN\tid-ID",
          "POL\tpl-PL",
          "NLD\tnl-NL",
          "GRC\tel-GR",
          "SWE\tsv-SE",
          "ISL\tis-IS");

  /** Mean bytes: address 13.3, date 10, revenue 6.8, codes 9, word 3.5, duration 1.9, 8 more. */
  private static final double BYTES_PER_VISIT = Pages.URL_LENGTH + 52.5 + meanLengthOfAgents();

  private final long seed;
  private final Quota quota;
  private final Pages pages;
  private final long addresses;
  private final Zipf visited;
  private final Permutation addressNames;
  private final Zipf agents = new Zipf(AGENTS.length, 1);
  private final Zipf countries = new Zipf(COUNTRIES.length, 1);
  private final Words words = new Words(VOCABULARY, 1);

  VisitGenerator(Options options) {
    seed = options.seed();
    double perVisit = BYTES_PER_VISIT + (Pages.URL_LENGTH + 8.0) * PAGES / VISITS;
    Quota size = options.quota(perVisit);
    long visits =
        size.records() == Long.MAX_VALUE
            ? Math.max(1, (long) (size.bytes() / perVisit))
            : size.records();
    quota = Quota.ofRecords(visits, BYTES_PER_VISIT);
    pages = new Pages(Math.max(1, visits / VISITS * PAGES), options.exponent(1), seed);
    addresses = Math.max(1, Math.min(1L << 32, visits / VISITS_PER_ADDRESS));
    visited = new Zipf(pages.count(), pages.exponent());
    addressNames = new Permutation(32, seed, ADDRESSES);
  }

  /** The i-th agent has a probability proportional to 1/i. */
  private static double meanLengthOfAgents() {
    double bytes = 0;
    double weights = 0;
    for (int i = 0; i < AGENTS.length; i++) {
      bytes += AGENTS[i].length / (i + 1.0);
      weights += 1 / (i + 1.0);
    }
    return bytes / weights;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[][] bytes(String... texts) {
    return Arrays.stream(texts).map(VisitGenerator::ascii).toArray(byte[][]::new);
  }

  @Override
  public String identity() {
    return "visits exponent=" + pages.exponent();
  }

  @Override
  public Quota quota() {
    return quota;
  }

  @Override
  public String directory() {
    return "data/uservisits";
  }

  @Override
  public List<DataFiles> others() {
    return List.of(new RankingGenerator(pages, seed));
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    SplitMix random = new SplitMix(seed, part);
    return out -> {
      putAddress(addressNames.of(random.below(addresses)), out);
      out.put((byte) '\t');
      pages.putUrl(visited.next(random), out);
      out.put((byte) '\t');
      out.put(DAYS[random.below(DAYS.length)]);
      out.put((byte) '\t');
      putRevenue(100 + random.below(999_900), out);
      out.put((byte) '\t');
      out.put(AGENTS[(int) agents.next(random)]);
      out.put((byte) '\t');
      out.put(COUNTRIES[(int) countries.next(random)]);
      out.put((byte) '\t');
      words.append(1, random, out);
      out.put((byte) '\t');
      out.putDecimal(1 + random.below(100));
      out.put((byte) '\n');
    };
  }

  private static void putAddress(long bits, RecordBuffer out) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.putDecimal((bits >>> shift) & 0xFF);
      if (shift > 0) {
        out.put((byte) '.');
      }
    }
  }

  /** Appends units of 1/10,000 as Java writes the number: without zeros at the end. */
  private static void putRevenue(int tenThousandths, RecordBuffer out) {
    out.putFixed(tenThousandths);
    while (out.bytes[out.position - 1] == '0' && out.bytes[out.position - 2] != '.') {
      out.position--;
    }
  }
}
