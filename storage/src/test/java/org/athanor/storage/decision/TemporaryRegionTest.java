// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.decision.Samples.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.athanor.storage.decision.TemporaryRegion.Admission;
import org.athanor.storage.view.FileFacts;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class TemporaryRegionTest {
  private final TemporaryRegion empty = TemporaryRegion.empty(100, 10);

  private static List<String> paths(List<FileFacts> files) {
    return files.stream().map(FileFacts::path).toList();
  }

  /** The counter: 30 + 40 for job 1, 10 more for job 2 that shares the input, 40 less later. */
  @Test
  void theCounterRisesAtAJobsStartAndFallsAtItsEnd() {
    FileFacts input = file("/in", 30, 3);
    Admission first = empty.start("job_1", 40, List.of(input)).orElseThrow();
    assertThat(paths(first.prefetch())).containsExactly("/in");
    assertThat(first.region().counterBytes()).isEqualTo(70);
    assertThat(first.region().roomBytes()).isEqualTo(20);

    Admission second = first.region().start("job_2", 10, List.of(input)).orElseThrow();
    assertThat(second.prefetch()).isEmpty();
    assertThat(second.region().counterBytes()).isEqualTo(80);

    TemporaryRegion after = second.region().end("job_1");
    assertThat(after.counterBytes()).isEqualTo(40);
    assertThat(after.idleBytes()).isZero();
    TemporaryRegion idle = after.end("job_2");
    assertThat(idle.counterBytes()).isZero();
    assertThat(idle.idleBytes()).isEqualTo(30);
    assertThat(idle.holds(input)).isTrue();
    assertThat(idle.roomBytes()).isEqualTo(90);
    assertThat(empty.counterBytes()).isZero();
  }

  @Test
  void idleInputThatWasUsedLongestAgoIsEvictedFirst() {
    TemporaryRegion region = empty;
    for (String path : List.of("/a", "/b", "/c", "/a")) {
      region = region.start("job", 0, List.of(file(path, 30, 3))).orElseThrow().region().end("job");
    }
    Admission admission = region.start("job", 35, List.of()).orElseThrow();
    assertThat(paths(admission.evict())).containsExactly("/b", "/c");
    assertThat(admission.region().holds(file("/a", 30, 3))).isTrue();
  }

  @Test
  void whatDoesNotFitIsNotStarted() {
    TemporaryRegion region =
        empty.start("job_1", 50, List.of(file("/in", 20, 3))).orElseThrow().region();
    assertThat(region.start("job_2", 21, List.of())).isEmpty();
    assertThat(region.start("job_2", 0, List.of(file("/other", 21, 3)))).isEmpty();
    assertThat(region.start("job_2", 20, List.of(file("/in", 20, 3)))).isPresent();
  }

  /** The model knows of each job what it holds, and adds that up. */
  @Test
  void theCounterIsWhatTheJobsHold() {
    for (int history = 0; history < 2000; history++) {
      Random random = new Random(Seeds.of("TemporaryRegion").nextLong() + history);
      String where = "seed " + Seeds.seed() + ", history " + history;
      long capacity = random.nextInt(300);
      long reserve = random.nextInt((int) capacity + 1);
      TemporaryRegion region = TemporaryRegion.empty(capacity, reserve);
      Map<String, Long> written = new TreeMap<>();
      Map<String, List<FileFacts>> read = new TreeMap<>();
      for (int event = 0; event < 40; event++) {
        String job = "job_" + random.nextInt(5);
        if (written.containsKey(job)) {
          written.remove(job);
          read.remove(job);
          region = region.end(job);
        } else {
          long bytes = random.nextInt(100);
          List<FileFacts> input = new ArrayList<>();
          for (int i = random.nextInt(4); i > 0; i--) {
            int name = random.nextInt(6);
            input.add(file("/" + name, 10L * name, 3));
          }
          long room = region.roomBytes();
          Optional<Admission> admission = region.start(job, bytes, input);
          Map<String, List<FileFacts>> wouldRead = new TreeMap<>(read);
          wouldRead.put(job, input);
          long more = bytes + distinct(wouldRead) - distinct(read);
          assertThat(admission.isPresent()).as(where).isEqualTo(more <= room);
          if (admission.isPresent()) {
            checkMoves(region, admission.get(), where);
            region = admission.get().region();
            written.put(job, bytes);
            read.put(job, input);
          }
        }
        long held = written.values().stream().mapToLong(Long::longValue).sum() + distinct(read);
        assertThat(region.counterBytes()).as(where).isEqualTo(held);
        assertThat(held + region.idleBytes() + reserve).as(where).isLessThanOrEqualTo(capacity);
      }
    }
  }

  private static long distinct(Map<String, List<FileFacts>> read) {
    return read.values().stream()
        .flatMap(List::stream)
        .distinct()
        .mapToLong(FileFacts::bytes)
        .sum();
  }

  private static void checkMoves(TemporaryRegion before, Admission admission, String where) {
    assertThat(admission.evict()).as(where).allMatch(before::holds);
    assertThat(admission.evict()).as(where).noneMatch(admission.region()::holds);
    assertThat(admission.prefetch()).as(where).noneMatch(before::holds);
    assertThat(admission.prefetch()).as(where).allMatch(admission.region()::holds);
  }

  @Test
  void refusesWhatMakesNoSense() {
    TemporaryRegion running = empty.start("job_1", 1, List.of()).orElseThrow().region();
    assertThatThrownBy(() -> running.start("job_1", 1, List.of()))
        .hasMessage("job job_1 runs already: must be another name");
    assertThatThrownBy(() -> empty.start("job_1", -1, List.of()))
        .hasMessage("intermediateBytes=-1: must be 0 or more");
    assertThatThrownBy(() -> TemporaryRegion.empty(10, 11))
        .hasMessage("reserveBytes=11: must be from 0 to 10");
    assertThatThrownBy(() -> TemporaryRegion.empty(-1, 0))
        .hasMessage("capacityBytes=-1: must be 0 or more");
    assertThat(running.end("unknown").counterBytes()).isEqualTo(1);
  }
}
