// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.clusters.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A ResourceManager that does not answer, and its attempts on their way to the catalogue. */
@Timeout(60)
class CatalogueLinkTest {
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");

  @TempDir private Path directory;
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger questions = new AtomicInteger();
  private final AtomicBoolean isUp = new AtomicBoolean(); // cluster "down"
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  private static Cluster lab(String name) {
    return new Cluster(
        name,
        new Kind.Yarn(Path.of("conf"), List.of(), Optional.empty(), Optional.empty()),
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

  /**
   * Cluster "down" does not answer, and each question takes 10 s by the clock; what any cluster
   * says of attempt "bad" cannot be used.
   */
  private final class Source implements ClusterSource {
    @Override
    public List<Cluster> clusters() {
      return List.of(lab("down"), lab("up"), lab("broken"));
    }

    @Override
    public ClusterLoad load(String cluster) {
      return new ClusterLoad.Unavailable("nobody asked it");
    }

    @Override
    public List<Application> applications(String cluster, String tag)
        throws ClusterUnavailableException {
      if (cluster.equals("down") && !isUp.get()) {
        questions.incrementAndGet();
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        throw new ClusterUnavailableException("it does not answer");
      }
      if (tag.equals("bad")) {
        questions.incrementAndGet();
        throw new IllegalStateException("nobody expects it");
      }
      return List.of();
    }

    @Override
    public Optional<Application> application(String cluster, String id) {
      return Optional.empty();
    }
  }

  private final class Listener implements CatalogueLink.Listener {
    @Override
    public void read(Learned learned) {}

    @Override
    public void entered(EndedAttempt attempt, Run run) {
      told.add(attempt.tag());
    }

    @Override
    public void refused(EndedAttempt attempt, String why) {
      told.add(why);
    }

    @Override
    public void unusable(String line) {
      told.add(line);
    }

    @Override
    public void trouble(String line) {
      told.add(line);
    }
  }

  private static EndedAttempt attempt(String tag, String cluster) {
    return new EndedAttempt(
        tag,
        "w",
        "w/j",
        "mapreduce",
        Map.of(),
        OptionalLong.of(1),
        START,
        Duration.ofSeconds(100),
        Optional.empty(),
        Optional.empty(),
        EndedAttempt.Place.of(lab(cluster), Optional.empty()));
  }

  private CatalogueLink link() throws Exception {
    return new CatalogueLink(
        CatalogueLocation.of(directory.resolve("profile.db")),
        new Feedback("0.1.0"),
        new Source(),
        new CatalogueLink.Settings(
            10,
            Duration.ofDays(1),
            Duration.ofMillis(1),
            () -> START.plusNanos(System.nanoTime() + nanos.get())),
        new Listener());
  }

  /**
   * Two attempts wait for one silent ResourceManager, which is asked for both at once; another
   * cluster's goes on. After an hour they are entered with what is known.
   */
  @Test
  void attemptsOfASilentResourceManagerWaitAndThoseOfOthersDoNot() throws Exception {
    try (CatalogueLink link = link()) {
      link.start();
      assertThat(link.awaitFirstRead(Duration.ofSeconds(30))).isTrue();
      assertThat(link.offer(attempt("one", "down"))).isTrue();
      assertThat(link.offer(attempt("two", "down"))).isTrue();
      assertThat(link.offer(attempt("three", "up"))).isTrue();
      assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("three");
      assertThat(told).isEmpty();
      // The pauses double from 1 ms to about a minute: let them pass, but not an hour.
      nanos.addAndGet(Duration.ofMinutes(50).toNanos());
      while (questions.get() < 4) {
        TimeUnit.MILLISECONDS.sleep(1); // of another thread
      }
      assertThat(told).isEmpty();
      nanos.addAndGet(Duration.ofMinutes(20).toNanos());
      assertThat(told.poll(30, TimeUnit.SECONDS)).isIn("one", "two");
      assertThat(told.poll(30, TimeUnit.SECONDS)).isIn("one", "two");
    }
  }

  /** What is said of attempt "bad" can never be used: it alone waits, and one line says so. */
  @Test
  void anAnswerThatCannotBeUsedCostsOnlyItsAttempt() throws Exception {
    try (CatalogueLink link = link()) {
      link.start();
      assertThat(link.offer(attempt("bad", "broken"))).isTrue();
      assertThat(link.offer(attempt("one", "broken"))).isTrue();
      assertThat(told.poll(30, TimeUnit.SECONDS))
          .isEqualTo(
              "attempt bad: what the ResourceManager of cluster broken says of it cannot be used:"
                  + " java.lang.IllegalStateException: nobody expects it; it is asked again for an"
                  + " hour, then the attempt is entered into the catalogue without");
      assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("one");
      while (questions.get() < 4) {
        TimeUnit.MILLISECONDS.sleep(1); // of another thread
      }
      assertThat(told).isEmpty();
      nanos.addAndGet(Duration.ofMinutes(70).toNanos());
      assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("bad");
    }
  }

  /** Its cluster was silent for an hour: nobody asks again, and nobody says so. */
  @Test
  void anAnswerAtTheEndThatCannotBeUsedIsToldAsTheLastOne() throws Exception {
    try (CatalogueLink link = link()) {
      link.start();
      assertThat(link.offer(attempt("bad", "down"))).isTrue();
      while (questions.get() < 1) {
        TimeUnit.MILLISECONDS.sleep(1); // of another thread
      }
      isUp.set(true);
      nanos.addAndGet(Duration.ofMinutes(70).toNanos());
      assertThat(told.poll(30, TimeUnit.SECONDS))
          .isEqualTo(
              "attempt bad: what the ResourceManager of cluster down says of it cannot be used:"
                  + " java.lang.IllegalStateException: nobody expects it; the attempt is entered"
                  + " into the catalogue without");
      assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("bad");
    }
  }

  @Test
  void refusesWhatIsTooMuch() throws Exception {
    try (CatalogueLink link = link()) {
      for (int i = 0; i < CatalogueLink.MOST_WAITING; i++) {
        assertThat(link.offer(attempt("t" + i, "up"))).isTrue();
      }
      assertThat(link.offer(attempt("more", "up"))).isFalse();
    }
  }
}
