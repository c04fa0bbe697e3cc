// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Claims.Claim;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * That this process answers for a run's processes and its directories on the nodes. A run that was
 * killed leaves both: its processes are ended through {@link Claims}, its directories are removed
 * by the next run that uses the same place, which knows them by marks that nobody claims.
 */
final class RunClaim {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Claims claims;
  private final List<Node> nodes;
  private final RunListener listener;
  private final String id;
  private final Marks marks;
  private final List<Claim> taken = new ArrayList<>();
  private Path work;

  RunClaim(Claims claims, List<Node> nodes, RunListener listener) {
    this.claims = claims;
    this.nodes = nodes;
    this.listener = listener;
    this.id = "bench-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    this.marks = Marks.of(id);
  }

  Marks marks() {
    return marks;
  }

  /** The run's own directory below one that runs share. */
  Path work(Path shared) {
    return shared.resolve(id);
  }

  /** From now on what is started belongs to this process. */
  void take(Path directory) throws IOException {
    work = directory;
    for (Mark mark : marks.all()) {
      taken.add(claims.claim(mark, nodes));
    }
  }

  /**
   * Ends everything and removes the directories. Claims on what could not be ended stay, so that a
   * later run looks again. Works in an interrupted thread too.
   */
  void release() throws IOException, InterruptedException {
    boolean interrupted = Thread.interrupted();
    boolean ended = true;
    for (Node node : nodes) {
      try {
        for (Mark mark : marks.all()) {
          node.endAll(mark, GRACE);
        }
        CommandResult removed =
            node.run(marks.tools(), Command.of("rm", "-rf", work.toString()), PATIENCE);
        if (removed.status() != 0) {
          listener.warning(node.name() + ": " + removed.errors().strip());
        }
      } catch (IOException unreachable) {
        ended = false;
        listener.warning(node.name() + ": " + unreachable.getMessage());
      }
    }
    if (ended) {
      for (Claim claim : taken) {
        claim.close();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
