// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.ChunkBlock;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunCursor;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.junit.jupiter.api.Test;

/** What a Worker pushes to its peers, which are stubs. */
class PushingTest extends ExchangeFixture {
  private static final long MUCH = 1 << 20;

  private PeerStub connect() {
    PeerStub peer = new PeerStub();
    network.join(PeerStub::new).connect(transport.address(), peer);
    return peer;
  }

  private PeerStub connect(long window) throws Exception {
    PeerStub peer = connect();
    peer.send(MessageCodec.frame(new Message.Hello(2, 1)));
    peer.send(MessageCodec.frame(new Message.Credit(0, window)));
    return peer;
  }

  private static void subscribe(
      PeerStub peer, int number, String job, BitSet partitions, int... has) throws Exception {
    peer.send(MessageCodec.frame(new Message.Subscribe(number, job, partitions, set(has), false)));
  }

  private static List<Integer> partitions(Message.Block block) {
    return block.block().parts().stream().map(ChunkBlock.Part::partition).toList();
  }

  private static void unsubscribe(PeerStub peer, int number) throws Exception {
    peer.send(MessageCodec.frame(new Message.Unsubscribe(number)));
  }

  @Test
  void whatIsKeptIsPushedAndWhatFollows() throws Exception {
    JobExchange job = open(JOB);
    job.keep(5, 2, List.of(run(5, 10, 0, 1, 3), run(5, 10, 2), run(5, 10, 1)));
    PeerStub peer = connect(MUCH);
    subscribe(peer, 8, JOB.toString(), set(1, 3));
    Message.Block first = peer.message(Message.Block.class);
    assertThat(first.subscription()).isEqualTo(8);
    assertThat(first.map()).isEqualTo(5);
    assertThat(first.attempt()).isEqualTo(2);
    assertThat(first.number()).isZero();
    assertThat(first.isLast()).isTrue();
    assertThat(partitions(first)).containsExactly(1, 3);
    Message.Block second = peer.message(Message.Block.class);
    assertThat(second.number()).isEqualTo(1);
    assertThat(partitions(second)).containsExactly(1);
    assertThat(peer.message()).isEqualTo(new Message.Complete(8, 5, 2, 2, 2));
    job.keep(6, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(8, 6, 0, 0, 0));
  }

