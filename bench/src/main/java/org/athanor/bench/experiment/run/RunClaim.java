// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Claims.Claim;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.RandomId;

/**
 * The claim of this process on the processes of a run, and on the run's directories on the nodes,
 * which are named after the run's mark. A run that was killed leaves both. The next run ends its
 * processes through {@link Claims}; a run on the same nodes also removes directories of runs that
 * are no longer claimed. It removes only directories whose names contain the random id of its own
 * claims, because it cannot know whether other runs are alive.
 */
final class RunClaim {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

  private final Claims claims;
  private final List<Node> nodes;

  /** The nodes and this machine, where files for nodes are written first. */
  private final Set<Node> places;

  private final RunListener listener;
  private final String prefix;
  private final Marks marks;
  private Optional<Claim> claim = Optional.empty();

  /** Where the run's directories are. */
  private final Set<Node> made = new HashSet<>();

  RunClaim(Claims claims, List<Node> nodes, RunListener listener) throws IOException {
    this.claims = claims;
    this.nodes = nodes;
    this.places = new LinkedHashSet<>(nodes);
    if (nodes.stream().noneMatch(Node::hasFilesOfThisMachine)) {
      places.add(Nodes.localhost());
    }
    this.listener = listener;
    this.prefix = "bench-" + claims.id() + "-";
    this.marks = new Marks(new Mark(prefix + RandomId.make()));
  }

  Marks marks() {
    return marks;
  }

  /** The run's own directory below the work directory that runs share. */
  Path work(Path shared) {
    return shared.resolve(marks.run().id());
  }

  /**
   * From now on what is started belongs to this process. Makes the run's directories, for this user
   * alone.
   *
   * @param directories of the run
   * @throws IOException if one cannot be created, or another user may have prepared its place
   */
  void take(List<Path> directories) throws IOException, InterruptedException {
    claim = Optional.of(claims.claim(marks.run(), nodes));
    for (Node node : places) {
      for (Path directory : directories) {
        // Disks that only the nodes have are not those of this machine.
        boolean work = directory.equals(directories.get(0));
        if (nodes.contains(node) || work) {
          take(node, directory, work ? "work" : "storage");
        }
      }
    }
  }

  /**
   * @param key that names the directory in the experiment
   */
  private void take(Node node, Path work, String key) throws IOException, InterruptedException {
    Testbed.directory(work, key).make(node, marks.tools());
    made.add(node);
    String shared = work.getParent().toString();
    List<String> left = new ArrayList<>();
    List<String> names = run(node, "ls", "-A", shared).output().lines().toList();
    // Read after the names, because a run claims its mark before it makes its directory.
    Set<String> alive = claims.marks();
    for (String name : names) {
      if (name.matches("\\Q" + prefix + "\\E[0-9a-f]{16}") && !alive.contains(name)) {
        left.add(shared + "/" + name);
      }
    }
    for (String directory : left) {
      listener.warning("removing the directory of a killed run: " + node.name() + ":" + directory);
      run(node, "rm", "-rf", directory);
    }
  }

  private void remove(Node node, List<Path> directories) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("rm", "-rf"));
    directories.forEach(directory -> command.add(directory.toString()));
    CommandResult removed = run(node, command.toArray(String[]::new));
    if (removed.status() != 0) {
      listener.warning(node.name() + ": " + removed.errors().strip());
    }
  }

  private CommandResult run(Node node, String... command) throws IOException, InterruptedException {
    return node.run(marks.tools(), Command.of(command), COMMAND_TIMEOUT);
  }

  /**
   * Ends all processes of the run and removes its directories. If a node cannot be reached, the
   * claim stays, so that a later run tries again. Also works in an interrupted thread.
   */
  void release(List<Path> directories) throws IOException, InterruptedException {
    boolean interrupted = Thread.interrupted();
    boolean ended = true;
    for (Node node : places) {
      try {
        node.endAll(marks.run(), GRACE);
        if (made.contains(node)) {
          remove(node, directories);
        }
      } catch (IOException unreachable) {
        ended = false;
        listener.warning(node.name() + ": " + unreachable.getMessage());
      }
    }
    if (ended && claim.isPresent()) {
      claim.get().close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
