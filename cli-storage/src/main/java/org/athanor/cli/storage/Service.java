// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.keep.Keeper;
import org.athanor.tiering.serve.Activity;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.Manager;
import org.athanor.tiering.serve.Status;
import org.athanor.tiering.serve.StatusServer;

/** Lets a manager work on the calling thread until the JVM is asked to end. */
final class Service {
  private static final Duration TIERS_EVERY = Duration.ofMinutes(1);

  /** How long a job waits at most until its request is looked at. */
  private static final Duration REQUESTS_EVERY = Duration.ofSeconds(2);

  private final Manager manager;
  private final Keeper keeper;
  private final Claim claim;
  private final Activity activity;
  private final Duration pause;
  private final Stop stop;
  private final long startMillis = System.currentTimeMillis();
  private final long startNanos = System.nanoTime();
  private volatile List<TierUse> tiers = List.of();
  private long nextTiersNanos;
  private long nextStepNanos;
  private boolean isWell; // whether all parts of a round have been done

  Service(
      Manager manager, Keeper keeper, Claim claim, Activity activity, Duration pause, Stop stop) {
    this.manager = manager;
    this.keeper = keeper;
    this.claim = claim;
    this.activity = activity;
    this.pause = pause;
    this.stop = stop;
  }

  /** Returns when the JVM ends; fails if the claim on the HDFS is lost. */
  void run(
      String cluster,
      HadoopHdfs hdfs,
      Manager.Settings settings,
      Optional<InetSocketAddress> address)
      throws IOException, InterruptedException {
    Instant started = Instant.now();
    StatusServer.Source source =
        () ->
            new Status(
                cluster,
                started,
                settings.isDryRun(),
                settings.plan(),
                tiers,
                manager.region(),
                activity.snapshot());
    if (address.isEmpty()) {
      work(hdfs);
      return;
    }
    try (StatusServer server = new StatusServer(address.get(), source)) {
      InetSocketAddress bound = server.address();
      activity.notice(
          "status page at http://" + bound.getHostString() + ":" + bound.getPort() + "/");
      work(hdfs);
    }
  }

  private void work(HadoopHdfs hdfs) throws IOException, InterruptedException {
    nextTiersNanos = System.nanoTime();
    nextStepNanos = nextTiersNanos;
    stop.begin();
    try {
      while (!stop.isWanted()) {
        isWell = true;
        boolean more = attempt(manager::serveRequests);
        more |= attempt(() -> manage(hdfs));
        if (!more) {
          boolean isShort = isWell && pause.compareTo(REQUESTS_EVERY) > 0;
          stop.await(isShort ? REQUESTS_EVERY : pause);
        }
      }
    } catch (InterruptedException e) {
      if (!stop.isWanted()) {
        throw e;
      }
    } finally {
      stop.end();
    }
  }

  /** A part of the work; returns whether there is more. */
  @FunctionalInterface
  private interface Part {
    boolean work() throws IOException, InterruptedException;
  }

  /** A failure of one part does not keep the others from being done. */
  private boolean attempt(Part part) throws Claim.LostException, InterruptedException {
    try {
      return part.work();
    } catch (Claim.LostException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      String message = e.getMessage() == null ? e.toString() : firstLine(e.getMessage());
      activity.notice(KerberosLogin.explain(e, message));
      isWell = false;
      return false;
    }
  }

  private boolean manage(HadoopHdfs hdfs) throws IOException, InterruptedException {
    if (System.nanoTime() - nextTiersNanos >= 0) {
      tiers = List.copyOf(hdfs.tiers().values());
      nextTiersNanos = System.nanoTime() + TIERS_EVERY.toNanos();
    }
    if (System.nanoTime() - nextStepNanos < 0) {
      return false;
    }
    boolean more = manager.step(now());
    if (!more) {
      claim.check();
      keeper.step(now(), manager::serveMeanwhile); // goes on after the pause
      nextStepNanos = System.nanoTime() + pause.toNanos();
    }
    return more;
  }

  /** The time by a clock that nobody sets, so that nothing is planned because one was set. */
  private long now() {
    return startMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }
}
