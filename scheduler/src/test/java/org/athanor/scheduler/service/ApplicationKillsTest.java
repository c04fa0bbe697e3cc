// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kills of applications, of which a ResourceManager takes none. */
@Timeout(60)
class ApplicationKillsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final CountDownLatch answers = new CountDownLatch(1);
  private final AtomicInteger waiting = new AtomicInteger();

  /** As Hadoop's client: it ends when its thread is interrupted. */
  private final Site site =
      new LocalSite() {
        @Override
        public void kill(Cluster cluster, String application) {
          if (cluster.name().equals("dead")) {
            waiting.incrementAndGet();
            try {
              answers.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException("interrupted", e);
            }
          }
          if (application.equals("unknown")) {
            throw new IllegalStateException("there is no such application");
          }
        }
      };

  private static Cluster cluster(String name) {
    return new Cluster(
        name,
        new Kind.Yarn(
            Path.of("/conf"),
            List.of(URI.create("http://" + name + ":8088")),
            Optional.empty(),
            Optional.empty()),
        new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
        new Cluster.Traits(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static Optional<String> await(CompletableFuture<Optional<String>> kill) throws Exception {
    return kill.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aClusterThatTakesNoKillKeepsNoOtherOneWaiting() throws Exception {
    try (ApplicationKills kills = new ApplicationKills(site, LONG)) {
      List<CompletableFuture<Optional<String>>> hanging = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        hanging.add(kills.kill(cluster("dead"), "a" + i));
      }
      assertThat(await(kills.kill(cluster("up"), "a"))).isEmpty();
      assertThat(hanging).noneMatch(CompletableFuture::isDone);
      assertThat(waiting.get()).as("threads of the cluster").isLessThanOrEqualTo(4);
      answers.countDown();
      for (CompletableFuture<Optional<String>> each : hanging) {
        assertThat(await(each)).isEmpty();
      }
    }
  }

  @Test
  void aKillThatTakesTooLongIsInterruptedAndTheNextOneBegins() throws Exception {
    try (ApplicationKills kills = new ApplicationKills(site, Duration.ofMillis(300))) {
      List<CompletableFuture<Optional<String>>> hanging = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        hanging.add(kills.kill(cluster("dead"), "a" + i));
      }
      for (CompletableFuture<Optional<String>> each : hanging) {
        assertThat(await(each)).contains("no answer within 0 s");
      }
      answers.countDown();
      assertThat(await(kills.kill(cluster("dead"), "a"))).isEmpty();
    }
  }

  @Test
  void aKillWhoseTurnComesLateIsTold() throws Exception {
    try (ApplicationKills kills = new ApplicationKills(site, Duration.ofMillis(300))) {
      List<CompletableFuture<Optional<String>>> hanging = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        hanging.add(kills.kill(cluster("dead"), "a" + i));
      }
      CompletableFuture<Optional<String>> last = kills.kill(cluster("dead"), "last");
      for (CompletableFuture<Optional<String>> each : hanging) {
        assertThat(await(each)).contains("no answer within 0 s");
      }
      answers.countDown();
      var unused = await(last); // whether it was in time
      assertThat(waiting).hasValue(13);
    }
  }

  /** Of many applications to be ended, the first is told when it was found. */
  @Test
  void searchesKeepNoKillWaiting() throws Exception {
    try (ApplicationKills kills = new ApplicationKills(site, LONG)) {
      CountDownLatch found = new CountDownLatch(100);
      for (int i = 0; i < 100; i++) {
        kills.search(
            cluster("up"),
            () -> {
              try {
                answers.await();
                found.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
      }
      assertThat(await(kills.kill(cluster("up"), "a"))).isEmpty();
      assertThat(found.getCount()).isEqualTo(100);
      answers.countDown();
      assertThat(found.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void saysWhyAKillFailed() throws Exception {
    try (ApplicationKills kills = new ApplicationKills(site, LONG)) {
      assertThat(await(kills.kill(cluster("up"), "unknown")))
          .contains("there is no such application");
    }
  }
}
