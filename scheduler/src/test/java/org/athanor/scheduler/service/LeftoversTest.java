// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.journal.LeftAloneTables.OpenAttempt;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is ended of a run that is given up, and what is said of the rest. */
class LeftoversTest {
  @TempDir private Path directory;

  private final List<String> killed = Collections.synchronizedList(new ArrayList<>());
  private int hiddenAsks; // the first ones, of which the applications are not known yet
  private boolean silent;
  private CountDownLatch together = new CountDownLatch(0); // kills that end only when all began

  /** Clusters {@code up} and {@code down}; the former knows applications by their tags. */
  private final class Clusters implements ClusterSource {
    private final Map<String, Application.State> known;

    Clusters(Map<String, Application.State> known) {
      this.known = known;
    }

    @Override
    public List<Cluster> clusters() {
      return List.of(cluster("down", true), cluster("here", false), cluster("up", true));
    }

    private Cluster cluster(String name, boolean yarn) {
      Kind kind =
          yarn
              ? new Kind.Yarn(
                  Path.of("/conf"),
                  List.of(URI.create("http://" + name + ":8088")),
                  Optional.empty(),
                  Optional.empty())
              : new Kind.Local();
      return new Cluster(
          name,
          kind,
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

    @Override
    public ClusterLoad load(String cluster) {
      throw new IllegalStateException("is not asked");
    }

    @Override
    public List<Application> applications(String cluster, String tag)
        throws ClusterUnavailableException {
      if (cluster.equals("down")) {
        throw new ClusterUnavailableException("connection refused");
      }
      if (hiddenAsks > 0) {
        hiddenAsks--;
        return List.of();
      }
      return known.containsKey(tag) ? List.of(application(tag, known.get(tag))) : List.of();
    }

    private Application application(String tag, Application.State state) {
      return new Application(
          "application_" + tag,
          "",
          "",
          Set.of(tag),
          state,
          Application.FinalStatus.UNDEFINED,
          "",
          new Application.Use(Instant.EPOCH, Optional.empty(), Optional.empty(), 0, 0));
    }

    @Override
    public Optional<Application> application(String cluster, String id) {
      return Optional.empty();
    }
  }

  private List<String> end(Map<String, Application.State> known, OpenAttempt... open)
      throws Exception {
    Site site =
        new LocalSite() {
          @Override
          public void kill(Cluster cluster, String application) {
            together.countDown();
            await(silent ? new CountDownLatch(1) : together);
            killed.add(cluster.name() + " " + application);
          }
        };
    CompletableFuture<List<String>> lines = new CompletableFuture<>();
    try (Attempts attempts = new Attempts(Duration.ofMillis(100));
        Leftovers leftovers =
            new Leftovers(
                StateDirectory.create(directory.resolve("state")),
                attempts,
                new Clusters(known),
                site,
                new Leftovers.Limits(
                    Duration.ofSeconds(10),
                    Duration.ofMillis(1),
                    silent ? Duration.ofMillis(500) : Duration.ofSeconds(20)))) {
      leftovers.end("r", List.of(open), lines::complete);
      return lines.get(30, TimeUnit.SECONDS);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static OpenAttempt open(String job, String cluster) {
    return new OpenAttempt(job, 2, cluster, Optional.empty());
  }

  @Test
  void endsLiveApplicationsWithTheTag() throws Exception {
    assertThat(
            end(
                Map.of(
                    "athanor-r-a-2", Application.State.RUNNING,
                    "athanor-r-b-2", Application.State.KILLED,
                    "athanor-r-a-1", Application.State.RUNNING),
                open("a", "up"),
                open("b", "up"),
                open("c", "here")))
        .containsExactly("a: application_athanor-r-a-2 on cluster up was told to end");
    assertThat(killed).containsExactly("up application_athanor-r-a-2");
  }

  @Test
  void saysWhatMayRunWhereNobodyAnswers() throws Exception {
    assertThat(end(Map.of(), open("a", "down")))
        .containsExactly(
            "a: cluster down does not answer, so applications with the tag athanor-r-a-2 may still"
                + " run there: connection refused");
    assertThat(killed).isEmpty();
  }

  /** The cluster may have got another name. */
  @Test
  void looksEverywhereForAttemptsOfAClusterThatIsNotInTheFile() throws Exception {
    assertThat(end(Map.of(), open("a", "gone")))
        .hasSize(2)
        .last()
        .isEqualTo(
            "a: cluster gone is not in the file of clusters; applications with the tag"
                + " athanor-r-a-2 may still run there");
    assertThat(end(Map.of("athanor-r-a-2", Application.State.ACCEPTED), open("a", "gone")))
        .hasSize(2)
        .contains("a: application_athanor-r-a-2 on cluster up was told to end");
  }

  /** The file's name may mean another cluster now; a driver's last application comes late. */
  @Test
  void looksEverywhereUntilApplicationsAreKnown() throws Exception {
    hiddenAsks = 2;
    assertThat(end(Map.of("athanor-r-a-2", Application.State.ACCEPTED), open("a", "up")))
        .containsExactly("a: application_athanor-r-a-2 on cluster up was told to end");
    assertThat(end(Map.of("athanor-r-a-2", Application.State.ACCEPTED), open("a", "down")))
        .containsExactly(
            "a: application_athanor-r-a-2 on cluster up was told to end",
            "a: cluster down does not answer, so applications with the tag athanor-r-a-2 may still"
                + " run there: connection refused");
  }

  @Test
  void aSilentResourceManagerDoesNotKeepTheRun() throws Exception {
    silent = true;
    assertThat(end(Map.of("athanor-r-a-2", Application.State.RUNNING), open("a", "up")))
        .containsExactly(
            "a: application_athanor-r-a-2 on cluster up may still run: no answer within 0 s");
  }

  /** One that takes long does not let the others run on. */
  @Test
  void allApplicationsAreToldBeforeAnyIsWaitedFor() throws Exception {
    together = new CountDownLatch(2);
    assertThat(
            end(
                Map.of(
                    "athanor-r-a-2", Application.State.RUNNING,
                    "athanor-r-b-2", Application.State.RUNNING),
                open("a", "up"),
                open("b", "up")))
        .containsExactly(
            "a: application_athanor-r-a-2 on cluster up was told to end",
            "b: application_athanor-r-b-2 on cluster up was told to end");
    assertThat(killed)
        .containsExactlyInAnyOrder("up application_athanor-r-a-2", "up application_athanor-r-b-2");
  }

  /** Four kills of a cluster are told at once. */
  @Test
  void theKillWhoseTurnComesLastIsNotDropped() throws Exception {
    silent = true;
    Map<String, Application.State> known = new HashMap<>();
    OpenAttempt[] open = new OpenAttempt[9];
    for (int i = 0; i < open.length; i++) {
      open[i] = open("j" + i, "up");
      known.put("athanor-r-j" + i + "-2", Application.State.RUNNING);
    }
    together = new CountDownLatch(open.length);
    assertThat(end(known, open))
        .hasSize(9)
        .allMatch(line -> line.endsWith(" on cluster up may still run: no answer within 0 s"));
    assertThat(together.getCount()).as("that nobody told").isZero();
  }

  @Test
  void aStateDirectoryWithoutTheAttemptIsNoObstacle() throws Exception {
    assertThat(end(Map.of(), open("x/y", "here"))).isEmpty();
  }
}
