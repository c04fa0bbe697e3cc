// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.node.WorkerIdentity;
import org.athanor.engine.node.WorkerLimits;
import org.athanor.engine.node.WorkerProcess;
import org.athanor.topology.affinity.AffinityLevel;

/** The main class of a Worker's process that {@link ChildWorkers} has started. */
public final class WorkerMain {
  private WorkerMain() {}

  /**
   * @param args the path of a file with properties, which is deleted: it has the session's secret
   */
  public static void main(String[] args) throws Exception {
    Properties settings = read(Path.of(args[0]));
    Configuration conf = new Configuration();
    conf.set("mapreduce.cluster.local.dir", settings.getProperty("local"));
    for (String key : settings.stringPropertyNames()) {
      if (key.startsWith(ChildWorkers.CONFIGURATION)) {
        conf.set(key.substring(ChildWorkers.CONFIGURATION.length()), settings.getProperty(key));
      }
    }
    WorkerProcess process =
        new WorkerProcess(
            new WorkerIdentity(
                Integer.parseInt(settings.getProperty("worker")),
                settings.getProperty("host"),
                "",
                InetAddress.getLoopbackAddress(),
                Seat.ALONE,
                Optional.empty(),
                Optional.empty()),
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(settings.getProperty("master.port"))),
            settings.getProperty("secret").getBytes(StandardCharsets.US_ASCII),
            new EngineSettings(
                Integer.parseInt(settings.getProperty("threads")),
                16 << 20,
                4 << 10,
                AffinityLevel.NONE),
            conf,
            new WorkerLimits(
                TestMaster.settings(
                    Duration.ofMillis(Long.parseLong(settings.getProperty("silence.millis")))),
                Duration.ofMillis(Long.parseLong(settings.getProperty("lease.millis"))),
                Duration.ofSeconds(2)));
    Runtime.getRuntime().halt(process.run());
  }

  private static Properties read(Path file) throws IOException {
    Properties settings = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      settings.load(in);
    }
    Files.delete(file);
    return settings;
  }
}
