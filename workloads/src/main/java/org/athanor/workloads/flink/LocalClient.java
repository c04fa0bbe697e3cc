// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.security.SecurityConfiguration;
import org.apache.flink.runtime.security.SecurityUtils;

/**
 * Does what {@code flink run -t local} does, and then waits until the clusters in this JVM have
 * ended: Flink's client exits while they write their accounts of the last job, which are lost then.
 */
public final class LocalClient {
  /** The threads by which a cluster writes accounts end when it has ended. */
  private static final String THREADS = "mini-cluster-io";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The exit status of Flink's client after an error that it does not expect. */
  private static final int FAILED = 31;

  private LocalClient() {}

  public static void main(String[] args) {
    int status = FAILED;
    try {
      status = run(args);
      awaitClusters();
    } catch (Throwable failed) {
      System.err.print("Exception in thread \"main\" ");
      failed.printStackTrace();
      status = FAILED;
    }
    // Threads of a failed program may run on.
    System.exit(status);
  }

  private static int run(String... args) throws Exception {
    String directory = CliFrontend.getConfigurationDirectoryFromEnv();
    Configuration configuration = GlobalConfiguration.loadConfiguration(directory);
    CliFrontend client =
        new CliFrontend(
            configuration, CliFrontend.loadCustomCommandLines(configuration, directory));
    SecurityUtils.install(new SecurityConfiguration(client.getConfiguration()));
    return SecurityUtils.getInstalledContext().runSecured(() -> client.parseAndRun(args));
  }

  private static void awaitClusters() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Thread> threads = threads();
    while (!threads.isEmpty() && System.nanoTime() - deadline < 0) {
      TimeUnit.NANOSECONDS.timedJoin(threads.get(0), deadline - System.nanoTime());
      threads = threads();
    }
    if (!threads.isEmpty()) {
      System.err.println(
          "LocalClient: a cluster of Flink has not ended within "
              + PATIENCE.toSeconds()
              + " s after its job");
    }
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(THREADS))
        .toList();
  }
}
