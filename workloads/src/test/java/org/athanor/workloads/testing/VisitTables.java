// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Small tables of pages and visits, with the results of the queries over them. */
public final class VisitTables {
  private static final List<String> RANKINGS =
      List.of("http://a\t10\t1", "http://ab\t21\t2", "http://a/b\t2000000000\t3", "http://c\t1\t4");

  /** Two visits are not of the year, one is of an unknown page, and two visitors are equal. */
  private static final List<String> VISITS =
      List.of(
          visit("1.1.1.1", "http://a", "1998-12-31", "1000.5"),
          visit("1.1.1.1", "http://a", "1999-01-01", "0.1"),
          visit("1.1.1.1", "http://ab", "1999-12-31", "0.2"),
          visit("1.1.1.1", "http://a", "2000-01-01", "1000.25"),
          visit("11.1.1.1", "http://a/b", "1999-06-30", "7.5"),
          visit("11.1.1.1", "http://a/b", "1999-06-30", "7.5"),
          visit("2.2.2.2", "http://unknown", "1999-06-30", "99.0"),
          visit("3.3.3.3", "http://a", "1999-02-03", "15.0"),
          visit("4.4.4.4", "http://ab", "1999-02-03", "99.9999"));

  private VisitTables() {}

  private static String visit(String address, String page, String date, String revenue) {
    return String.join(
        "\t",
        address,
        page,
        date,
        revenue,
        "Mozilla/5.0 (X11, 'x'; #1)",
        "DEU",
        "de-DE",
        "ka",
        "7");
  }

  /** Writes the tables, that of visits in two files, and returns their directory. */
  public static Path write(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("rankings"));
    Files.createDirectories(directory.resolve("uservisits"));
    Files.write(directory.resolve("rankings/part-00000"), RANKINGS);
    Files.write(directory.resolve("uservisits/part-00000"), VISITS.subList(0, 2));
    Files.write(directory.resolve("uservisits/part-00001"), VISITS.subList(2, VISITS.size()));
    return directory;
  }

  /** The rows of the table of visits. */
  public static List<String> visits() {
    return VISITS;
  }

  /** The lines of {@code sql-aggregate}, in any order. */
  public static List<String> aggregate() {
    return List.of(
        "1.1.1.1\t" + (1000.5 + 0.1 + 0.2 + 1000.25),
        "11.1.1.1\t15.0",
        "2.2.2.2\t99.0",
        "3.3.3.3\t15.0",
        "4.4.4.4\t99.9999");
  }

  /** The lines of {@code sql-join}; the second and the third may be exchanged. */
  public static List<String> join() {
    return List.of(
        "4.4.4.4\t21.0\t99.9999",
        "11.1.1.1\t2.0E9\t15.0",
        "3.3.3.3\t10.0\t15.0",
        "1.1.1.1\t15.5\t0.30000000000000004");
  }
}
