// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.FreePorts;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.PrivateDirectory;
import org.athanor.cluster.TcpPorts;
import org.athanor.cluster.artifact.NodeCopy;

/**
 * Brokers of Kafka with no topics yet, one on each of several nodes; the first one is the
 * controller too (KRaft). They listen on the nodes' addresses. Partitions have one replica. Their
 * data is in directories that other users cannot read, which {@link #close} deletes. One thread
 * starts and closes them; the other methods are thread-safe.
 */
public final class KafkaBrokers implements MessageBroker {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final String FORMAT = "kafka.tools.StorageTool";
  private static final String BROKER = "kafka.Kafka";

  /** Any base64 text of 16 bytes; the brokers of a trial are the only ones of their cluster. */
  private static final String CLUSTER = "YXRoYW5vci1hdGhhbm9yMQ";

  private static final int HEAP_MEBIBYTES = 1024;

  private final Path directory;
  private final Path jars;
  private final List<Broker> brokers;
  private final Daemons daemons;

  private record Broker(int id, Node node, int port) {
    String address() {
      return node.address() + ":" + port;
    }
  }

  private KafkaBrokers(Path directory, Path jars, List<Broker> brokers, Daemons daemons) {
    this.directory = directory;
    this.jars = jars;
    this.brokers = brokers;
    this.daemons = daemons;
  }

  /**
   * Starts them; returns when all listen.
   *
   * @param mark of their processes
   * @param directory absolute directory for their files, the same on each node, and not used by
   *     anything else
   * @param jars directory of Kafka's jars on this machine, which is copied to nodes without it
   * @throws IOException if a broker does not start; all have ended then
   */
  public static KafkaBrokers start(List<Node> nodes, Mark mark, Path directory, Path jars)
      throws IOException, InterruptedException {
    List<Broker> brokers = new ArrayList<>();
    int controller = 0;
    for (Node node : nodes) {
      List<Integer> ports = FreePorts.on(node, mark, 2);
      brokers.add(new Broker(brokers.size() + 1, node, ports.get(0)));
      controller = brokers.size() == 1 ? ports.get(1) : controller;
    }
    KafkaBrokers kafka =
        new KafkaBrokers(directory, jars, brokers, new Daemons(nodes, mark.part("kafka")));
    try {
      for (Broker broker : brokers) {
        kafka.start(broker, controller);
      }
      kafka.awaitAll();
      return kafka;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      try {
        kafka.close();
      } catch (IOException left) {
        failed.addSuppressed(left);
      }
      throw failed;
    }
  }

  private void start(Broker broker, int controllerPort) throws IOException, InterruptedException {
    Node node = broker.node();
    new PrivateDirectory(directory, "name another directory: work").make(node, daemons.mark());
    NodeCopy.ensure(node, daemons.mark(), jars);
    Path file = directory.resolve("server.properties");
    Path local = Files.createTempFile("athanor-kafka", ".properties");
    try {
      Files.writeString(local, properties(broker, controllerPort));
      node.copyTo(local, file.toString());
    } finally {
      Files.delete(local);
    }
    CommandResult formatted =
        node.run(
            daemons.mark(),
            command(node, FORMAT, "format", "-t", CLUSTER, "-c", file.toString()),
            COMMAND_TIMEOUT);
    if (formatted.status() != 0) {
      throw new IOException(
          node.name()
              + ": Kafka's directory "
              + directory
              + " cannot be formatted: "
              + LastWords.of(formatted.errors())
                  .or(() -> LastWords.of(formatted.output()))
                  .orElse("no output"));
    }
    daemons.start(
        "Kafka broker",
        node,
        command(node, BROKER, file.toString())
            .loggedTo(directory.resolve("broker.log").toString()));
  }

  private Command command(Node node, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(node.system().javaHome().map(home -> home + "/bin/java").orElse("java"));
    line.addAll(List.of("-Xmx" + HEAP_MEBIBYTES + "m", "-cp", jars + "/*", mainClass));
    line.addAll(List.of(arguments));
    return Command.of(line).in(directory.toString());
  }

  /** The text of {@code server.properties}. */
  private String properties(Broker broker, int controllerPort) {
    boolean controls = broker.id() == 1;
    String controller = brokers.get(0).node().address() + ":" + controllerPort;
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("process.roles", controls ? "broker,controller" : "broker");
    keys.put("node.id", "" + broker.id());
    keys.put("controller.quorum.voters", "1@" + controller);
    keys.put("controller.listener.names", "CONTROLLER");
    keys.put(
        "listeners",
        "PLAINTEXT://" + broker.address() + (controls ? ",CONTROLLER://" + controller : ""));
    keys.put("advertised.listeners", "PLAINTEXT://" + broker.address());
    keys.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
    keys.put("log.dirs", directory.resolve("data").toString());
    keys.put("auto.create.topics.enable", "false");
    keys.put("default.replication.factor", "1");
    keys.put("offsets.topic.replication.factor", "1");
    keys.put("transaction.state.log.replication.factor", "1");
    keys.put("transaction.state.log.min.isr", "1");
    keys.put("share.coordinator.state.topic.replication.factor", "1");
    keys.put("share.coordinator.state.topic.min.isr", "1");
    keys.put("group.initial.rebalance.delay.ms", "0");
    return keys.entrySet().stream()
        .map(key -> key.getKey() + "=" + key.getValue().replace("\\", "\\\\") + "\n")
        .collect(Collectors.joining());
  }

  private void awaitAll() throws IOException, InterruptedException {
    for (Broker broker : brokers) {
      daemons.await(
          "Kafka broker on " + broker.node().name(),
          START_TIMEOUT,
          () -> TcpPorts.of(broker.node(), daemons.mark()).listening().contains(broker.port()));
    }
  }

  @Override
  public String bootstrap() {
    return brokers.stream().map(Broker::address).collect(Collectors.joining(","));
  }

  @Override
  public CompletableFuture<Void> anyEnd() {
    return daemons.anyEnd();
  }

  @Override
  public Optional<String> dead() throws InterruptedException {
    return daemons.whyEnded();
  }

  @Override
  public void keepLogs(Path target) throws IOException, InterruptedException {
    for (Broker broker : brokers) {
      String name = "kafka-" + broker.id() + ".log";
      broker.node().copyFrom(directory.resolve("broker.log").toString(), target.resolve(name));
    }
  }

  @Override
  public void close() throws IOException {
    List<IOException> failures = new ArrayList<>();
    try {
      daemons.endAll();
    } catch (IOException e) {
      failures.add(e);
    }
    for (Broker broker : brokers) {
      try {
        delete(broker.node());
      } catch (IOException e) {
        failures.add(e);
      } catch (InterruptedException stopped) {
        // At its end the run deletes its whole directory.
        Thread.currentThread().interrupt();
      }
    }
    if (!failures.isEmpty()) {
      IOException first = failures.get(0);
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }

  private void delete(Node node) throws IOException, InterruptedException {
    Command delete = Command.of("rm", "-rf", directory.toString());
    CommandResult result = node.run(daemons.mark(), delete, COMMAND_TIMEOUT);
    if (result.status() != 0) {
      throw new IOException(node.name() + ": " + result.errors().strip());
    }
  }
}
