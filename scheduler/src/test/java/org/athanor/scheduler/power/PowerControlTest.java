// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.MapReduceFramework;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.clusters.PowerDown.Hook;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real commands and a real journal, with a cluster that does what the commands say. */
@Timeout(60)
class PowerControlTest {
  private static final Resources NODE = new Resources(4, 1 << 30, 0, 0);

  @TempDir Path directory;

  private final AtomicLong clock = new AtomicLong(); // seconds; each look takes a minute
  private final AtomicInteger busy = new AtomicInteger();
  private final BlockingQueue<String> notices = new LinkedBlockingQueue<>();

  private Cluster cluster() {
    Map<Hook, List<String>> hooks = new EnumMap<>(Hook.class);
    for (Hook hook : Hook.values()) {
      String line = hook.id() + " " + PowerDown.NODE;
      hooks.put(hook, List.of("sh", "-c", "echo '" + line + "' >> '" + log() + "'"));
    }
    PowerDown settings =
        new PowerDown(
            List.of("n2", "n3"),
            hooks,
            new PowerDown.Limits(1, 0, 1, 0),
            new PowerDown.Times(
                Duration.ofHours(1),
                Duration.ofMinutes(1),
                Duration.ofHours(1), // many looks, which take less than a command
                Duration.ofDays(7)));
    return new Cluster(
        "lab",
        new Kind.Yarn(
            directory,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            MapReduceFramework.HADOOP,
            Optional.of(settings)),
        new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
        new Cluster.Traits(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.of(new Power(100, 200)),
            Optional.empty()));
  }

  private Path log() {
    return directory.resolve("log");
  }

  private List<String> commands(String node) throws IOException {
    return Files.exists(log())
        ? Files.readAllLines(log()).stream().filter(line -> line.endsWith(" " + node)).toList()
        : List.of();
  }

  private static String word(String line) {
    return line.substring(0, line.indexOf(' '));
  }

  private Instant now() {
    return Instant.EPOCH.plusSeconds(clock.get());
  }

  private Look look() throws IOException {
    clock.addAndGet(60);
    Map<String, NodeHealth> nodes = new HashMap<>();
    int working = 1;
    for (String name : List.of("n2", "n3")) {
      List<String> all = commands(name);
      String last = all.isEmpty() ? "restore" : word(all.get(all.size() - 1));
      boolean works = last.equals("restore");
      working += works ? 1 : 0;
      nodes.put(
          name,
          new NodeHealth(
              works || last.equals("drain")
                  ? NodeHealth.Storage.IN_SERVICE
                  : NodeHealth.Storage.IN_MAINTENANCE,
              !last.equals("off"),
              last.equals("off") ? Instant.EPOCH : now(),
              works ? NodeHealth.Compute.RUNNING : NodeHealth.Compute.OUT,
              0));
    }
    return new Look(nodes, working, NODE, NODE.times(busy.get()), Resources.NONE, 0, false);
  }

  private PowerControl control(Coverage coverage) throws IOException {
    PowerControl control =
        new PowerControl(
            List.of(cluster()),
            directory,
            Duration.ofMillis(20),
            new PowerControl.Parts(
                (cluster, nodes) -> look(),
                coverage,
                name -> Demand.NONE,
                this::now,
                notices::add));
    control.start();
    return control;
  }

  private String await(String part) throws InterruptedException {
    String line = "";
    while (!line.contains(part)) {
      line = notices.poll(30, TimeUnit.SECONDS);
      assertThat(line).as("a notice with: " + part).isNotNull();
    }
    return line;
  }

  @Test
  void switchesANodeOffAndOnAgainAlsoAfterARestart() throws Exception {
    Coverage onlyThree =
        (cluster, leaving, candidates) ->
            candidates.contains("n2") ? Map.of("n2", "a file") : Map.of();
    try (PowerControl control = control(onlyThree)) {
      await("n3 of cluster lab is in phase off");
      assertThat(control.asleep("none")).isEqualTo(SleepingNodes.NONE);
    }
    assertThat(commands("n3")).containsExactly("drain n3", "maintenance n3", "off n3");
    assertThat(commands("n2")).isEmpty();
    assertThat(await("nobody switches them on")).startsWith("1 nodes are not on");
    busy.set(3);
    try (PowerControl control = control(onlyThree)) {
      assertThat(await("phase boot")).endsWith("boot: 3 nodes are needed");
      await("n3 of cluster lab is in phase on");
      assertThat(control.asleep("none")).isEqualTo(SleepingNodes.NONE);
    }
    assertThat(commands("n3")).endsWith("on n3", "restore n3").hasSize(5);
  }

