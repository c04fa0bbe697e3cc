// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private record Entry(int event, long time, int order) {}

  @Test
  void returnsEventsAsASortedListDoes() {
    Random random = Seeds.of("event queue");
    EventQueue queue = new EventQueue();
    List<Entry> model = new ArrayList<>();
    List<Integer> happened = new ArrayList<>();
    Comparator<Entry> first = Comparator.comparingLong(Entry::time).thenComparingInt(Entry::order);
    int order = 0;
    for (int step = 0; step < 20_000; step++) {
      int what = random.nextInt(10);
      if (what < 5 || model.isEmpty()) {
        int number = order++;
        long time = random.nextInt(500);
        model.add(new Entry(queue.add(time, () -> happened.add(number)), time, number));
      } else if (what < 7) {
        Entry entry = model.remove(random.nextInt(model.size()));
        long time = random.nextInt(20) == 0 ? EventQueue.NEVER : random.nextInt(500);
        queue.move(entry.event(), time);
        model.add(new Entry(entry.event(), time, entry.order()));
      } else if (what < 8) {
        queue.remove(model.remove(random.nextInt(model.size())).event());
      } else {
        Entry expected = model.stream().min(first).orElseThrow();
        model.remove(expected);
        if (random.nextBoolean()) {
          assertThat(queue.nextTime())
              .as("seed %d, step %d", Seeds.seed(), step)
              .isEqualTo(expected.time());
        }
        queue.poll().run();
        assertThat(happened.get(happened.size() - 1))
            .as("seed %d, step %d", Seeds.seed(), step)
            .isEqualTo(expected.order());
      }
      if (random.nextInt(4) == 0) {
        queue.nextTime(); // what it does to the queue must not be seen
      }
      assertThat(queue.size()).isEqualTo(model.size());
    }
  }
}
