// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * The records that a framework writes about the jobs of a trial, as files in {@link
 * Workspace#events} of some nodes. These directories are empty between trials. If one could not be
 * emptied, or if a trial's framework may still write, the next trial's records cannot be told from
 * those of this one, and are not used.
 */
final class EventFiles {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private static final int UNREADABLE = 3;

  /**
   * Prints what the script {@code $2} makes of the files, which are its arguments. Ends with
   * {@value #UNREADABLE} if the script fails.
   */
  private static final String READ =
      "export LC_ALL=C; find \"$1\" -type f -exec sh -c \"$2\" sh {} + || exit " + UNREADABLE;

  /**
   * Does the same, and removes all files. Ends with {@value #UNREADABLE} if only the first has
   * failed.
   */
  private static final String TAKE =
      "status=0; export LC_ALL=C; find \"$1\" -type f -exec sh -c \"$2\" sh {} + || status="
          + UNREADABLE
          + "; find \"$1\" -mindepth 1 -delete || exit 1; exit $status";

  private final List<Node> nodes;
  private final Mark mark;
  private final Workspace workspace;
  private final String title;
  private final String reduction;

  /** Whether records of an earlier trial may still be there. */
  private boolean left;

  /**
   * @param nodes on which the framework writes
   * @param mark of the commands that read
   * @param title what the files are, in messages
   * @param reduction script of {@code sh} that prints what is needed of the files that are its
   *     arguments
   */
  EventFiles(List<Node> nodes, Mark mark, Workspace workspace, String title, String reduction) {
    this.nodes = List.copyOf(nodes);
    this.mark = mark;
    this.workspace = workspace;
    this.title = title;
    this.reduction = reduction;
  }

  /**
   * Returns what is needed of the records, and leaves them.
   *
   * @throws IOException if a file cannot be read
   */
  String read() throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    for (Node node : nodes) {
      CommandResult result = run(node, READ);
      text.append(result.output());
      check(result);
    }
    return text.toString();
  }

  /** As {@link #take(boolean)} of a trial whose writers have ended with their client. */
  String take() throws IOException, InterruptedException {
    return take(true);
  }

  /**
   * Returns what is needed of all records since the last call, and removes them.
   *
   * @param ended whether all that write records of the trial have ended
   * @throws IOException if a file cannot be read or removed, or if it may be of an earlier trial
   */
  String take(boolean ended) throws IOException, InterruptedException {
    boolean earlier = left;
    left = true;
    StringBuilder text = new StringBuilder();
    boolean removed = true;
    CommandResult failed = null;
    for (Node node : nodes) {
      CommandResult result = run(node, TAKE);
      text.append(result.output());
      removed &= result.status() == 0 || result.status() == UNREADABLE;
      failed = failed == null && result.status() != 0 ? result : failed;
    }
    left = !removed || !ended;
    if (failed != null) {
      check(failed);
    }
    if (earlier) {
      throw new IOException(title + ": those of an earlier trial were among them");
    }
    return text.toString();
  }

  private CommandResult run(Node node, String script) throws IOException, InterruptedException {
    Command command =
        Command.of("sh", "-c", script, "sh", workspace.events().toString(), reduction);
    return node.run(mark, command, TIMEOUT);
  }

  private void check(CommandResult result) throws IOException {
    if (result.status() != 0) {
      throw new IOException(title + ": " + result.errors().strip());
    }
  }
}
