// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.athanor.bench.counter.Counter;
import org.athanor.bench.workload.Workloads;
import org.athanor.report.statistics.Quantity;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class MeasureIdsTest {
  /** Else a column of a table would mean two things. */
  @Test
  void noMeasureHasTheIdOfAnother() {
    Stream<String> reported =
        Quantity.all(
                Trials.study(
                    Trials.with(
                        Trials.trial("hadoop", "sort", 1, 1, 10),
                        Map.of("result_size", Reading.of(1, Unit.BYTES)))))
            .stream()
            .map(Quantity::id);
    Stream<String> declared =
        Stream.concat(
                Counter.declarations().stream(),
                Workloads.all().stream().flatMap(workload -> workload.measures().stream()))
            .distinct()
            .map(MeasureInfo::id);

    List<String> all = Stream.concat(reported, declared).toList();

    assertThat(all).doesNotHaveDuplicates().contains("time", "result_throughput", "jobs");
  }
}
