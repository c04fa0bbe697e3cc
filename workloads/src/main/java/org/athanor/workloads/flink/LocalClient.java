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

  private LocalClient() {}

  public static void main(String[] args) throws Exception {
    String directory = CliFrontend.getConfigurationDirectoryFromEnv();
    Configuration configuration = GlobalConfiguration.loadConfiguration(directory);
    CliFrontend client =
        new CliFrontend(
            configuration, CliFrontend.loadCustomCommandLines(configuration, directory));
    SecurityUtils.install(new SecurityConfiguration(client.getConfiguration()));
    int status = SecurityUtils.getInstalledContext().runSecured(() -> client.parseAndRun(args));
    awaitClusters();
    System.exit(status);
  }

  private static void awaitClusters() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Thread> threads = threads();
    while (!threads.isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.NANOSECONDS.timedJoin(threads.get(0), deadline - System.nanoTime());
      threads = threads();
    }
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(THREADS))
        .toList();
  }
}
