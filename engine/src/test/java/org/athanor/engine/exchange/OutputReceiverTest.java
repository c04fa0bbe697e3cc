// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.ChunkBlock;
import org.athanor.engine.run.ChunkReader;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputReceiverTest {
  private static final int PARTITIONS = 5;
  private static final int[] OWNED = {1, 3, 4};
  private static final int MAPS = 3;
  private static final int ALL = 10_000;
  private static final int HISTORIES = 2_000;

  @TempDir Path directory;
  private final BufferPool sources = new BufferPool(ALL, Runs.BUFFER_BYTES);
  private final Map<String, List<Run>> deliveries = new LinkedHashMap<>();
  private SpillFile sourceSpill;
  private SpillFile spill;
  private BufferPool pool;
  private OutputReceiver receiver;
  private List<List<Run>> outputs; // of the maps

  /** What a process pushes of an output: block by block, and then its end. */
  private static final class Push {
    private final String sender;
    private final Output output;
    private final List<ChunkBlock> blocks = new ArrayList<>();
    private final List<Boolean> isLast = new ArrayList<>();
    private int runs;
    private int next;

    Push(String sender, Output output, List<Run> from) throws IOException {
      this.sender = sender;
      this.output = output;
      for (Run run : from) {
        ChunkReader reader =
            new ChunkReader(
                run, OWNED, Runs.order(), new byte[Runs.BUFFER_BYTES], Runs.BUFFER_BYTES);
        ChunkBlock block = reader.next();
        runs += block == null ? 0 : 1;
        while (block != null) {
          blocks.add(block);
          block = reader.next();
          isLast.add(block == null);
        }
      }
    }

    /** Pushes once; returns whether that was the end. */
    boolean step(OutputReceiver to) throws IOException {
      if (next == blocks.size()) {
        to.complete(sender, output, runs, blocks.size());
        return true;
      }
      to.received(sender, output, next, blocks.get(next), isLast.get(next));
      next++;
      return false;
    }

    void all(OutputReceiver to) throws IOException {
      while (!step(to)) {
        assertThat(next).isPositive();
      }
    }
  }

  @BeforeEach
  void begin() throws IOException {
    sourceSpill = new SpillFile(directory.resolve("source"));
    begin(Seeds.of("outputs"), ALL);
  }

  private void begin(Random random, int buffers) throws IOException {
    if (outputs != null) {
      outputs.forEach(runs -> runs.forEach(Run::release));
    }
    outputs = new ArrayList<>();
    for (int map = 0; map < MAPS; map++) {
      List<Run> runs = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        List<RawRecord> records = Runs.sorted(random, random.nextInt(30), PARTITIONS);
        runs.add(Runs.write(map, records, PARTITIONS, sources, sourceSpill));
      }
      outputs.add(runs);
    }
    pool = new BufferPool(buffers, Runs.BUFFER_BYTES);
    spill = new SpillFile(directory.resolve("spill" + random.nextLong()));
    receiver = new OutputReceiver(PARTITIONS, pool, spill, this::delivered);
    deliveries.clear();
  }

  private void delivered(int assignment, int map, List<Run> runs) {
    assertThat(deliveries.put(assignment + "/" + map, runs)).as("delivered once").isNull();
  }

  @AfterEach
  void end() throws IOException {
    close();
    sourceSpill.close();
  }

  private void close() throws IOException {
    receiver.close();
    deliveries.values().forEach(runs -> runs.forEach(Run::release));
    assertThat(pool.lent()).isZero();
    spill.close();
  }

  private static int mapOf(String delivery) {
    return Integer.parseInt(delivery.substring(delivery.indexOf('/') + 1));
  }

  private Push push(String sender, int assignment, int map, int attempt) throws IOException {
    return new Push(sender, new Output(assignment, map, attempt), outputs.get(map));
  }

  /** A map with some output of the owned partitions. */
  private int map() {
    return IntStream.range(0, MAPS)
        .filter(
            map ->
                outputs.get(map).stream()
                    .anyMatch(run -> IntStream.of(OWNED).anyMatch(p -> run.records(p) > 0)))
        .findFirst()
        .orElseThrow();
  }

  private void checkContent(int map, List<Run> runs) throws IOException {
    for (int p = 0; p < PARTITIONS; p++) {
      int partition = p;
      boolean isOwned = IntStream.of(OWNED).anyMatch(o -> o == partition);
      List<RawRecord> arrived = new ArrayList<>();
      for (Run run : runs) {
        assertThat(run.mapIndex()).isEqualTo(map);
        arrived.addAll(Runs.read(run, p));
      }
      List<RawRecord> sent = new ArrayList<>();
      if (isOwned) {
        for (Run run : outputs.get(map)) {
          sent.addAll(Runs.read(run, p));
        }
      }
      RawRecord.assertSame(arrived, sent, "map " + map + ", partition " + p);
    }
  }

  @Test
  void outputIsDeliveredWhenItIsCompleteAndPublished() throws IOException {
    receiver.assign(1);
    push("w", 1, 0, 0).all(receiver);
    assertThat(deliveries).isEmpty();
    receiver.publish(0, 0);
    assertThat(deliveries).containsOnlyKeys("1/0");
    checkContent(0, deliveries.get("1/0"));
    receiver.publish(1, 0);
    assertThat(deliveries).hasSize(1);
    push("w", 1, 1, 0).all(receiver);
    assertThat(deliveries).containsOnlyKeys("1/0", "1/1");
    checkContent(1, deliveries.get("1/1"));
  }

  @Test
  void ofTwoAttemptsOnlyThePublishedOneCounts() throws IOException {
    receiver.assign(1);
    push("v", 1, 0, 0).all(receiver);
    push("w", 1, 0, 1).all(receiver);
    receiver.publish(0, 1);
    assertThat(deliveries).containsOnlyKeys("1/0");
    push("v", 1, 0, 0).all(receiver);
    push("w", 1, 0, 1).all(receiver);
    assertThat(deliveries).hasSize(1);
  }

  @Test
  void anAttemptThatRunsAgainMayPushBeforeItIsPublished() throws IOException {
    receiver.assign(1);
    receiver.publish(0, 0);
    push("w", 1, 0, 1).all(receiver);
    assertThat(deliveries).isEmpty();
    receiver.publish(0, 1);
    checkContent(0, deliveries.get("1/0"));
  }

  /** The Worker that ran the later attempt may have learned earlier that it counts. */
  @Test
  void outputOfALaterAttemptIsKeptWhenAnEarlierOneIsPublished() throws IOException {
    receiver.assign(1);
    push("w", 1, 0, 1).all(receiver);
    receiver.publish(0, 0);
    assertThat(deliveries).isEmpty();
    receiver.publish(0, 1);
    checkContent(0, deliveries.get("1/0"));
  }

  @Test
  void outputOfAMapThatRanHereIsNotTaken() throws IOException {
    int map = map();
    receiver.assign(1);
    push("w", 1, map, 0).step(receiver);
    receiver.has(1, map);
    assertThat(pool.lent()).isZero();
    receiver.publish(map, 0);
    push("w", 1, map, 0).all(receiver);
    receiver.has(2, map);
    assertThat(deliveries).isEmpty();
    assertThat(receiver.delivered(1).stream()).containsExactly(map);
  }

  @Test
  void whatALostProcessHasNotCompletedIsDropped() throws IOException {
    int map = map();
    receiver.assign(1);
    Push half = push("v", 1, map, 0);
    half.step(receiver);
    assertThat(pool.lent()).isPositive();
    receiver.lost("w");
    assertThat(pool.lent()).isPositive();
    receiver.lost("v");
    assertThat(pool.lent()).isZero();
    receiver.publish(map, 0);
    push("w", 1, map, 0).all(receiver);
    checkContent(map, deliveries.get("1/" + map));
  }

  @Test
  void whatALostProcessHasCompletedIsKept() throws IOException {
    receiver.assign(1);
    push("v", 1, 0, 0).all(receiver);
    receiver.lost("v");
    receiver.publish(0, 0);
    checkContent(0, deliveries.get("1/0"));
  }

  @Test
  void outputThatIsPushedAgainIsTakenOnce() throws IOException {
    receiver.assign(1);
    push("v", 1, 0, 0).all(receiver);
    push("v", 1, 0, 0).all(receiver);
    receiver.publish(0, 0);
    checkContent(0, deliveries.get("1/0"));
  }

  @Test
  void aPushThatBeginsAnewElsewhereReplacesTheOldOne() throws IOException {
    int map = map();
    receiver.assign(1);
    receiver.publish(map, 0);
    push("v", 1, map, 0).step(receiver);
    push("w", 1, map, 0).all(receiver);
    checkContent(map, deliveries.get("1/" + map));
  }

  @Test
  void anIncompleteOutputIsRefused() throws IOException {
    int map = map();
    receiver.assign(1);
    Output output = new Output(1, map, 0);
    assertThatIOException()
        .isThrownBy(() -> receiver.complete("w", output, 7, 9))
        .withMessage(output + " of w has 7 runs in 9 blocks, but 0 in 0 blocks arrived");
    Push push = push("w", 1, map, 0);
    receiver.received("w", output, 0, push.blocks.get(0), false);
    assertThatIOException()
        .isThrownBy(() -> receiver.complete("w", output, 0, 1))
        .withMessage(
            output + " of w has 0 runs in 1 blocks, but 0 and a part of one in 1 blocks arrived");
    assertThat(pool.lent()).isZero();
    receiver.publish(map, 0);
    assertThat(deliveries).isEmpty();
  }

  @Test
  void outputThatDoesNotCountGivesItsMemoryBack() throws IOException {
    int map = map();
    receiver.assign(1);
    push("w", 1, map, 0).all(receiver);
    receiver.discard(map, 1);
    assertThat(pool.lent()).isPositive();
    receiver.discard(map, 0);
    assertThat(pool.lent()).isZero();
    push("v", 1, map, 1).all(receiver);
    receiver.publish(map, 2);
    push("w", 1, map, 2).all(receiver);
    push("v", 1, map, 1).all(receiver);
    deliveries.get("1/" + map).forEach(Run::release);
    assertThat(pool.lent()).isZero();
  }

  @Test
  void outputWithAWrongBlockGivesItsMemoryBack() throws IOException {
    int map = map();
    receiver.assign(1);
    Push push = push("w", 1, map, 0);
    receiver.received("w", push.output, 0, push.blocks.get(0), true);
    ChunkBlock wrong = new ChunkBlock(new byte[3], 3, List.of());
    assertThatIOException()
        .isThrownBy(() -> receiver.received("w", push.output, 1, wrong, true))
        .withMessage("a block of map " + map + " has 3 bytes, its records 0");
    assertThat(pool.lent()).isZero();
    push.all(receiver);
    receiver.publish(map, 0);
    checkContent(map, deliveries.get("1/" + map));
  }

  /** Blocks that were on their way when the output was dropped are not the begin of it. */
  @Test
  void theRestOfADroppedOutputIsRefused() throws IOException {
    int map = map();
    receiver.assign(1);
    receiver.publish(map, 0);
    Push push = push("v", 1, map, 0);
    receiver.received("v", push.output, 0, push.blocks.get(0), true);
    receiver.lost("v");
    assertThatIOException()
        .isThrownBy(() -> receiver.received("v", push.output, 1, push.blocks.get(0), true))
        .withMessage("block 1 of " + push.output + " arrived instead of block 0");
    receiver.received("v", push.output, 0, push.blocks.get(0), true);
    assertThatIOException()
        .isThrownBy(() -> receiver.received("w", push.output, 1, push.blocks.get(0), true));
    assertThatIOException().isThrownBy(() -> receiver.complete("v", push.output, 1, 1));
    assertThat(deliveries).isEmpty();
    assertThat(pool.lent()).isZero();
    push.all(receiver);
    checkContent(map, deliveries.get("1/" + map));
  }

  @Test
  void aWithdrawnAssignmentTakesNothing() throws IOException {
    receiver.assign(1);
    push("w", 1, 0, 0).all(receiver);
    receiver.withdraw(1);
    assertThat(pool.lent()).isZero();
    push("w", 1, 0, 0).all(receiver);
    receiver.publish(0, 0);
    assertThat(deliveries).isEmpty();
    assertThat(pool.lent()).isZero();
  }

  @Test
  void whateverIsPushedEachOutputIsDeliveredOnceAndWhole() throws IOException {
    Random random = Seeds.of("pushes");
    for (int i = 0; i < HISTORIES; i++) {
      close();
      begin(random, random.nextInt(3) * 4);
      live(random);
    }
  }

  private void live(Random random) throws IOException {
    Map<Integer, Integer> published = new HashMap<>();
    List<Push> pushes = new ArrayList<>();
    int lastAssignment = 2;
    List<Integer> assignments = new ArrayList<>(List.of(1, 2));
    assignments.forEach(receiver::assign);
    for (int step = random.nextInt(60); step > 0; step--) {
      int assignment = assignments.get(random.nextInt(assignments.size()));
      int map = random.nextInt(MAPS);
      int attempt = random.nextInt(3);
      String sender = "w" + random.nextInt(3);
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> {
          Output output = new Output(assignment, map, attempt);
          pushes.removeIf(push -> push.output.equals(output));
          receiver.lost(sender); // its connection is new
          pushes.removeIf(push -> push.sender.equals(sender));
          pushes.add(push(sender, assignment, map, attempt));
        }
        case 3 -> {
          receiver.lost(sender);
          pushes.removeIf(push -> push.sender.equals(sender));
        }
        case 4 -> {
          published.put(map, attempt);
          receiver.publish(map, attempt);
        }
        case 5 -> {
          if (published.getOrDefault(map, -1) != attempt) {
            receiver.discard(map, attempt);
            pushes.removeIf(p -> p.output.map() == map && p.output.attempt() == attempt);
          }
        }
        case 6 -> {
          assignments.remove((Integer) assignment);
          receiver.withdraw(assignment);
          assignments.add(++lastAssignment);
          receiver.assign(lastAssignment);
        }
        default -> {
          if (!pushes.isEmpty()) {
            Push push = pushes.get(random.nextInt(pushes.size()));
            if (push.step(receiver)) {
              pushes.remove(push);
            }
          }
        }
      }
      assertThat(deliveries.keySet()).allMatch(key -> published.containsKey(mapOf(key)));
    }
    for (int assignment : assignments) {
      for (int map = 0; map < MAPS; map++) {
        int attempt = published.computeIfAbsent(map, unused -> 0);
        receiver.publish(map, attempt);
        push("last", assignment, map, attempt).all(receiver);
        assertThat(deliveries).containsKey(assignment + "/" + map);
      }
    }
    for (Map.Entry<String, List<Run>> delivery : deliveries.entrySet()) {
      checkContent(mapOf(delivery.getKey()), delivery.getValue());
      delivery.getValue().forEach(Run::release);
    }
    assertThat(pool.lent()).as("all is delivered, and the rest is dropped").isZero();
  }
}
