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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.Interruption;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;

/**
 * A cluster that keeps running when the process that started it has ended. There is at most one for
 * each directory, which stores its state. Start and stop may be repeated. If one of them is killed,
 * the next one ends the processes that it left.
 */
public final class StandingCluster {
  private static final Duration QUESTION = Duration.ofSeconds(30);

  /** How long the end of the JVM is delayed for the clean-up of an interrupted start. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private static final String LIVE =
      "for pid; do grep -qzxF \"$0\" /proc/$pid/environ 2>/dev/null && echo $pid; done; true";

  private static final String LOCK = "lock";

  /** Of what looks at the directory, which may have no mark yet. */
  private static final Mark DIRECTORY = new Mark("cluster-directory");

  private final Path directory;
  private final Claims claims;

  /**
   * @param directory absolute
   */
  public StandingCluster(Path directory, Claims claims) {
    this.directory = directory;
    this.claims = claims;
  }

  /** The random mark of the cluster's processes, always the same; empty before the first start. */
  public Optional<Mark> mark() throws IOException {
    return ClusterId.read(directory);
  }

  /**
   * The state of the cluster; empty if none was started, or it was stopped.
   *
   * @throws IOException if the directory cannot be read, or another user may have prepared it
   */
  public Optional<ClusterState> state() throws IOException, InterruptedException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    HadoopCluster.directory(directory).check(Nodes.localhost(), DIRECTORY);
    return ClusterState.read(directory);
  }

  /**
   * Starts a cluster unless it is up.
   *
   * @param specification called only if there is something to start, because it may have to fetch
   * @return the cluster, and whether it was up already
   * @throws OtherClusterException if another one is up in this directory
   * @throws IllegalArgumentException if the directory has files and does not belong to a cluster
   * @throws IOException if the cluster does not start; then nothing of it is left running
   */
  public Started start(Wanted wanted, Specification specification, Listener listener)
      throws IOException, InterruptedException {
    if (Files.isDirectory(directory)) {
      requireOwnDirectory();
    }
    HadoopCluster.directory(directory).make(Nodes.localhost(), DIRECTORY).forEach(listener::doing);
    try (FileChannel channel = lockFile();
        FileLock lock = lock(channel)) {
      assert lock.isValid();
      Mark mark = ClusterId.readOrMake(directory);
      claims.cleanUp(HadoopCluster.GRACE).forEach(listener::doing);
      Optional<ClusterState> before = state();
      if (before.isPresent()) {
        List<DaemonStatus> dead = status().stream().filter(status -> !status.live()).toList();
        if (dead.isEmpty()) {
          requireSame(before.get(), wanted);
          return new Started(before.get(), true);
        }
        listener.doing(dead.get(0).daemon().name() + " is dead: starting the cluster again");
        end(mark, before.get());
      }
      return new Started(startNew(mark, wanted, specification.of(mark), listener), false);
    }
  }

  /** Requires a lock file, which every start creates first, or an empty directory. */
  private void requireOwnDirectory() throws IOException {
    if (Files.exists(directory.resolve(LOCK))) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      Optional<Path> other = files.min(Comparator.naturalOrder());
      if (other.isPresent()) {
        throw new IllegalArgumentException(
            directory
                + ": is no cluster's, and has files such as "
                + other.get().getFileName()
                + "; choose an empty directory or a new one");
      }
    }
  }

  private ClusterState startNew(Mark mark, Wanted wanted, HadoopSpec spec, Listener listener)
      throws IOException, InterruptedException {
    List<Node> nodes = wanted.workers().stream().map(Worker::node).toList();
    try (Claims.Claim claim = claims.claim(mark, nodes);
        Interruption interruption =
            Interruption.ofThisThread(
                TIMEOUT,
                listener::interrupted,
                () ->
                    System.err.println(
                        "athanor: clean-up takes too long; the next start will complete it"))) {
      assert claim != null && interruption != null;
      // Ends processes of an earlier start whose claim was lost.
      for (Node node : new LinkedHashSet<>(nodes)) {
        node.endAll(mark, HadoopCluster.GRACE);
      }
      HadoopCluster cluster = HadoopCluster.start(spec, listener::doing);
      ClusterState state =
          new ClusterState(
              wanted.hadoop(),
              wanted.texts(),
              wanted.firstPort(),
              wanted.storageRules(),
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

  /** The directory of a cluster's {@code hadoop}, {@code hdfs}, {@code yarn}, {@code mapred}. */
  public static Path commands(Path directory) {
    return directory.resolve("bin");
  }

  private void requireSame(ClusterState running, Wanted wanted) throws OtherClusterException {
    String up =
        description(running.hadoop(), running.nodes(), running.firstPort(), running.storageRules());
    String other =
        description(wanted.hadoop(), wanted.texts(), wanted.firstPort(), wanted.storageRules());
    if (!up.equals(other)) {
      throw new OtherClusterException(
          String.format(
              "a cluster with %s is up in %s, not one with %s: stop it first, or choose another"
                  + " directory",
              up, directory, other));
    }
  }

  private static String description(
      String hadoop, List<String> nodes, OptionalInt firstPort, Optional<String> storageRules) {
    return String.format("Hadoop %s on %s", hadoop, nodes)
        + (firstPort.isPresent() ? " with ports from " + firstPort.getAsInt() : "")
        + storageRules.map(file -> " with the rules in " + file).orElse("");
  }

  /**
   * The state of each daemon; empty if there is no cluster.
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
    // Without a mark, nothing runs for this directory: it is a copy of the cluster's.
    Optional<Mark> mark = mark();
    for (Map.Entry<String, List<DaemonRecord>> entry : byNode.entrySet()) {
      try (Node node = Nodes.of(entry.getKey())) {
        Set<Long> live = mark.isPresent() ? live(mark.get(), node, entry.getValue()) : Set.of();
        for (DaemonRecord daemon : entry.getValue()) {
          boolean lives = live.contains(daemon.pid());
          Optional<WebState> answer =
              lives
                  ? WebState.ask(daemon.role(), node, daemon.host(), daemon.webPort(), mark.get())
                  : Optional.empty();
          boolean ready = answer.isPresent() && answer.get().isReady(workers(daemons, daemon));
          found.put(daemon, new DaemonStatus(daemon, lives, answer.map(WebState::text), ready));
        }
      }
    }
    return daemons.stream().map(found::get).toList();
  }

  /** The number of workers that a master's daemon should have. */
  private static int workers(List<DaemonRecord> daemons, DaemonRecord master) {
    Role worker = master.role().ofWorkers();
    return (int) daemons.stream().filter(daemon -> daemon.role() == worker).count();
  }

  private static Set<Long> live(Mark mark, Node node, List<DaemonRecord> daemons)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", LIVE, Mark.VARIABLE + "=" + mark.id()));
    daemons.forEach(daemon -> command.add(Long.toString(daemon.pid())));
    return node.run(mark, Command.of(command), QUESTION)
        .output()
        .lines()
        .map(Long::valueOf)
        .collect(Collectors.toSet());
  }

  /** The number of processes that a killed start has left; {@link #stop} ends them. */
  public int leftOver() throws IOException, InterruptedException {
    Optional<Mark> mark = mark();
    return mark.isPresent() ? claims.leftOver(mark.get()) : 0;
  }

  /**
   * Ends the cluster, and the processes that a killed start has left.
   *
   * @throws IOException if a node does not answer, or a process does not end
   */
  public Stopped stop(Consumer<String> progress) throws IOException, InterruptedException {
    if (Files.notExists(directory.resolve(LOCK))) {
      return end(Optional.empty(), progress);
    }
    try (FileChannel channel = lockFile();
        FileLock lock = lock(channel)) {
      assert lock.isValid();
      return end(state(), progress);
    }
  }

  private Stopped end(Optional<ClusterState> state, Consumer<String> progress)
      throws IOException, InterruptedException {
    Optional<Mark> mark = mark();
    int leftOver = mark.isPresent() ? claims.cleanUp(mark.get(), HadoopCluster.GRACE) : 0;
    claims.cleanUp(HadoopCluster.GRACE).forEach(progress);
    if (state.isEmpty()) {
      return new Stopped(leftOver, leftOver > 0);
    }
    if (mark.isEmpty()) {
      ClusterState.delete(directory);
      return new Stopped(leftOver, false);
    }
    return new Stopped(leftOver + end(mark.get(), state.get()), false);
  }

  private int end(Mark mark, ClusterState state) throws IOException, InterruptedException {
    int ended = 0;
    for (String specification : state.nodeSpecifications()) {
      try (Node node = Nodes.of(specification)) {
        ended += node.endAll(mark, HadoopCluster.GRACE);
      }
    }
    ClusterState.delete(directory);
    return ended;
  }

  private FileChannel lockFile() throws IOException {
    return FileChannel.open(
        directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private FileLock lock(FileChannel channel) throws IOException {
    FileLock lock = channel.tryLock();
    if (lock == null) {
      throw new IOException(
          directory + ": another command is starting or stopping this cluster; wait for it");
    }
    return lock;
  }

  /**
   * A request for a cluster.
   *
   * @param hadoop a version or a home
   * @param firstPort the first of consecutive ports; empty for Hadoop's own
   * @param storageRules the file of the NameNode's rules; empty for none
   */
  public record Wanted(
      String hadoop, List<Worker> workers, OptionalInt firstPort, Optional<String> storageRules) {
    public Wanted {
      workers = List.copyOf(workers);
    }

    List<String> texts() {
      return workers.stream().map(Worker::text).toList();
    }
  }

  /** Receives the progress of a start. */
  public interface Listener {
    /**
     * @param what one line about the current step
     */
    void doing(String what);

    /** The JVM was told to end, and the daemons are being ended. Called by another thread. */
    default void interrupted() {}
  }

  /** Makes the specification of the cluster to start. */
  public interface Specification {
    HadoopSpec of(Mark mark) throws IOException, InterruptedException;
  }

  /**
   * A cluster that is up.
   *
   * @param before whether it was up before
   */
  public record Started(ClusterState state, boolean before) {}

  /**
   * The result of a stop.
   *
   * @param processes the number of processes that were ended
   * @param leftOver whether they were those of a start that was killed
   */
  public record Stopped(int processes, boolean leftOver) {}
}
