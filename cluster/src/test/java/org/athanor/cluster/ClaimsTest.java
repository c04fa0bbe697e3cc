// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class ClaimsTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Mark mark = new Mark("test-" + UUID.randomUUID());
  private final Node node = Nodes.localhost();

  @TempDir Path directory;

  @AfterEach
  void nothingIsLeft() throws Exception {
    node.endAll(mark, Duration.ZERO);
  }

  @Test
  void endsWhatADeadOwnerHasLeft() throws Exception {
    Process owner = startOwner();
    Claims claims = new Claims(directory);
    assertThat(claims.cleanUp(SOON)).as("while the owner lives").isEmpty();

    assertThat(claims.leftOver(mark)).as("while the owner lives").isZero();

    owner.destroyForcibly().waitFor();
    assertThat(claims.leftOver(mark)).isEqualTo(2);
    assertThat(claims.cleanUp(SOON))
        .containsExactly("ended 2 processes of " + mark.id() + ", whose owner has died");
    assertThat(node.endAll(mark, SOON)).isZero();
    assertThat(claims.marks()).isEmpty();
    assertThat(claims.cleanUp(SOON)).isEmpty();
  }

  @Test
  void endsWhatADeadOwnerHasLeftOfOneMark() throws Exception {
    rewrite("start=.*", "start=1");
    Claims claims = new Claims(directory);
    assertThat(claims.cleanUp(new Mark("another"), SOON)).isZero();
    assertThat(claims.cleanUp(mark, SOON)).isEqualTo(1);
    assertThat(claims.leftOver(mark)).isZero();
    assertThat(claims.marks()).isEmpty();
  }

  @Test
  void leavesWhatWasReleasedAlone() throws Exception {
    Claims claims = new Claims(directory);
    claims.claim(mark, List.of(node)).close();
    node.start(mark, Command.of("sleep", "1000"));
    assertThat(claims.cleanUp(SOON)).isEmpty();
    assertThat(node.endAll(mark, SOON)).isEqualTo(1);
  }

  @Test
  void treatsAnOwnerWhoseIdWasReusedAsDead() throws Exception {
    rewrite("start=.*", "start=1");
    assertThat(new Claims(directory).cleanUp(SOON)).hasSize(1);
  }

  @Test
  void treatsAnOwnerFromBeforeTheLastBootAsDead() throws Exception {
    rewrite("boot=.*", "boot=5f8b7c1e");
    assertThat(new Claims(directory).cleanUp(SOON)).hasSize(1);
  }

  @Test
  void doesNotJudgeOwnersOfOtherMachines() throws Exception {
    rewrite("machine=.*", "machine=another");
    rewrite("boot=.*", "boot=5f8b7c1e");
    assertThat(new Claims(directory).cleanUp(SOON)).isEmpty();
    assertThat(node.endAll(mark, SOON)).isEqualTo(1);
  }

  @Test
  void doesNotJudgeOwnersOfOtherContainers() throws Exception {
    rewrite("namespace=.*", "namespace=pid\\:[1]");
    rewrite("start=.*", "start=1");
    assertThat(new Claims(directory).cleanUp(SOON)).isEmpty();
    assertThat(node.endAll(mark, SOON)).isEqualTo(1);
  }

  /** A zombie has ended, but its parent has not read its exit status. */
  @Test
  void treatsAZombieAsDead() throws Exception {
    // A shell that has become another program does not wait for its children.
    Process parent =
        new ProcessBuilder("sh", "-c", "sleep 0 & echo $!; exec tail -f /dev/null").start();
    try {
      long pid = Long.parseLong(parent.inputReader(UTF_8).readLine());
      Path stat = Path.of("/proc", Long.toString(pid), "stat");
      while (!Files.readString(stat).contains(") Z ")) {
        Thread.onSpinWait();
      }
      String start = Files.readString(stat).replaceFirst(".*\\) ", "").split(" ", -1)[19];
      rewrite("pid=.*", "pid=" + pid);
      rewrite("start=.*", "start=" + start);
      assertThat(new Claims(directory).cleanUp(SOON)).hasSize(1);
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }

  @Test
  void tellsInOneLineOfAClaimThatSaysNothing() throws Exception {
    Path file = directory.resolve("bench-empty");
    Files.createFile(file);
    assertUnreadable("bench-empty", "is empty");
  }

  @Test
  void tellsInOneLineOfAClaimOfAnOlderRelease() throws Exception {
    Files.writeString(
        directory.resolve("bench-old"),
        "#Tue Nov 24\nboot=5f8b7c1e\nhost=here\nnodes=localhost\npid=1\nstart=1\n");
    assertUnreadable(
        "bench-old", "was written by another release of Athanor (version none, must be 3)");
  }

  @Test
  void tellsInOneLineOfADamagedClaim() throws Exception {
    rewrite("pid=.*", "pid=x");
    assertUnreadable(mark.id(), "is damaged");
    rewrite("pid=.*", "# no more");
    assertUnreadable(mark.id(), "has no pid");
  }

  private void assertUnreadable(String id, String what) throws Exception {
    Path file = directory.resolve(id);
    String line =
        String.format(
            "%s: %s: processes of %s may still run; end those that have ATHANOR_MARK=%s in their"
                + " environment, then delete the file",
            file, what, id, id);
    Claims claims = new Claims(directory);
    assertThat(claims.cleanUp(SOON)).containsExactly(line);
    assertThatThrownBy(() -> claims.cleanUp(new Mark(id), SOON))
        .isInstanceOf(IOException.class)
        .hasMessage(line);
    assertThat(file).as("kept").exists();
  }

  @Test
  void tellsOfFilesThatAreNoClaims() throws Exception {
    Path file = Files.createFile(directory.resolve("a claim~"));
    assertThat(new Claims(directory).cleanUp(SOON))
        .containsExactly(file + ": is no claim; delete it");
  }

  @Test
  void claimsHaveARandomIdThatStays() throws Exception {
    Claims claims = new Claims(directory);
    assertThat(claims.id()).matches("[0-9a-f]{16}").isEqualTo(new Claims(directory).id());
    assertThat(new Claims(directory.resolve(".other")).id()).isNotEqualTo(claims.id());
    assertThat(claims.marks()).isEmpty();
    Files.writeString(directory.resolve(".id"), "");
    assertThat(claims.id()).as("after a crash").matches("[0-9a-f]{16}");
  }

  @Test
  void keepsAClaimWhoseNodeCannotBeReached() throws Exception {
    rewrite("nodes=.*", "nodes=localhost namespace\\\\:nowhere");
    rewrite("start=.*", "start=1");
    assertThat(new Claims(directory).cleanUp(SOON))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith(mark.id() + " may still run: nowhere: ")
                    .endsWith("create it: ip netns add nowhere"),
            line -> assertThat(line).startsWith("ended 1 processes of"));
    assertThat(new Claims(directory).marks()).containsExactly(mark.id());
  }

  /** As a cluster that is started again while somebody cleans up after its killed starter. */
  @Test
  void endsNothingOfANewOwnerOfTheMark() throws Exception {
    rewrite("start=.*", "start=1");
    Thread newOwner =
        new Thread(
            () -> {
              try {
                Claims.Claim claim = new Claims(directory).claim(mark, List.of(node));
                assertThat(claim).isNotNull();
                node.start(mark, Command.of("sleep", "1001"));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    Runnable beforeTheEnd =
        () -> {
          newOwner.start();
          // It has claimed the mark and started its process, or waits until the end is over.
          while (newOwner.getState() != Thread.State.WAITING && newOwner.isAlive()) {
            Thread.onSpinWait();
          }
        };
    Claims claims = new Claims(directory, specification -> before("endAll", beforeTheEnd));
    assertThat(claims.cleanUp(mark, SOON)).as("of the dead owner").isEqualTo(1);
    newOwner.join();
    assertThat(claims.marks()).containsExactly(mark.id());
    assertThat(node.endAll(mark, SOON)).as("of the new owner").isEqualTo(1);
  }

  @Test
  void endsNothingIfAnotherHasClaimedTheMarkMeanwhile() throws Exception {
    rewrite("start=.*", "start=1");
    Path record = directory.resolve(mark.id());
    // The lock is another process's, as while that one claims the mark.
    String lock =
        "import fcntl,sys; f=open(sys.argv[1],'w'); fcntl.lockf(f,fcntl.LOCK_EX); print();"
            + " sys.stdout.flush(); sys.stdin.read()";
    Process other =
        new ProcessBuilder("python3", "-c", lock, directory.resolve(".lock").toString()).start();
    assertThat(other.getInputStream().read()).isEqualTo('\n');
    FutureTask<Integer> ending = new FutureTask<>(() -> new Claims(directory).cleanUp(mark, SOON));
    new Thread(ending).start();
    String waiting = "-> POSIX  ADVISORY  WRITE " + ProcessHandle.current().pid() + " ";
    while (!Files.readString(Path.of("/proc/locks")).contains(waiting)) {
      assertThat(ending.isDone()).isFalse();
      Thread.onSpinWait();
    }
    Files.writeString(
        record,
        Files.readString(record)
            .replaceAll("(?m)^start=.*", "start=" + ownStart())
            .replaceAll("(?m)^id=.*", "id=another"));
    other.destroy();
    assertThat(ending.get()).isZero();
    assertThat(record).exists();
    assertThat(node.endAll(mark, SOON)).isEqualTo(1);
  }

  private static String ownStart() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    return stat.replaceFirst(".*\\) ", "").split(" ", -1)[19];
  }

  @Test
  void aClaimThatIsClosedLeavesThatOfAnotherOwnerAlone() throws Exception {
    Claims claims = new Claims(directory);
    Claims.Claim first = claims.claim(mark, List.of(node));
    Claims.Claim second = claims.claim(mark, List.of(node));
    first.close();
    assertThat(claims.marks()).containsExactly(mark.id());
    second.close();
    assertThat(claims.marks()).isEmpty();
  }

  @Test
  void areTheirOwnersAlone() throws Exception {
    Path own = directory.resolve("claims");
    new Claims(own).claim(mark, List.of(node)).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
        .isEqualTo("rwx------");
  }

  /** This machine, with something that happens just before a method. */
  private Node before(String name, Runnable action) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(name)) {
                action.run();
              }
              try {
                return method.invoke(node, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void rewrite(String pattern, String text) throws Exception {
    Path file = directory.resolve(mark.id());
    if (Files.notExists(file)) {
      Claims.Claim claim = new Claims(directory).claim(mark, List.of(node));
      assertThat(claim).isNotNull();
      node.start(mark, Command.of("sleep", "1000"));
    }
    Files.writeString(file, Files.readString(file).replaceAll("(?m)^" + pattern, text));
  }

  /** A JVM that starts two processes and waits to be killed. */
  private Process startOwner() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String path = System.getProperty("java.class.path");
    Process owner =
        new ProcessBuilder(
                java, "-cp", path, Owner.class.getName(), directory.toString(), mark.id())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(owner.inputReader(UTF_8).readLine()).isEqualTo("started");
    return owner;
  }

  static final class Owner {
    public static void main(String[] args) throws Exception {
      Mark mark = new Mark(args[1]);
      Node node = Nodes.localhost();
      Claims.Claim claim = new Claims(Path.of(args[0])).claim(mark, List.of(node));
      node.start(mark, Command.of("sleep", "1000"));
      node.start(mark, Command.of("sleep", "1000"));
      System.out.println("started");
      System.in.read();
      claim.close();
    }
  }
}
