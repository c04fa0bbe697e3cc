// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.MalformedRecordException;
import org.junit.jupiter.api.Test;

class RowTest {
  private final Row row = new Row(Table.RANKINGS);

  private String copy(int column) {
    Text target = new Text("before");
    row.copy(column, target);
    return target.toString();
  }

  @Test
  void valuesAreBetweenTabs() throws Exception {
    row.set(new Text("\u00e9\t17\t"));

    assertThat(copy(0)).isEqualTo("\u00e9");
    assertThat(row.whole(row.column("pageRank"))).isEqualTo(17);
    assertThat(row.number(1)).isEqualTo(17.0);
    assertThat(copy(2)).isEmpty();
    assertThat(row.startsWith(1, "17")).isTrue();
    assertThat(row.startsWith(1, "171")).as("no further than the value").isFalse();
    assertThat(row.startsWith(2, "")).isTrue();
  }

  @Test
  void bytesOfALongerLineBeforeDoNotCount() throws Exception {
    Text line = new Text("a long page\t17\t18");
    row.set(line);
    line.set("b\t1\t2");
    row.set(line);

    assertThat(copy(0) + copy(1) + copy(2)).isEqualTo("b12");
  }

  @Test
  void malformedLinesAreNamed() throws Exception {
    assertThatThrownBy(() -> row.set(new Text("a\t1")))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("rankings line \"a\t1\": has 2 values; must have 3");
    assertThatThrownBy(() -> row.set(new Text("a\t1\t2\t3\t4")))
        .hasMessage("rankings line \"a\t1\t2\t3\t4\": has 5 values; must have 3");
    row.set(new Text("a\tx\t"));
    assertThatThrownBy(() -> row.whole(1))
        .hasMessage("rankings line \"a\tx\t\": pageRank is x; must be a whole number");
    assertThatThrownBy(() -> row.number(2))
        .hasMessage("rankings line \"a\tx\t\": avgDuration is ; must be a number");
    assertThatThrownBy(() -> row.column("rank"))
        .hasMessage(
            "column rank: not in rankings; must be one of [pageURL, pageRank, avgDuration]");
  }
}
