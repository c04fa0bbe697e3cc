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
 * That this process owns a run's processes, and the run's directory on the nodes, which has the
 * name of its mark. A run that was killed leaves both. The next run ends its processes through
 * {@link Claims}; a run on the same nodes also removes directories that nobody claims any more. It
 * removes only those that have the random id of its own claims in their names: of others it cannot
 * know whether their runs are alive.
 */
final class RunClaim {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Claims claims;
  private final List<Node> nodes;

  /** This machine too: files for nodes are written here first. */
  private final Set<Node> places;

  private final RunListener listener;
  private final String prefix;
  private final Marks marks;
  private Optional<Claim> claim = Optional.empty();

  /** Where the run's directory is. */
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

  /** The run's own directory below one that runs share. */
  Path work(Path shared) {
    return shared.resolve(marks.run().id());
  }

  /**
   * From now on what is started belongs to this process. Makes the run's directory, for this user
   * alone.
   *
   * @throws IOException if it cannot be made, or another user may have prepared its place
   */
  void take(Path work) throws IOException, InterruptedException {
    claim = Optional.of(claims.claim(marks.run(), nodes));
    for (Node node : places) {
      Ground.directory(work).make(node, marks.tools());
      made.add(node);
      String shared = work.getParent().toString();
      List<String> left = new ArrayList<>();
      List<String> names = run(node, "ls", "-A", shared).output().lines().toList();
      // Read after the names: a run claims its mark before it makes its directory.
      Set<String> alive = claims.marks();
      for (String name : names) {
        if (name.matches("\\Q" + prefix + "\\E[0-9a-f]{16}") && !alive.contains(name)) {
          left.add(shared + "/" + name);
        }
      }
      for (String directory : left) {
        listener.warning("removing what a killed run has left: " + node.name() + ":" + directory);
        run(node, "rm", "-rf", directory);
      }
    }
  }

  private void remove(Node node, Path work) throws IOException, InterruptedException {
    CommandResult removed = run(node, "rm", "-rf", work.toString());
    if (removed.status() != 0) {
      listener.warning(node.name() + ": " + removed.errors().strip());
    }
  }

  private CommandResult run(Node node, String... command) throws IOException, InterruptedException {
    return node.run(marks.tools(), Command.of(command), PATIENCE);
  }

  /**
   * Ends everything and removes the directory. The claim on what could not be ended stays, so that
   * a later run looks again. Works in an interrupted thread too.
   */
  void release(Path work) throws IOException, InterruptedException {
    boolean interrupted = Thread.interrupted();
    boolean ended = true;
    for (Node node : places) {
      try {
        node.endAll(marks.run(), GRACE);
        if (made.contains(node)) {
          remove(node, work);
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