  @Test
  void mapsThatThePeerHasAreNotPushed() throws Exception {
    JobExchange job = open(JOB);
    job.keep(0, 0, List.of());
    job.keep(1, 0, List.of());
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(1), 0, 2);
    job.keep(2, 0, List.of());
    job.keep(3, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(1, 1, 0, 0, 0));
    assertThat(peer.message()).isEqualTo(new Message.Complete(1, 3, 0, 0, 0));
  }

  @Test
  void aSubscriptionWaitsUntilTheJobIsOpen() throws Exception {
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(1));
    subscribe(peer, 2, OTHER_JOB.toString(), set(1));
    open(OTHER_JOB).keep(7, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(2, 7, 0, 0, 0));
    open(JOB).keep(3, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(1, 3, 0, 0, 0));
  }

  @Test
  void noMoreIsOnItsWayThanThePeerAllows() throws Exception {
    JobExchange job = open(JOB);
    int blocks = 10;
    for (int map = 0; map < blocks; map++) {
      job.keep(map, 0, List.of(run(map, BLOCK / 2, 0), run(map, BLOCK / 2, 0)));
    }
    long window = 3 * COST_OF_BLOCK;
    PeerStub peer = connect(window);
    subscribe(peer, 1, JOB.toString(), set(0));
    long arrived = 0;
    long taken = 0;
    for (int complete = 0; complete < blocks; ) {
      Frame frame = peer.frame();
      arrived += MessageCodec.cost(frame);
      assertThat(arrived - taken).isLessThanOrEqualTo(window);
      complete += frame.type() == MessageCodec.COMPLETE ? 1 : 0;
      if (arrived - taken > window - COST_OF_BLOCK) {
        peer.assertNothingMore();
        taken = arrived;
        peer.send(MessageCodec.frame(new Message.Credit(taken, window)));
      }
    }
  }

  @Test
  void aBlockThatExceedsTheCreditIsSentAlone() throws Exception {
    JobExchange job = open(JOB);
    job.keep(0, 0, List.of(run(0, 10, 0), run(0, 50 * BLOCK, 0), run(0, 10, 0)));
    PeerStub peer = connect(2 * COST_OF_BLOCK);
    subscribe(peer, 1, JOB.toString(), set(0));
    Frame small = peer.frame();
    long taken = MessageCodec.cost(small);
    peer.send(MessageCodec.frame(new Message.Credit(taken, 2 * COST_OF_BLOCK)));
    Frame large = peer.frame();
    assertThat(large.length()).isGreaterThan(50 * BLOCK);
    peer.assertNothingMore();
    taken += MessageCodec.cost(large);
    peer.send(MessageCodec.frame(new Message.Credit(taken, 2 * COST_OF_BLOCK)));
    assertThat(peer.message(Message.Block.class).number()).isEqualTo(2);
    assertThat(peer.message()).isEqualTo(new Message.Complete(1, 0, 0, 3, 3));
  }

  @Test
  void aPeerWithoutCreditDoesNotHoldUpOthers() throws Exception {
    JobExchange job = open(JOB);
    PeerStub slow = connect(1);
    subscribe(slow, 1, JOB.toString(), set(0));
    PeerStub fast = connect(MUCH);
    subscribe(fast, 1, JOB.toString(), set(0));
    for (int map = 0; map < 20; map++) {
      job.keep(map, 0, List.of());
      assertThat(fast.message()).isEqualTo(new Message.Complete(1, map, 0, 0, 0));
    }
    assertThat(slow.message()).isEqualTo(new Message.Complete(1, 0, 0, 0, 0));
    slow.assertNothingMore();
  }

  @Test
  void partitionsAreLeftOutOfWhatIsPushedLater() throws Exception {
    JobExchange job = open(JOB);
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(0, 1));
    peer.send(MessageCodec.frame(new Message.Narrow(1, set(1))));
    subscribe(peer, 2, JOB.toString(), set(2));
    job.keep(0, 0, List.of());
    assertThat(List.of(peer.message(), peer.message()))
        .containsExactlyInAnyOrder(
            new Message.Complete(1, 0, 0, 0, 0), new Message.Complete(2, 0, 0, 0, 0));
    job.keep(1, 0, List.of(run(1, 10, 0, 1)));
    Message message = peer.message();
    while (!(message instanceof Message.Block)) {
      message = peer.message();
    }
    assertThat(partitions((Message.Block) message)).containsExactly(0);
  }

  @Test
  void aSubscriptionThatHasEndedIsPushedNothing() throws Exception {
    JobExchange job = open(JOB);
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(0));
    unsubscribe(peer, 1);
    subscribe(peer, 2, OTHER_JOB.toString(), set(0));
    JobExchange other = open(OTHER_JOB);
    other.keep(0, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(2, 0, 0, 0, 0));
    job.keep(1, 0, List.of());
    other.keep(2, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(2, 2, 0, 0, 0));
  }

  /** Begins to push three blocks to a peer that has credit for the first one only. */
  private PeerStub inTheMiddle(JobExchange job) throws Exception {
    job.keep(0, 0, List.of(run(0, 10, 0), run(0, 10, 0), run(0, 10, 0)));
    PeerStub peer = connect(1);
    subscribe(peer, 1, JOB.toString(), set(0));
    subscribe(peer, 2, OTHER_JOB.toString(), set(0));
    return peer;
  }

  @Test
  void nothingOfAJobThatIsClosedIsPushed() throws Exception {
    JobExchange job = open(JOB);
    PeerStub peer = inTheMiddle(job);
    Frame first = peer.frame();
    job.close();
    JobExchange other = open(OTHER_JOB);
    other.keep(0, 0, List.of());
    peer.send(MessageCodec.frame(new Message.Credit(MessageCodec.cost(first), MUCH)));
    assertThat(peer.message()).isEqualTo(new Message.Complete(2, 0, 0, 0, 0));
    other.keep(1, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(2, 1, 0, 0, 0));
    peer.assertNothingMore();
  }

  @Test
  void aPushEndsWithItsSubscription() throws Exception {
    PeerStub peer = inTheMiddle(open(JOB));
    JobExchange other = open(OTHER_JOB);
    Frame first = peer.frame();
    unsubscribe(peer, 1);
    subscribe(peer, 3, OTHER_JOB.toString(), set(0), 0, 1);
    other.keep(2, 0, List.of());
    peer.send(MessageCodec.frame(new Message.Credit(MessageCodec.cost(first), MUCH)));
    assertThat(List.of(peer.message(), peer.message()))
        .containsExactlyInAnyOrder(
            new Message.Complete(2, 2, 0, 0, 0), new Message.Complete(3, 2, 0, 0, 0));
    peer.assertNothingMore();
  }

  private void assertRefused(PeerStub wrong, String why) throws Exception {
    wrong.awaitClosed();
    assertWarning("the connection to a connection from \\d+ ends: " + why);
    JobExchange other = open(OTHER_JOB);
    PeerStub good = connect(MUCH);
    subscribe(good, 1, OTHER_JOB.toString(), set(0));
    other.keep(3, 0, List.of());
    assertThat(good.message()).isEqualTo(new Message.Complete(1, 3, 0, 0, 0));
    wrong.assertNothingMore();
    assertThat(good.isClosed()).isFalse();
  }

  @Test
  void aPeerThatDoesNotSayWhoItIsIsRefused() throws Exception {
    PeerStub peer = connect();
    subscribe(peer, 1, OTHER_JOB.toString(), set(0));
    subscribe(peer, 2, OTHER_JOB.toString(), set(0));
    assertRefused(peer, "the peer does not say who it is");
  }

  @Test
  void aPeerThatLooksForAnotherWorkerIsRefused() throws Exception {
    PeerStub peer = connect();
    peer.send(MessageCodec.frame(new Message.Hello(4, 3)));
    assertRefused(peer, "Worker 4 looks for Worker 3; this is 1");
  }

  @Test
  void aSubscriptionThatIsThereIsRefused() throws Exception {
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, OTHER_JOB.toString(), set(0));
    subscribe(peer, 1, OTHER_JOB.toString(), set(1));
    assertRefused(peer, "subscription 1 is there");
  }

  @Test
  void anUnknownSubscriptionIsRefused() throws Exception {
    PeerStub peer = connect(MUCH);
    unsubscribe(peer, 5);
    assertRefused(peer, "there is no subscription 5");
  }

  @Test
  void aSubscriptionToTooManyPartitionsIsRefused() throws Exception {
    open(JOB);
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(0, PARTITIONS));
    assertRefused(peer, "a subscription to partition 4 of job_session_0001, which has 4");
  }

  @Test
  void aWaitingSubscriptionToTooManyPartitionsIsRefusedWhenTheJobOpens() throws Exception {
    PeerStub peer = connect(MUCH);
    subscribe(peer, 2, OTHER_JOB.toString(), set(0));
    subscribe(peer, 1, JOB.toString(), set(1000));
    JobExchange other = open(OTHER_JOB);
    other.keep(0, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(2, 0, 0, 0, 0));
    other.close();
    open(JOB);
    assertRefused(peer, "a subscription to partition 1000 of job_session_0001, which has 4");
  }

  @Test
  void subscriptionsThatNeedTooMuchMemoryAreRefused() throws Exception {
    PeerStub peer = connect(MUCH);
    for (int i = 0; i < 5; i++) {
      subscribe(peer, i, JOB.toString(), set(127_000_000));
    }
    assertRefused(peer, "subscriptions of \\d+ bytes: at most " + Subscriber.MAX_BYTES);
  }

  @Test
  void creditForWhatWasNotSentIsRefused() throws Exception {
    PeerStub peer = connect(MUCH);
    peer.send(MessageCodec.frame(new Message.Credit(1, MUCH)));
    assertRefused(peer, "1 bytes taken, " + MUCH + " allowed, after 0 of 0 that were sent");
  }

  @Test
  void aWindowOfNothingIsRefused() throws Exception {
    assertRefused(connect(0), "0 bytes taken, 0 allowed, after 0 of 0 that were sent");
  }

  @Test
  void outputInTheWrongDirectionIsRefused() throws Exception {
    PeerStub peer = connect(MUCH);
    peer.send(MessageCodec.frame(new Message.Complete(1, 1, 1, 1, 1)));
    assertRefused(peer, "map output is pushed in the wrong direction");
  }

  @Test
  void outputThatCannotBeReadFailsTheJobOnce() throws Exception {
    SpillFile gone = new SpillFile(directory.resolve("gone"));
    Run run = Runs.write(0, records(10, 0, 1, 2), PARTITIONS, new BufferPool(0, BLOCK), gone);
    gone.close();
    JobExchange job = open(JOB);
    job.keep(0, 0, List.of(run));
    job.keep(1, 0, List.of());
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(0));
    subscribe(peer, 2, JOB.toString(), set(1));
    assertThat(deliveries.failure())
        .startsWith(
            "cannot push map output: org.athanor.engine.run.SpillException: cannot read spilled map output");
    JobExchange other = open(OTHER_JOB);
    subscribe(peer, 3, OTHER_JOB.toString(), set(1));
    other.keep(0, 0, List.of());
    assertThat(peer.message()).isEqualTo(new Message.Complete(3, 0, 0, 0, 0));
    peer.assertNothingMore();
    deliveries.assertNothingMore();
  }

  @Test
  void aListenerMayCloseItsJob() throws Exception {
    SpillFile gone = new SpillFile(directory.resolve("gone"));
    Run run = Runs.write(0, records(10, 0), PARTITIONS, new BufferPool(0, BLOCK), gone);
    gone.close();
    BlockingQueue<JobExchange> self = new LinkedBlockingQueue<>();
    CountDownLatch isClosed = new CountDownLatch(1);
    JobExchange job =
        exchange.open(
            JOB,
            PARTITIONS,
            pool,
            spill,
            BlockCompression.none(),
            new JobExchange.Listener() {
              @Override
              public void delivered(int assignment, int map, List<Run> runs) {}

              @Override
              public void failed(String reason) {
                self.remove().close();
                isClosed.countDown();
              }
            });
    self.add(job);
    job.keep(0, 0, List.of(run(0, 10, 1)));
    job.keep(1, 0, List.of(run));
    subscribe(connect(MUCH), 1, JOB.toString(), set(0));
    assertThat(isClosed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.lent()).isZero();
  }

  @Test
  void aJobIsOpenOnce() {
    open(JOB);
    assertThatIllegalStateException()
        .isThrownBy(() -> open(JOB))
        .withMessage("job_session_0001 is open already");
    exchange.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> open(OTHER_JOB))
        .withMessage("the exchange is closed");
  }

  @Test
  void whatIsKeptAfterTheEndIsReleased() throws Exception {
    JobExchange job = open(JOB);
    job.keep(0, 0, List.of(run(0, 10, 0)));
    job.close();
    assertThat(pool.lent()).isZero();
    job.keep(1, 0, List.of(run(1, 10, 0)));
    job.publish(1, 0);
    job.assign(1, List.of(0));
    job.has(1, 0);
    job.withdraw(1, List.of(0));
    assertThat(pool.lent()).isZero();
    job.close();
  }

  /** Another run, whose reading the test changes. */
  private abstract static class ChangedRun implements Run {
    final Run run;

    ChangedRun(Run run) {
      this.run = run;
    }

    @Override
    public int mapIndex() {
      return run.mapIndex();
    }

    @Override
    public int partitions() {
      return run.partitions();
    }

    @Override
    public long records(int partition) {
      return run.records(partition);
    }

    @Override
    public long hadoopBytes(int partition) {
      return run.hadoopBytes(partition);
    }

    @Override
    public long spilledBytes() {
      return run.spilledBytes();
    }

    @Override
    public boolean hasBlocksOnDisk() {
      return run.hasBlocksOnDisk();
    }

    @Override
    public void release() {
      run.release();
    }
  }

  /** A run whose reading begins, and then waits for the test. */
  private static final class SlowRun extends ChangedRun {
    private final CountDownLatch isRead = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private boolean isReading;
    private boolean wasReleasedWhileRead;

    SlowRun(Run run) {
      super(run);
    }

    @Override
    public RunCursor cursor(int partition, KeyOrder order, byte[] buffer) {
      reading(true);
      isRead.countDown();
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      } finally {
        reading(false);
      }
      return run.cursor(partition, order, buffer);
    }

    private synchronized void reading(boolean now) {
      isReading = now;
    }

    synchronized boolean wasReleasedWhileRead() {
      return wasReleasedWhileRead;
    }

    @Override
    public synchronized void release() {
      wasReleasedWhileRead = isReading;
      run.release();
    }
  }

  @Test
  void aJobIsClosedWhenNothingOfItIsReadAnyMore() throws Exception {
    JobExchange job = open(JOB);
    SlowRun slow = new SlowRun(run(0, 10, 0));
    job.keep(0, 0, List.of(slow));
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(0));
    slow.isRead.await();
    Thread closer = new Thread(job::close);
    closer.start();
    while (closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(pool.lent()).isPositive();
    job.keep(1, 0, List.of()); // does not wait for what is read
    slow.mayGoOn.countDown();
    closer.join();
    assertThat(slow.wasReleasedWhileRead()).isFalse();
    assertThat(pool.lent()).isZero();
    peer.assertNothingMore();
  }

  @Test
  void aPushThatHasNoMemoryBeginsAgainWithTheNextConnection() throws Exception {
    JobExchange job = open(JOB);
    AtomicBoolean hasMemory = new AtomicBoolean();
    job.keep(
        0,
        0,
        List.of(
            new ChangedRun(run(0, 10, 0)) {
              @Override
              public RunCursor cursor(int partition, KeyOrder order, byte[] buffer) {
                if (!hasMemory.getAndSet(true)) {
                  throw new OutOfMemoryError("none");
                }
                return run.cursor(partition, order, buffer);
              }
            }));
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(0));
    peer.awaitClosed();
    assertWarning(
        "the connection to a connection from \\d+ ends: pushing map output failed: "
            + "java.lang.OutOfMemoryError: none; the heap .*");
    PeerStub again = connect(MUCH);
    subscribe(again, 1, JOB.toString(), set(0));
    assertThat(again.message(Message.Block.class).number()).isZero();
    assertThat(again.message()).isEqualTo(new Message.Complete(1, 0, 0, 1, 1));
    deliveries.assertNothingMore();
  }

  @Test
  void aJobThatIsBeingClosedDoesNotFail() throws Exception {
    JobExchange job = open(JOB);
    CountDownLatch isRead = new CountDownLatch(1);
    CountDownLatch mayFail = new CountDownLatch(1);
    job.keep(
        0,
        0,
        List.of(
            new ChangedRun(run(0, 10, 0)) {
              @Override
              public RunCursor cursor(int partition, KeyOrder order, byte[] buffer) {
                isRead.countDown();
                try {
                  mayFail.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                throw new IllegalStateException("cannot be read");
              }
            }));
    subscribe(connect(MUCH), 1, JOB.toString(), set(0));
    isRead.await();
    Thread closer = new Thread(job::close);
    closer.start();
    while (closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    mayFail.countDown();
    closer.join();
    deliveries.assertNothingMore();
  }

  /** A connection whose messages are recorded with those of others. */
  private record RecordedConnection(String peer, BlockingQueue<String> sent) implements Connection {
    @Override
    public void send(Frame frame, Runnable whenSent) {
      sent.add(peer);
      whenSent.run();
    }

    @Override
    public void close() {}
  }

  @Test
  void peersAreServedInTurn() throws Exception {
    JobExchange job = open(JOB);
    BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    for (String name : List.of("a", "b", "c")) {
      FrameHandler handler = exchange.accepted();
      Connection connection = new RecordedConnection(name, sent);
      handler.opened(connection);
      handler.received(connection, MessageCodec.frame(new Message.Hello(2, 1)));
      handler.received(connection, MessageCodec.frame(new Message.Credit(0, MUCH)));
      handler.received(
          connection,
          MessageCodec.frame(new Message.Subscribe(0, JOB.toString(), set(0), set(), false)));
    }
    SlowRun slow = new SlowRun(run(0, 10, 0));
    job.keep(0, 0, List.of(slow));
    slow.isRead.await();
    for (int map = 1; map < 10; map++) {
      job.keep(map, 0, List.of());
    }
    slow.mayGoOn.countDown();
    List<String> order = new ArrayList<>();
    while (order.size() < 33) {
      order.add(sent.take());
    }
    for (int i = 0; i < 30; i += 3) {
      assertThat(order.subList(i, i + 3)).as("%s", order).containsExactlyInAnyOrder("a", "b", "c");
    }
  }

  @Test
  void aConnectionThatEndsDuringAPushHurtsNobody() throws Exception {
    JobExchange job = open(JOB);
    SlowRun slow = new SlowRun(run(0, 10, 0));
    job.keep(0, 0, List.of(slow));
    PeerStub peer = connect(MUCH);
    subscribe(peer, 1, JOB.toString(), set(0));
    slow.isRead.await();
    peer.close();
    peer.awaitClosed();
    slow.mayGoOn.countDown();
    PeerStub again = connect(MUCH);
    subscribe(again, 1, JOB.toString(), set(0));
    assertThat(again.message(Message.Block.class).number()).isZero();
    assertThat(again.message()).isEqualTo(new Message.Complete(1, 0, 0, 1, 1));
  }

  @Test
  void blocksOfSeveralPeersAreReadFromDiskInTurn() throws Exception {
    JobExchange job = open(JOB);
    List<Run> runs =
        List.of(
            Runs.write(
                0,
                Runs.sorted(new Random(5), 300, PARTITIONS),
                PARTITIONS,
                new BufferPool(0, BLOCK),
                spill));
    job.keep(0, 0, runs);
    PeerStub[] peers = {connect(1), connect(1)};
    for (PeerStub peer : peers) {
      subscribe(peer, 1, JOB.toString(), set(0, 1, 2, 3));
    }
    long[] taken = new long[peers.length];
    ByteArrayOutputStream[] all = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
    boolean isComplete = false;
    while (!isComplete) {
      for (int i = 0; i < peers.length; i++) {
        Frame frame = peers[i].frame();
        taken[i] += MessageCodec.cost(frame);
        isComplete = frame.type() == MessageCodec.COMPLETE;
        all[i].write(frame.body(), frame.offset(), frame.length());
        peers[i].send(MessageCodec.frame(new Message.Credit(taken[i], 1)));
      }
    }
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (RawRecord record : Runs.read(runs.get(0))) {
      expected.write(record.block());
    }
    assertThat(all[0].toByteArray()).isEqualTo(expected.toByteArray());
    assertThat(all[1].toByteArray()).isEqualTo(expected.toByteArray());
  }
}