  @Test
  void switchesNothingOffIfWhereFilesAreIsNotKnown() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    BlockingQueue<Integer> questions = new LinkedBlockingQueue<>();
    Coverage silent =
        (cluster, leaving, candidates) -> {
          questions.add(asked.incrementAndGet());
          throw new IOException("no NameNode answers");
        };
    try (PowerControl control = control(silent)) {
      await("nothing is switched off: whether its files are elsewhere is not known: no NameNode");
      for (int i = 0; i < 3; i++) {
        assertThat(questions.poll(30, TimeUnit.SECONDS)).isNotNull();
      }
      assertThat(control.asleep("lab").count()).isZero();
    }
    assertThat(log()).doesNotExist();
    try (PowerJournal journal = PowerJournal.openToRead(directory).orElseThrow()) {
      assertThat(journal.nodes())
          .hasSize(2)
          .allSatisfy(each -> assertThat(each.state().phase().works()).isTrue());
    }
  }

  @Test
  void goesOnAfterAnErrorInAQuestion() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger walks = new AtomicInteger();
    NodeWatch watch =
        (cluster, nodes) -> {
          if (looks.getAndIncrement() == 1) {
            throw new LinkageError("a class is missing");
          }
          return look();
        };
    Coverage coverage =
        (cluster, leaving, candidates) -> {
          if (walks.getAndIncrement() == 0) {
            throw new LinkageError("another one, too");
          }
          return Map.of();
        };
    PowerControl.Parts parts =
        new PowerControl.Parts(watch, coverage, name -> Demand.NONE, this::now, notices::add);
    try (PowerControl control =
        new PowerControl(List.of(cluster()), directory, Duration.ofMillis(20), parts)) {
      control.start();
      await("its nodes are not seen: a class is missing");
      await("is in phase off");
    }
    assertThat(walks).hasValueGreaterThan(1);
  }

  /** Only the thread of walks waits. */
  @Test
  void looksWhileFilesAreWalkedThrough() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    BlockingQueue<Integer> looks = new LinkedBlockingQueue<>();
    CountDownLatch walking = new CountDownLatch(1);
    Coverage slow =
        (cluster, leaving, candidates) -> {
          walking.countDown();
          try {
            over.await();
          } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
          }
          return Map.of();
        };
    PowerControl.Parts parts =
        new PowerControl.Parts(
            (cluster, nodes) -> {
              looks.add(1);
              return look();
            },
            slow,
            name -> Demand.NONE,
            this::now,
            notices::add);
    try (PowerControl control =
        new PowerControl(List.of(cluster()), directory, Duration.ofMillis(20), parts)) {
      control.start();
      assertThat(walking.await(30, TimeUnit.SECONDS)).isTrue();
      looks.clear();
      for (int i = 0; i < 5; i++) {
        assertThat(looks.poll(30, TimeUnit.SECONDS)).isNotNull();
      }
      over.countDown();
      await("is in phase off");
    }
  }

  @Test
  void saysOfWhichNodeYarnKnowsNothing() throws Exception {
    PowerControl.Parts parts =
        new PowerControl.Parts(
            (cluster, nodes) -> {
              Look look = look();
              Map<String, NodeHealth> health = new HashMap<>(look.nodes());
              health.put(
                  "n2",
                  new NodeHealth(
                      NodeHealth.Storage.IN_SERVICE, true, now(), NodeHealth.Compute.NONE, 0));
              return new Look(health, 2, NODE, Resources.NONE, Resources.NONE, 0, false);
            },
            (cluster, leaving, candidates) -> Map.of(),
            name -> Demand.NONE,
            this::now,
            notices::add);
    try (PowerControl control =
        new PowerControl(List.of(cluster()), directory, Duration.ofMillis(20), parts)) {
      control.start();
      assertThat(await("n2 of cluster lab")).contains("stays on: YARN has no NodeManager");
      await("n3 of cluster lab is in phase off");
    }
    assertThat(commands("n2")).isEmpty();
  }

  @Test
  void aRehearsalSaysWhatWouldBeDoneAndDoesNothing() throws Exception {
    Coverage onlyThree =
        (cluster, leaving, candidates) ->
            candidates.contains("n2") ? Map.of("n2", "a file") : Map.of();
    PowerControl.Parts parts =
        new PowerControl.Parts(
            (cluster, nodes) -> look(), onlyThree, name -> Demand.NONE, this::now, notices::add);
    try (PowerRehearsal rehearsal =
        new PowerRehearsal(List.of(cluster()), Duration.ofMillis(20), parts)) {
      rehearsal.start();
      assertThat(await("n2 of cluster lab would")).endsWith("would stay on: a file");
      await("n3 of cluster lab would be switched off: has not been needed for ");
      busy.set(3);
      assertThat(await("n3 of cluster lab would"))
          .endsWith("would be switched on: 3 nodes are needed");
    }
    assertThat(log()).doesNotExist();
    assertThat(directory.resolve(PowerJournal.FILE)).doesNotExist();
  }
}
