// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.SqlOutput;
import org.athanor.workloads.testing.VisitTables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifySqlTest {
  @TempDir Path directory;
  private Path input;

  @BeforeEach
  void write() throws IOException {
    input = VisitTables.write(directory.resolve("in"));
  }

  private String check(String kind, List<String> output) throws Exception {
    Path part = directory.resolve("out/part-0");
    Files.createDirectories(part.getParent());
    Files.write(part, output);
    return SqlOutput.verify(kind, input, part.getParent());
  }

  private static List<String> replaced(List<String> lines, int index, String line) {
    List<String> changed = new ArrayList<>(lines);
    changed.set(index, line);
    return changed;
  }

  @Test
  void aScanMayWriteNumbersInAnotherWayAndRowsInAnotherOrder() throws Exception {
    List<String> visits = new ArrayList<>(VisitTables.visits());
    Collections.reverse(visits);
    visits.replaceAll(row -> row.replace("\t1000.5\t", "\t1.00050E3\t"));

    assertThat(check("sql-scan", visits)).isEqualTo("9 rows");
  }

  @Test
  void aScanHasExactlyTheRowsOfTheTable() {
    List<String> visits = VisitTables.visits();
    assertThatThrownBy(() -> check("sql-scan", visits.subList(1, 9)))
        .hasMessage("the output has 8 records; must have the 9 of the input");
    assertThatThrownBy(() -> check("sql-scan", List.of()))
        .hasMessage("the output is empty; must have 9 records");
    for (String change : List.of("1000.5000001", "1000.4")) {
      String changed = visits.get(0).replace("1000.5", change);
      assertThatThrownBy(() -> check("sql-scan", replaced(visits, 0, changed)))
          .hasMessageContaining("but not the same");
    }
    // The first row is there twice, and the second not at all.
    assertThatThrownBy(() -> check("sql-scan", replaced(visits, 1, visits.get(0))))
        .hasMessageContaining("but not the same");
    assertThatThrownBy(() -> check("sql-scan", replaced(visits, 8, visits.get(8) + "7")))
        .hasMessageContaining("but not the same");
    assertThatThrownBy(() -> check("sql-scan", replaced(visits, 0, "1.1.1.1\tx\ty\tz")))
        .hasMessage(
            "part-0 record 1: \"1.1.1.1\tx\ty\tz\": must be a row of uservisits: 9 values with"
                + " tabs between them, the fourth a number");
  }

  @Test
  void sumsMayDifferByRoundingOnly() throws Exception {
    List<String> right = VisitTables.aggregate();
    assertThat(check("sql-aggregate", right)).isEqualTo("5 visitors");
    assertThat(check("sql-aggregate", replaced(right, 2, "2.2.2.2\t9.90000000001e1")))
        .isEqualTo("5 visitors");
    assertThatThrownBy(() -> check("sql-aggregate", replaced(right, 2, "2.2.2.2\t99.000001")))
        .hasMessage(
            "part-0 record 3: visitor 2.2.2.2 has totalRevenue 99.000001; must be 99.0 ± " + 99e-9);
    assertThatThrownBy(() -> check("sql-aggregate", replaced(right, 2, "2.2.2.2\tNaN")))
        .hasMessageContaining("visitor 2.2.2.2 has totalRevenue NaN");
    assertThatThrownBy(() -> check("sql-aggregate", replaced(right, 2, "2.2.2.2\t")))
        .hasMessageContaining("visitor 2.2.2.2 has totalRevenue ; must be");
  }

  @Test
  void eachVisitorIsThereOnce() {
    List<String> right = VisitTables.aggregate();
    assertThatThrownBy(() -> check("sql-aggregate", replaced(right, 2, right.get(1))))
        .hasMessage("part-0 record 3: visitor 11.1.1.1 occurs a second time");
    assertThatThrownBy(() -> check("sql-aggregate", right.subList(1, 5)))
        .hasMessage("1 of 5 visitors are missing, such as 1.1.1.1");
    assertThatThrownBy(() -> check("sql-aggregate", List.of()))
        .hasMessage("the output is empty; must have 5 visitors");
    assertThatThrownBy(() -> check("sql-aggregate", replaced(right, 2, "2.2.2\t99.0")))
        .hasMessage("part-0 record 3: visitor 2.2.2 is not in the result of the query");
    assertThatThrownBy(() -> check("sql-aggregate", replaced(right, 2, "2.2.2.2 99.0")))
        .hasMessage(
            "part-0 record 3: \"2.2.2.2 99.0\": must be sourceIP, totalRevenue with tabs between"
                + " them");
  }

  @Test
  void theJoinIsInOrderAlsoFromPartToPart() throws Exception {
    List<String> right = VisitTables.join();
    assertThat(check("sql-join", right)).isEqualTo("4 visitors");
    List<String> exchanged = new ArrayList<>(right);
    Collections.swap(exchanged, 1, 2);
    assertThat(check("sql-join", exchanged)).isEqualTo("4 visitors");
    Collections.swap(exchanged, 2, 3);
    assertThatThrownBy(() -> check("sql-join", exchanged))
        .hasMessage("part-0 record 4: totalRevenue 15.0 after 0.30000000000000004");

    Files.write(directory.resolve("out/part-1"), right.subList(0, 1));
    assertThatThrownBy(() -> check("sql-join", right.subList(1, 4)))
        .hasMessage("part-1 record 1: totalRevenue 99.9999 after 0.30000000000000004");
  }

  @Test
  void theJoinHasTheMeanRank() {
    List<String> right = VisitTables.join();
    assertThatThrownBy(() -> check("sql-join", replaced(right, 3, "1.1.1.1\t15\t0.3")))
        .hasMessageContaining("visitor 1.1.1.1 has avgPageRank 15; must be 15.5");
    List<String> unknown = new ArrayList<>(right);
    unknown.add(1, "2.2.2.2\t0.0\t99.0");
    assertThatThrownBy(() -> check("sql-join", unknown))
        .hasMessage("part-0 record 2: visitor 2.2.2.2 is not in the result of the query");
  }

  @Test
  void aPageThatIsThereTwiceIsAnErrorOfTheInput() throws Exception {
    Files.writeString(input.resolve("rankings/part-00001"), "http://c\t5\t5\n");
    assertThatThrownBy(() -> check("sql-join", VisitTables.join()))
        .isInstanceOf(IOException.class)
        .hasMessage("rankings: page http://c occurs a second time; must occur once");
  }

  @Test
  void aShortRowIsAnErrorOfTheInput() throws Exception {
    Files.writeString(input.resolve("uservisits/part-00002"), "5.5.5.5\thttp://a\t1999-02-03\n");
    for (String kind : List.of("sql-aggregate", "sql-join")) {
      assertThatThrownBy(() -> check(kind, VisitTables.join()))
          .isInstanceOf(IOException.class)
          .hasMessage("uservisits: \"5.5.5.5\thttp://a\t1999-02-03\": must have 9 values");
    }
  }

  @Test
  void anEmptyResultNeedsNoFile() throws Exception {
    Files.createDirectories(directory.resolve("out"));
    assertThatThrownBy(() -> SqlOutput.verify("sql-join", input, directory.resolve("out")))
        .hasMessage("the output is empty; must have 4 visitors");

    Files.writeString(input.resolve("rankings/part-00000"), "http://none\t1\t1\n");
    assertThat(SqlOutput.verify("sql-join", input, directory.resolve("out")))
        .isEqualTo("0 visitors");
    assertThatThrownBy(() -> SqlOutput.verify("sql-join", input, directory.resolve("none")))
        .hasMessageEndingWith("none: there is no output");
  }

  @Test
  void aReferenceIsComputedAgainIfATableChanges() throws Exception {
    check("sql-aggregate", VisitTables.aggregate());
    String[] arguments = {
      "sql-aggregate",
      "--input",
      input.toString(),
      "--output",
      directory.resolve("out").toString(),
      "--reference",
      directory.resolve("reference").toString()
    };
    assertThat(Verify.check(new Configuration(), arguments)).isEqualTo("5 visitors");
    assertThat(Verify.check(new Configuration(), arguments)).isEqualTo("5 visitors");

    Files.write(input.resolve("uservisits/part-00002"), VisitTables.visits().subList(6, 7));
    assertThatThrownBy(() -> Verify.check(new Configuration(), arguments))
        .hasMessageContaining("visitor 2.2.2.2 has totalRevenue 99.0; must be 198.0");
  }
}
