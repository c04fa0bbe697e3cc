// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records which process of this machine owns which {@link Mark}, and on which nodes. If an owner
 * has died, even by {@code kill -9}, a later process finds and ends what still runs with its mark.
 * The record is a directory with a file for each mark; several processes may use it at once.
 */
public final class Claims {
  private static final Duration QUESTION = Duration.ofSeconds(30);

  /**
   * Counts processes in the node's own network namespace only: other namespaces of its machine may
   * be nodes too.
   */
  private static final String COUNT =
      "for file in $(grep -lzxE -e \"$0\" /proc/[0-9]*/environ 2>/dev/null); do"
          + " [ \"$(readlink \"${file%environ}ns/net\")\" != \"$(readlink /proc/self/ns/net)\" ]"
          + " || echo; done | wc -l";

  private final Path directory;

  public Claims(Path directory) {
    this.directory = directory;
  }

  /** In the user's state directory: {@code ~/.local/state/athanor/claims}. */
  public static Claims ofUser() {
    return new Claims(StateDirectory.ofUser().resolve("claims"));
  }

  /**
   * Makes this process the owner of a mark. To be called before anything of the mark is started.
   *
   * @return the claim, to be closed when nothing of the mark runs any more, or when it may go on
   *     without an owner
   */
  public Claim claim(Mark mark, List<Node> nodes) throws IOException {
    if (mark.id().contains("/")) {
      throw new IllegalArgumentException(mark.id() + ": a part is claimed with its whole");
    }
    ClaimRecord record =
        new ClaimRecord(
            ProcessIdentity.ofThisProcess(), nodes.stream().map(Node::specification).toList());
    Files.createDirectories(directory);
    Path file = directory.resolve(mark.id());
    record.write(file);
    return () -> Files.deleteIfExists(file);
  }

  /**
   * A random id of this directory of claims, made once. The owner of anything that is named after
   * it, such as a directory on a node, is recorded in this directory of claims and in no other.
   */
  public String id() throws IOException {
    Files.createDirectories(directory);
    return RandomId.keptIn(directory.resolve(".id"));
  }

  /** Ids of the marks that are claimed by a process, dead or alive. */
  public Set<String> marks() throws IOException {
    if (!Files.isDirectory(directory)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /**
   * Ends all processes whose owner has died. The claim of a mark is kept if one of its nodes cannot
   * be reached.
   *
   * @return a line for each mark of which processes were ended or may still run, and for each file
   *     that is not a claim
   */
  public List<String> cleanUp(Duration grace) throws IOException, InterruptedException {
    List<String> report = new ArrayList<>();
    for (String id : marks()) {
      List<String> unreachable = new ArrayList<>();
      int ended;
      try {
        ended = cleanUp(new Mark(id), grace, unreachable);
      } catch (UnreadableClaimException e) {
        report.add(e.getMessage());
        continue;
      } catch (IllegalArgumentException e) {
        report.add(directory.resolve(id) + ": is no claim; delete it");
        continue;
      }
      report.addAll(unreachable);
      if (ended > 0) {
        report.add("ended " + ended + " processes of " + id + ", whose owner has died");
      }
    }
    return report;
  }

  /**
   * Ends all processes of one mark if its owner has died.
   *
   * @return how many processes were ended
   * @throws IOException if one of its nodes cannot be reached, or its claim cannot be read
   */
  public int cleanUp(Mark mark, Duration grace) throws IOException, InterruptedException {
    List<String> unreachable = new ArrayList<>();
    int ended = cleanUp(mark, grace, unreachable);
    if (!unreachable.isEmpty()) {
      throw new IOException(String.join("\n", unreachable));
    }
    return ended;
  }

  /** The number of processes of a mark that run although its owner has died. */
  public int leftOver(Mark mark) throws IOException, InterruptedException {
    int count = 0;
    for (String specification : nodesOfDeadOwner(mark)) {
      try (Node node = Nodes.of(specification)) {
        Command command = Command.of("sh", "-c", COUNT, mark.environmentPattern());
        // This command must not have the mark itself, because it would be counted too.
        String answer = node.run(new Mark("count-" + mark.id()), command, QUESTION).output();
        count += Integer.parseInt(answer.strip());
      }
    }
    return count;
  }

  /** The nodes, each once; none if the owner lives or the mark is not claimed. */
  private Set<String> nodesOfDeadOwner(Mark mark) throws IOException {
    Optional<ClaimRecord> record = ClaimRecord.read(directory.resolve(mark.id()));
    return record.isPresent() && record.get().owner().isDead()
        ? new LinkedHashSet<>(record.get().nodes())
        : Set.of();
  }

  private int cleanUp(Mark mark, Duration grace, List<String> unreachable)
      throws IOException, InterruptedException {
    Set<String> nodes = nodesOfDeadOwner(mark);
    int ended = 0;
    for (String specification : nodes) {
      try (Node node = Nodes.of(specification)) {
        ended += node.endAll(mark, grace);
      } catch (IOException e) {
        unreachable.add(mark.id() + " may still run: " + Reason.withFile(e));
      }
    }
    if (!nodes.isEmpty() && unreachable.isEmpty()) {
      Files.deleteIfExists(directory.resolve(mark.id()));
    }
    return ended;
  }

  /** This process's ownership of a mark, until it is closed. */
  public interface Claim extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}
