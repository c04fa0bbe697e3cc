// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Remembers which process of this machine answers for which {@link Mark}, on which nodes, so that
 * whatever a dead owner has left running is found and ended by the next one: also after {@code kill
 * -9}, when nobody could clean up. A directory with a file for each mark; safe for use by several
 * processes at once: a mark is claimed, or cleaned up after a dead owner, under the mark's lock, so
 * that nobody ends what a new owner of the mark has started.
 */
public final class Claims {
  /** Names that begin with a dot are no claims. */
  private static final String LOCK = ".lock";

  private static final Duration QUESTION = Duration.ofSeconds(30);

  /**
   * Counts processes in the node's own network namespace only: other namespaces of its machine may
   * be nodes too.
   */
  private static final String COUNT =
      "for file in $(grep -lzxE -e \"$0\" /proc/[0-9]*/environ 2>/dev/null); do"
          + " [ \"$(readlink \"${file%environ}ns/net\")\" != \"$(readlink /proc/self/ns/net)\" ]"
          + " || echo; done | wc -l";

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final Mark DIRECTORY = new Mark("claims-directory");

  /**
   * File locks are the process's, so its threads need another; and whoever closes the file releases
   * all of them.
   */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final Path directory;
  private final Function<String, Node> nodes;

  public Claims(Path directory) {
    this(directory, Nodes::of);
  }

  /**
   * @param nodes makes a node from its specification
   */
  Claims(Path directory, Function<String, Node> nodes) {
    this.directory = directory;
    this.nodes = nodes;
  }

  /** In the user's state directory: {@code ~/.local/state/athanor/claims}. */
  public static Claims ofUser() {
    return new Claims(StateDirectory.ofUser().resolve("claims"));
  }

  /**
   * Makes this process the owner of a mark. To be called before anything of the mark is started.
   * Waits while somebody ends what a dead owner of the mark has left.
   *
   * @return the claim, to be closed when nothing of the mark runs any more, or when it may go on
   *     without an owner
   */
  public Claim claim(Mark mark, List<Node> nodes) throws IOException {
    if (mark.id().contains("/")) {
      throw new IllegalArgumentException(mark.id() + ": a part is claimed with its whole");
    }
    ClaimRecord record =
        ClaimRecord.ofThisProcess(nodes.stream().map(Node::specification).toList());
    makeDirectory();
    Path file = directory.resolve(mark.id());
    try (MarkLock lock = lock(mark)) {
      assert lock != null;
      record.write(file);
    }
    return () -> {
      if (isThere(record, file)) {
        Files.deleteIfExists(file);
      }
    };
  }

  private static boolean isThere(ClaimRecord record, Path file) throws IOException {
    return ClaimRecord.read(file).filter(found -> found.id().equals(record.id())).isPresent();
  }

  private void makeDirectory() throws IOException {
    Files.createDirectories(directory, OWNER_ONLY);
  }

  /** Of one mark: others are claimed meanwhile. */
  private MarkLock lock(Mark mark) throws IOException {
    THREADS.lock();
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      long position = mark.id().hashCode() & Integer.MAX_VALUE;
      FileLock lock = channel.lock(position, 1, false);
      return new MarkLock(channel, lock);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      THREADS.unlock();
      throw e;
    }
  }

  private record MarkLock(FileChannel channel, FileLock lock) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        THREADS.unlock();
      }
    }
  }

  /**
   * A random id of this directory of claims, made once. The owner of anything that is named after
   * it, such as a directory on a node, is recorded in this directory of claims and in no other.
   */
  public String id() throws IOException {
    makeDirectory();
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
   * @return a line for each mark of which something was ended or may still run, and for each file
   *     that is no claim
   * @throws IOException also if another user may have prepared the directory
   */
  public List<String> cleanUp(Duration grace) throws IOException, InterruptedException {
    List<String> report =
        new ArrayList<>(
            new PrivateDirectory(directory, "set XDG_STATE_HOME to another directory")
                .check(Nodes.localhost(), DIRECTORY));
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
      try (Node node = nodes.apply(specification)) {
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
    if (nodesOfDeadOwner(mark).isEmpty()) {
      return 0;
    }
    try (MarkLock lock = lock(mark)) {
      assert lock != null;
      // Read again: before the lock was free, the mark may have found another owner.
      Set<String> specifications = nodesOfDeadOwner(mark);
      int ended = 0;
      for (String specification : specifications) {
        try (Node node = nodes.apply(specification)) {
          ended += node.endAll(mark, grace);
        } catch (IOException e) {
          unreachable.add(mark.id() + " may still run: " + Reason.withFile(e));
        }
      }
      if (!specifications.isEmpty() && unreachable.isEmpty()) {
        Files.deleteIfExists(directory.resolve(mark.id()));
      }
      return ended;
    }
  }

  /** This process's ownership of a mark, until it is closed. */
  public interface Claim extends AutoCloseable {
    @Override
    void close() throws IOException;
  }
}
