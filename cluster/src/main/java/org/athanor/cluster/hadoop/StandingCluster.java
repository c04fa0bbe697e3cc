// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;

/**
 * A cluster that stays when its starter has ended: one for each directory, which remembers it.
 * Starting and stopping may be repeated, and may be killed: the next one ends what is left.
 */
public final class StandingCluster {
  private static final Duration QUESTION = Duration.ofSeconds(30);

  private static final String LIVE =
      "for pid; do grep -qzxF \"$0\" /proc/$pid/environ 2>/dev/null && echo $pid; done; true";

  private final Path directory;
  private final Claims claims;

  /**
   * @param directory absolute
   */
  public StandingCluster(Path directory, Claims claims) {
    this.directory = directory;
    this.claims = claims;
  }

  /** Of everything that runs for it: the same each time. */
  public Mark mark() {
    return new Mark("cluster-" + Integer.toHexString(directory.toString().hashCode()));
  }

  /** Empty if none was started, or it was stopped. */
  public Optional<ClusterState> state() throws IOException {
    return ClusterState.read(directory);
  }

  /**
   * Starts a cluster unless it is up.
   *
   * @param hadoop what the user asked for: a version or a home
   * @param nodes of the workers
   * @param specification made when there is something to start, for it may have to fetch
   * @param progress is told what is done, a line at a time
   * @return the cluster, and whether it was up already
   * @throws OtherClusterException if another one is up in this directory
   * @throws IOException if it does not come up; then nothing of it is left
   */
  public Started start(
      String hadoop, List<Node> nodes, Specification specification, Consumer<String> progress)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    try (FileChannel channel = lockFile();
        FileLock lock = lock(channel)) {
      assert lock.isValid();
      claims.cleanUp(HadoopCluster.GRACE).forEach(progress);
      List<String> names = nodes.stream().map(Node::specification).toList();
      Optional<ClusterState> before = state();
      if (before.isPresent()) {
        List<DaemonStatus> dead = status().stream().filter(status -> !status.live()).toList();
        if (dead.isEmpty()) {
          requireSame(before.get(), hadoop, names);
          return new Started(before.get(), true);
        }
        progress.accept(dead.get(0).daemon().name() + " is dead: starting the cluster again");
        end(before.get());
      }
      return new Started(startNew(hadoop, nodes, specification.of(mark()), progress), false);
    }
  }

  private ClusterState startNew(
      String hadoop, List<Node> nodes, HadoopSpec spec, Consumer<String> progress)
      throws IOException, InterruptedException {
    try (Claims.Claim claim = claims.claim(mark(), nodes);
        Interruption interruption = Interruption.ofThisThread()) {
      assert claim != null && interruption != null;
      // What was left by a starter whose claim got lost.
      for (Node node : new LinkedHashSet<>(nodes)) {
        node.endAll(mark(), HadoopCluster.GRACE);
      }
      HadoopCluster cluster = HadoopCluster.start(spec, progress);
      ClusterState state =
          new ClusterState(
              hadoop,
              nodes.stream().map(Node::specification).toList(),
              cluster.filesystem().toString(),
              Map.of(
                  "HADOOP_CONF_DIR", cluster.configuration().toString(),
                  "CLASSPATH", cluster.classPath()),
              cluster.records());
      ClientCommands.write(cluster, commands(directory));
      state.write(directory);
      return state;
    }
  }

  /** Where a cluster's own {@code hadoop}, {@code hdfs}, {@code yarn} and {@code mapred} are. */
  public static Path commands(Path directory) {
    return directory.resolve("bin");
  }

  private void requireSame(ClusterState running, String hadoop, List<String> nodes)
      throws OtherClusterException {
    if (!running.hadoop().equals(hadoop) || !running.nodes().equals(nodes)) {
      throw new OtherClusterException(
          String.format(
              "a cluster with Hadoop %s on %s is up in %s, not one with Hadoop %s on %s: stop it"
                  + " first, or choose another directory",
              running.hadoop(), running.nodes(), directory, hadoop, nodes));
    }
  }

  /**
   * How each daemon is; empty if there is no cluster.
   *
   * @throws IOException if a node does not answer
   */
  public List<DaemonStatus> status() throws IOException, InterruptedException {
    List<DaemonRecord> daemons = state().map(ClusterState::daemons).orElse(List.of());
    Map<String, List<DaemonRecord>> byNode =
        daemons.stream()
            .collect(
                Collectors.groupingBy(DaemonRecord::node, LinkedHashMap::new, Collectors.toList()));
    Map<DaemonRecord, DaemonStatus> found = new HashMap<>();
    for (Map.Entry<String, List<DaemonRecord>> entry : byNode.entrySet()) {
      try (Node node = Nodes.of(entry.getKey())) {
        Set<Long> live = live(node, entry.getValue());
        for (DaemonRecord daemon : entry.getValue()) {
          boolean lives = live.contains(daemon.pid());
          Optional<String> says =
              lives
                  ? WebState.ask(daemon.role(), node, daemon.host(), daemon.webPort(), mark())
                      .map(WebState::text)
                  : Optional.empty();
          found.put(daemon, new DaemonStatus(daemon, lives, says));
        }
      }
    }
    return daemons.stream().map(found::get).toList();
  }

  private Set<Long> live(Node node, List<DaemonRecord> daemons)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", LIVE, Mark.VARIABLE + "=" + mark().id()));
    daemons.forEach(daemon -> command.add(Long.toString(daemon.pid())));
    return node.run(mark(), Command.of(command), QUESTION)
        .output()
        .lines()
        .map(Long::valueOf)
        .collect(Collectors.toSet());
  }

  /**
   * Ends the cluster, and whatever a killed starter has left.
   *
   * @return how many processes were ended
   * @throws IOException if a node does not answer, or something does not end
   */
  public int stop(Consumer<String> progress) throws IOException, InterruptedException {
    if (Files.notExists(directory)) {
      return 0;
    }
    try (FileChannel channel = lockFile();
        FileLock lock = lock(channel)) {
      assert lock.isValid();
      claims.cleanUp(HadoopCluster.GRACE).forEach(progress);
      Optional<ClusterState> state = state();
      return state.isPresent() ? end(state.get()) : 0;
    }
  }

  private int end(ClusterState state) throws IOException, InterruptedException {
    int ended = 0;
    for (String specification : new LinkedHashSet<>(state.nodes())) {
      try (Node node = Nodes.of(specification)) {
        ended += node.endAll(mark(), HadoopCluster.GRACE);
      }
    }
    ClusterState.delete(directory);
    return ended;
  }

  private FileChannel lockFile() throws IOException {
    return FileChannel.open(
        directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private FileLock lock(FileChannel channel) throws IOException {
    FileLock lock = channel.tryLock();
    if (lock == null) {
      throw new IOException(
          directory + ": another command is starting or stopping this cluster; wait for it");
    }
    return lock;
  }

  /** Says what to start. */
  public interface Specification {
    HadoopSpec of(Mark mark) throws IOException, InterruptedException;
  }

  /**
   * A cluster that is up.
   *
   * @param before whether it was so before
   */
  public record Started(ClusterState state, boolean before) {}
}
