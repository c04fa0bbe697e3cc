// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.athanor.results.MeasureInfo;
import org.junit.jupiter.api.Test;

class CounterTest {
  @Test
  void everyCounterIsReportedByASource() {
    for (Counter counter : Counter.values()) {
      assertThat(Stream.of(Counter.Source.values()).map(counter::name))
          .as(counter.name())
          .hasSize(Counter.Source.values().length)
          .anyMatch(name -> !name.isEmpty());
    }
    assertThat(Counter.declarations()).extracting(MeasureInfo::id).doesNotHaveDuplicates();
  }
}
