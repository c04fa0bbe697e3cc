// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.HeavyKey;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.transport.Frame;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final int MAX_PORT = 65535;

  private final Random random = Seeds.of("MessagesTest");

  // Random messages

  private String text() {
    String letters = "aZ09_-/ .äß€𝄞\n\0";
    return IntStream.range(0, random.nextInt(20))
        .mapToObj(unused -> letters.codePoints().toArray())
        .map(points -> Character.toString(points[random.nextInt(points.length)]))
        .collect(Collectors.joining());
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(30)];
    random.nextBytes(bytes);
    return bytes;
  }

  private int natural() {
    return random.nextInt(5) == 0 ? Integer.MAX_VALUE : random.nextInt(1000);
  }

  private JobID job() {
    return new JobID(text(), natural());
  }

  private TaskAttemptID attempt() {
    TaskType type = random.nextBoolean() ? TaskType.MAP : TaskType.REDUCE;
    return new TaskAttemptID(new TaskID(job(), type, natural()), natural());
  }

  private InetSocketAddress address() {
    byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
    random.nextBytes(bytes);
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress("host" + natural(), bytes), random.nextInt(MAX_PORT + 1));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<ContainerPlace> container() {
    ApplicationId application = ApplicationId.newInstance(natural(), natural());
    return random.nextBoolean()
        ? Optional.empty()
        : Optional.of(
            new ContainerPlace(
                ContainerId.newContainerId(
                    ApplicationAttemptId.newInstance(application, natural()), natural()),
                NodeId.newInstance("host" + natural(), natural()),
                natural(),
                text()));
  }

  private Credentials credentials() {
    Credentials credentials = new Credentials();
    for (int i = random.nextInt(3); i > 0; i--) {
      credentials.addToken(
          new Text(bytes()),
          new Token<TokenIdentifier>(bytes(), bytes(), new Text(bytes()), new Text(bytes())));
      credentials.addSecretKey(new Text(bytes()), bytes());
    }
    return credentials;
  }

  private JobSubmission submission() {
    return new JobSubmission(job(), text(), text(), credentials());
  }

  private AttemptProgress progress() {
    Counters counters = new Counters();
    counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(random.nextLong());
    counters.findCounter("group " + natural(), "counter " + natural()).setValue(random.nextLong());
    Counters.Counter named = counters.findCounter("group", "named");
    named.setDisplayName("another name");
    TaskStatus.Phase[] phases = TaskStatus.Phase.values();
    return new AttemptProgress(
        counters,
        phases[random.nextInt(phases.length)],
        random.nextFloat(),
        text(),
        Math.abs(random.nextLong() >> 1),
        natural());
  }

  private ReduceLoad.Shape shape() {
    Cuts[] cuts = Cuts.values();
    return new ReduceLoad.Shape(
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(naturals().stream().map(n -> new HeavyKey(text(), n)).toList()),
        naturals().stream().map(Integer::longValue).toList(),
        cuts[random.nextInt(cuts.length)]);
  }

  private Map<Integer, ReduceLoad.Shape> shapes() {
    return naturals().stream()
        .distinct()
        .collect(Collectors.toMap(Function.identity(), unused -> shape()));
  }

  private List<Integer> naturals() {
    return IntStream.range(0, random.nextInt(5)).mapToObj(unused -> natural()).toList();
  }

  /** Returns one message of each type. */
  private List<Message> all() {
    return List.of(
        new FromWorker.Hello(
            natural(), natural(), text(), text(), natural(), address(), container()),
        new FromWorker.Status(
            new WorkerStatus(natural(), natural(), natural(), natural(), natural())),
        new FromWorker.PeerUnreachable(natural()),
        new FromWorker.JobOpened(job()),
        new FromWorker.JobRefused(job(), text()),
        new FromWorker.Started(attempt()),
        new FromWorker.Progress(attempt(), progress()),
        new FromWorker.Succeeded(attempt(), progress(), shape()),
        new FromWorker.Failed(attempt(), progress(), text(), text()),
        new FromWorker.Stopped(attempt(), progress()),
        new FromWorker.Abandoned(attempt(), progress()),
        new FromWorker.MustEnd(attempt(), text()),
        new FromWorker.CommitAsked(attempt(), natural()),
        new FromWorker.Delivered(job(), natural(), natural()),
        new FromWorker.MergeFailed(job(), text()),
        new FromWorker.MergeEnded(job()),
        new FromWorker.JobBroken(job(), text()),
        new FromWorker.JobClosed(job()),
        new ToWorker.OpenJob(submission()),
        new ToWorker.CloseJob(job()),
        new ToWorker.LaunchMap(attempt(), text(), natural()),
        new ToWorker.LaunchReduce(attempt(), natural(), natural()),
        new ToWorker.Stop(attempt()),
        new ToWorker.CommitAnswer(attempt(), natural(), random.nextBoolean()),
        new ToWorker.Assign(job(), natural(), naturals()),
        new ToWorker.Withdraw(job(), natural(), naturals()),
        new ToWorker.Publish(attempt()),
        new ToWorker.Discard(attempt()),
        new ToWorker.PeerJoined(natural(), address()),
        new ToWorker.PeerLost(natural()),
        new ToWorker.End(),
        new FromDriver.Hello(natural()),
        new FromDriver.Submit(submission()),
        new FromDriver.SetPriority(job(), JobPriority.HIGH),
        new FromDriver.AskShapes(job()),
        new FromDriver.Goodbye(),
        new ToDriver.Shapes(job(), shapes()),
        new ToDriver.Submitted(job()),
        new ToDriver.Refused(job(), text()));
  }

  @Test
  void eachMessageArrivesAsItWasSent() throws IOException {
    Set<MessageType> types = EnumSet.noneOf(MessageType.class);
    for (int round = 0; round < 60; round++) {
      for (Message message : all()) {
        types.add(message.type());
        Frame frame = message.toFrame();
        Message arrived = Message.of(frame);
        assertThat(arrived).hasSameClassAs(message);
        assertThat(arrived.toFrame().head()).isEqualTo(frame.head());
        if (!(message instanceof ToWorker.OpenJob || message instanceof FromDriver.Submit)) {
          assertThat(arrived).isEqualTo(message);
        }
      }
    }
    assertThat(types).containsExactlyInAnyOrder(MessageType.values());
  }

  @Test
  void credentialsArriveComplete() throws IOException {
    Credentials credentials = new Credentials();
    Token<TokenIdentifier> token =
        new Token<>(new byte[] {1}, new byte[] {2, 3}, new Text("kind"), new Text("service"));
    credentials.addToken(new Text("alias"), token);
    credentials.addSecretKey(new Text("key"), new byte[] {4});
    Frame frame =
        new ToWorker.OpenJob(new JobSubmission(new JobID("1", 2), "/d", "me", credentials))
            .toFrame();
    JobSubmission arrived = ((ToWorker.OpenJob) Message.of(frame)).submission();
    assertThat(arrived.credentials().getTokenMap()).containsOnlyKeys(new Text("alias"));
    assertThat(arrived.credentials().getToken(new Text("alias")).getPassword())
        .isEqualTo(new byte[] {2, 3});
    assertThat(arrived.credentials().getToken(new Text("alias"))).isEqualTo(token);
    assertThat(arrived.credentials().getSecretKey(new Text("key"))).isEqualTo(new byte[] {4});
    assertThat(arrived.toString()).doesNotContain("[2, 3]");
  }

  @Test
  void countersArriveWithNamesAndKinds() throws IOException {
    AttemptProgress sent = progress();
    // Not in the messages that are changed at random: Hadoop keeps the name of each file system in
    // the JVM for good, and allows 100.
    sent.counters()
        .findCounter("org.apache.hadoop.mapreduce.FileSystemCounter", "FILE_BYTES_READ")
        .setValue(7);
    TaskAttemptID attempt = attempt();
    Message arrived = Message.of(new FromWorker.Progress(attempt, sent).toFrame());
    Counters counters = ((FromWorker.Progress) arrived).progress().counters();
    assertThat(counters).isEqualTo(sent.counters());
    assertThat(counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getDisplayName())
        .isEqualTo("Map input records");
    assertThat(counters.findCounter("group", "named").getDisplayName()).isEqualTo("another name");
  }

  @Test
  void progressOutsideItsRangeIsNoReasonToDropAWorker() throws IOException {
    assertThat(arrived(Float.NaN)).isZero();
    assertThat(arrived(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(arrived(-1)).isZero();
    assertThat(arrived(0.5f)).isEqualTo(0.5f);
    assertThat(arrived(Float.POSITIVE_INFINITY)).isEqualTo(1);
  }

  private float arrived(float progress) throws IOException {
    AttemptProgress sent =
        new AttemptProgress(new Counters(), TaskStatus.Phase.MAP, progress, "", 0, 0);
    byte[] head = new FromWorker.Progress(attempt(), sent).toFrame().head();
    // A Worker may also send such a number itself: it precedes the empty status and two times.
    int at = head.length - 2 * Long.BYTES - Integer.BYTES - Float.BYTES;
    ByteBuffer.wrap(head).putFloat(at, progress);
    Message arrived = Message.of(new Frame(MessageType.PROGRESS.code(), head));
    return ((FromWorker.Progress) arrived).progress().progress();
  }

  /** Returns whether a frame carries a message; nothing but an IOException may say that not. */
  private static boolean isMessage(byte type, byte[] head) {
    try {
      Message.of(new Frame(type, head));
      return true;
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotEmpty();
      return false;
    }
  }

  @Test
  void aMessageThatEndsEarlyOrLateIsMalformed() {
    for (Message message : all()) {
      byte[] head = message.toFrame().head();
      for (int length = 0; length < head.length; length++) {
        assertThat(isMessage(message.type().code(), Arrays.copyOf(head, length)))
            .as("%s cut to %s bytes", message, length)
            .isFalse();
      }
      assertThat(isMessage(message.type().code(), Arrays.copyOf(head, head.length + 1)))
          .as("%s and one more byte", message)
          .isFalse();
    }
  }

  @Test
  void anyBytesAreAMessageOrMalformed() {
    for (int i = 0; i < 50_000; i++) {
      byte[] head = new byte[random.nextInt(60)];
      random.nextBytes(head);
      for (int j = random.nextInt(8); j > 0 && head.length > 0; j--) {
        head[random.nextInt(head.length)] = 0; // smaller lengths
      }
      isMessage((byte) random.nextInt(128), head);
      isMessage((byte) random.nextInt(), head);
    }
  }

  @Test
  void aChangedMessageIsAMessageOrMalformed() {
    for (int round = 0; round < 100; round++) {
      for (Message message : all()) {
        byte[] head = message.toFrame().head();
        for (int i = 0; i < 10 && head.length > 0; i++) {
          byte[] changed = head.clone();
          for (int j = random.nextInt(3); j >= 0; j--) {
            changed[random.nextInt(head.length)] = (byte) random.nextInt();
          }
          isMessage(message.type().code(), changed);
        }
      }
    }
  }

  @Test
  void noLengthIsTrusted() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<byte[]> heads = new ArrayList<>();
    for (Message message : all()) {
      byte[] head = message.toFrame().head();
      for (int at = 0; at + Integer.BYTES <= head.length; at++) {
        for (byte first : new byte[] {0x7f, (byte) 0xff, 0x0f, 0x00}) {
          byte[] changed = head.clone();
          changed[at] = first;
          changed[at + 1] = (byte) 0xff;
          changed[at + 2] = (byte) 0xff;
          changed[at + 3] = (byte) 0xff;
          heads.add(changed);
          isMessage(message.type().code(), changed); // and loads classes
          long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
          isMessage(message.type().code(), changed);
          long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
          assertThat(allocated).as("%s changed at %s", message, at).isLessThan(1 << 20);
        }
      }
    }
    assertThat(heads).hasSizeGreaterThan(1000);
  }

  @Test
  void longTextsAndTooManyCountersAreCut() throws IOException {
    String text = "x".repeat(Frame.MAX_HEAD_BYTES);
    Message failed = new FromWorker.Failed(attempt(), progress(), text, text);
    assertThat(((FromWorker.Failed) Message.of(failed.toFrame())).trace())
        .hasSize((1 << 18) + 3)
        .endsWith("x...");
    MessageOutput out = new MessageOutput();
    CountersForm.write(new ManyCounters(), out);
    assertThat(out.size()).isBetween(8 << 20, 9 << 20);
    assertThat(CountersForm.read(new MessageInput(out.toByteArray())).countCounters()).isPositive();
  }

  /** More counters than fit into a message. */
  private static final class ManyCounters extends Counters {
    @Override
    public Iterator<Counters.Group> iterator() {
      return Collections.nCopies(3, (Counters.Group) new ManyMembers()).iterator();
    }
  }

  private static final class ManyMembers extends Counters.Group {
    @Override
    public String getName() {
      return "many";
    }

    @Override
    public String getDisplayName() {
      return "many";
    }

    @Override
    public Iterator<Counters.Counter> iterator() {
      Counters.Counter counter = new Counters().findCounter("many", "x".repeat(50));
      return Collections.nCopies(50_000, counter).iterator();
    }
  }

  @Test
  void saysWhatIsWrong() {
    Frame cut = new Frame(MessageType.PEER_LOST.code(), new byte[] {0, 0});
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> Message.of(cut))
        .withMessage("PEER_LOST: ends 2 bytes before the end of a field");
    Frame negative = new Frame(MessageType.PEER_LOST.code(), new byte[] {-1, 0, 0, 0});
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> Message.of(negative))
        .withMessage("PEER_LOST: the negative number -16777216");
    Frame body = new Frame(MessageType.PEER_LOST.code(), new byte[4], new byte[3], 0, 3);
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> Message.of(body))
        .withMessage("PEER_LOST with a body of 3 bytes");
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> Message.of(new Frame((byte) -3, new byte[0])))
        .withMessage("no message has the type -3");
  }
}
