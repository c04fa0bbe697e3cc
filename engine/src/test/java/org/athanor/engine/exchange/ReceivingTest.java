// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.exchange.Deliveries.Delivery;
import org.athanor.engine.run.ChunkBlock;
import org.athanor.engine.run.ChunkReader;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.Transport;
import org.junit.jupiter.api.Test;

/** What a Worker takes from its peers, which are stubs. */
class ReceivingTest extends ExchangeFixture {
  private static final long LONG_SECONDS = 60;
  private static final long FLOOR = 2 * COST_OF_BLOCK;

  private final BlockingQueue<PeerStub> accepted = new LinkedBlockingQueue<>();

  private Transport peer(int worker) {
    Transport peer = network.join(this::accept);
    exchange.peerJoined(worker, peer.address());
    return peer;
  }

  private PeerStub accept() {
    PeerStub stub = new PeerStub();
    accepted.add(stub);
    return stub;
  }

  private PeerStub accepted() throws InterruptedException {
    PeerStub stub = accepted.poll(LONG_SECONDS, TimeUnit.SECONDS);
    assertThat(stub).isNotNull();
    return stub;
  }

  /** Waits for the next connection and its first words. */
  private PeerStub greeted(int worker) throws Exception {
    PeerStub stub = accepted();
    assertThat(stub.message()).isEqualTo(new Message.Hello(1, worker));
    return stub;
  }

  /** Waits for the next connection that may be used for output. */
  private PeerStub ready(int worker) throws Exception {
    PeerStub stub = greeted(worker);
    while (stub.message() instanceof Message.Subscribe) {
      assertThat(stub.isClosed()).isFalse();
    }
    return stub;
  }

  private static Message.Subscribe subscribe(int number, BitSet partitions, int... maps) {
    return new Message.Subscribe(number, JOB.toString(), partitions, set(maps), false);
  }

  private List<Frame> output(int subscription, int map, int attempt, Run run, int... partitions)
      throws Exception {
    ChunkReader reader = new ChunkReader(run, partitions, Runs.order(), new byte[BLOCK], BLOCK);
    List<Frame> frames = new ArrayList<>();
    ChunkBlock block = reader.next();
    while (block != null) {
      ChunkBlock next = reader.next();
      frames.add(
          MessageCodec.frame(
              new Message.Block(
                  subscription, map, attempt, frames.size(), next == null, block.length(), block)));
      block = next;
    }
    int blocks = frames.size();
    frames.add(
        MessageCodec.frame(
            new Message.Complete(subscription, map, attempt, blocks == 0 ? 0 : 1, blocks)));
    run.release();
    return frames;
  }

  private void assertDelivered(int assignment, int map, List<RawRecord> records) throws Exception {
    Delivery delivery = deliveries.next();
    assertThat(delivery.assignment()).isEqualTo(assignment);
    assertThat(delivery.map()).isEqualTo(map);
    delivered.addAll(delivery.runs());
    List<RawRecord> arrived = new ArrayList<>();
    for (Run run : delivery.runs()) {
      arrived.addAll(Runs.read(run));
    }
    RawRecord.assertSame(arrived, records, "map " + map);
  }

  @Test
  void peersAreAskedForWhatIsAssigned() throws Exception {
    JobExchange job = open(JOB);
    job.has(4, 1); // not assigned yet
    job.assign(4, List.of(0, 2));
    job.has(4, 3);
    peer(2);
    PeerStub stub = greeted(2);
    assertThat(stub.message()).isEqualTo(subscribe(0, set(0, 2), 3));
    assertThat(stub.message()).isEqualTo(new Message.Credit(0, FLOOR));
    job.assign(5, List.of(3));
    assertThat(stub.message()).isEqualTo(subscribe(1, set(3)));
    job.withdraw(4, List.of(2));
    assertThat(stub.message()).isEqualTo(new Message.Narrow(0, set(2)));
    job.withdraw(4, List.of(0));
    assertThat(stub.message()).isEqualTo(new Message.Unsubscribe(0));
    job.withdraw(4, List.of(0));
    job.close();
    assertThat(stub.message()).isEqualTo(new Message.Unsubscribe(1));
    stub.assertNothingMore();
  }

  @Test
  void aPeerThatJoinsLaterIsAskedToo() throws Exception {
    JobExchange job = open(JOB);
    job.assign(4, List.of(0));
    peer(2);
    greeted(2);
    peer(3);
    PeerStub later = greeted(3);
    assertThat(later.message()).isEqualTo(subscribe(0, set(0)));
  }

  @Test
  void outputIsDeliveredAndItsCreditGivenBack() throws Exception {
    peer(2);
    JobExchange job = open(JOB);
    job.publish(7, 1);
    job.assign(4, List.of(0, 2));
    PeerStub stub = ready(2);
    long taken = 0;
    for (Frame frame : output(0, 7, 1, run(7, 100, 0, 1, 2), 0, 2)) {
      stub.send(frame);
      taken += MessageCodec.cost(frame);
      assertThat(stub.message()).isEqualTo(new Message.Credit(taken, FLOOR));
    }
    assertDelivered(4, 7, records(100, 0, 2));
    stub.send(frame(output(0, 7, 1, run(7, 100, 0), 0)));
    stub.message(Message.Credit.class);
    deliveries.assertNothingMore();
  }

  private static Frame frame(List<Frame> frames) {
    return frames.get(0);
  }

  @Test
  void aConnectionThatBreaksIsMadeAgain() throws Exception {
    peer(2);
    JobExchange job = open(JOB);
    job.publish(7, 1);
    job.publish(8, 0);
    job.assign(4, List.of(0));
    PeerStub stub = ready(2);
    for (Frame frame : output(0, 8, 0, run(8, 100, 0), 0)) {
      stub.send(frame);
    }
    assertDelivered(4, 8, records(100, 0));
    List<Frame> frames = output(0, 7, 1, run(7, 3000, 0, 0, 0), 0);
    stub.send(frames.get(0));
    stub.send(frames.get(1));
    stub.close();
    PeerStub again = greeted(2);
    assertThat(again.message()).isEqualTo(subscribe(0, set(0), 8));
    assertThat(again.message()).isEqualTo(new Message.Credit(0, FLOOR));
    for (Frame frame : frames) {
      again.send(frame);
    }
    assertDelivered(4, 7, records(3000, 0, 0, 0));
    assertThat(warnings.lines()).isEmpty();
  }

  /** Its blocks may arrive before its connection ends, but nobody would drop them later. */
  @Test
  void whatALostPeerStillSendsIsNotTaken() throws Exception {
    SlowListener listener = new SlowListener();
    JobExchange job =
        exchange.open(JOB, PARTITIONS, pool, spill, BlockCompression.none(), listener);
    peer(2);
    PeerStub stub = readyAfterAssigning(job);
    stub.send(MessageCodec.frame(new Message.Complete(0, 1, 0, 0, 0)));
    listener.isCalled.await();
    exchange.peerLost(2);
    stub.send(frame(output(0, 2, 0, run(2, 100, 0), 0)));
    network.awaitIdle();
    listener.mayGoOn.countDown();
    peer(3);
    ready(3);
    assertThat(pool.lent()).isZero();
    assertDelivered(4, 1, List.of());
  }

  /** Listens until a test lets it go on. */
  private final class SlowListener implements JobExchange.Listener {
    private final CountDownLatch isCalled = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    public void delivered(int assignment, int map, List<Run> runs) {
      isCalled.countDown();
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      deliveries.delivered(assignment, map, runs);
    }

    @Override
    public void failed(String reason) {
      deliveries.failed(reason);
    }
  }

  @Test
  void whatArrivedBeforeTheEndOfAConnectionIsTaken() throws Exception {
    SlowListener listener = new SlowListener();
    JobExchange job =
        exchange.open(JOB, PARTITIONS, pool, spill, BlockCompression.none(), listener);
    peer(2);
    PeerStub stub = readyAfterAssigning(job);
    stub.send(MessageCodec.frame(new Message.Complete(0, 1, 0, 0, 0)));
    listener.isCalled.await();
    for (Frame frame : output(0, 2, 0, run(2, 100, 0), 0)) {
      stub.send(frame);
    }
    network.awaitIdle();
    stub.close();
    network.awaitIdle();
    listener.mayGoOn.countDown();
    assertDelivered(4, 1, List.of());
    assertDelivered(4, 2, records(100, 0));
  }

  @Test
  void aPeerThatDoesNotListenYetIsTriedAgain() throws Exception {
    Transport gone = network.join(this::accept);
    gone.close();
    exchange.peerJoined(2, gone.address());
    JobExchange job = open(JOB);
    job.assign(4, List.of(0));
    peer(3);
    greeted(3);
    peer(2); // now at another address
    greeted(2);
  }

  @Test
  void aPeerThatIsLostIsNotTriedAgain() throws Exception {
    peer(2);
    JobExchange job = open(JOB);
    job.assign(4, List.of(0));
    PeerStub stub = ready(2);
    stub.send(frame(output(0, 7, 1, run(7, 3000, 0, 0), 0)));
    stub.message(Message.Credit.class); // the block is taken
    assertThat(pool.lent()).isPositive();
    exchange.peerLost(2);
    exchange.peerLost(2);
    stub.awaitClosed();
    peer(3);
    greeted(3);
    assertThat(pool.lent()).isZero();
    assertThat(accepted).isEmpty();
  }

  @Test
  void aPeerThatCannotBeReachedIsReportedAgainAndAgain() throws Exception {
    exchange.close();
    transport.close();
    exchange =
        new Exchange(
            1,
            new ExchangeLimits(
                BLOCK, 0, Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(30)));
    transport = network.join(exchange::accepted);
    BlockingQueue<Integer> unreachable = new LinkedBlockingQueue<>();
    exchange.begin(transport, unreachable::add);
    exchange.peerJoined(9, new InetSocketAddress(InetAddress.getLoopbackAddress(), 9));
    JobExchange job = open(JOB);
    job.assign(4, List.of(0));
    assertThat(unreachable.take()).isEqualTo(9);
    assertThat(unreachable.take()).isEqualTo(9);
  }

  @Test
  void creditIsDividedAmongThePeers() throws Exception {
    exchange.close();
    transport.close();
    exchange = new Exchange(1, ExchangeLimits.of(BLOCK, 100 * COST_OF_BLOCK));
    transport = network.join(exchange::accepted);
    exchange.begin(transport, peer -> {});
    JobExchange job = open(JOB);
    job.assign(4, List.of(0));
    peer(2);
    PeerStub first = greeted(2);
    first.message(Message.Subscribe.class);
    assertThat(first.message()).isEqualTo(new Message.Credit(0, 100 * COST_OF_BLOCK));
    peer(3);
    PeerStub second = greeted(3);
    second.message(Message.Subscribe.class);
    assertThat(second.message()).isEqualTo(new Message.Credit(0, 50 * COST_OF_BLOCK));
    assertThat(first.message()).isEqualTo(new Message.Credit(0, 50 * COST_OF_BLOCK));
    exchange.peerLost(2);
    assertThat(second.message()).isEqualTo(new Message.Credit(0, 100 * COST_OF_BLOCK));
    Transport third = peer(4);
    greeted(4);
    assertThat(second.message()).isEqualTo(new Message.Credit(0, 50 * COST_OF_BLOCK));
    third.close();
    assertThat(second.message()).isEqualTo(new Message.Credit(0, 100 * COST_OF_BLOCK));
  }

  @Test
  void aPeerThatSendsTooMuchIsRefused() throws Exception {
    SlowListener listener = new SlowListener();
    JobExchange job =
        exchange.open(JOB, PARTITIONS, pool, spill, BlockCompression.none(), listener);
    peer(2);
    PeerStub stub = readyAfterAssigning(job);
    stub.send(MessageCodec.frame(new Message.Complete(0, 1, 0, 0, 0)));
    listener.isCalled.await();
    Frame block = frame(output(0, 2, 0, run(2, BLOCK - 100, 0), 0));
    for (int i = 0; i < 3; i++) {
      stub.send(block);
    }
    stub.awaitClosed();
    assertWarning(
        "the connection to peer \\d+ ends: \\d+ bytes arrived, although at most "
            + FLOOR
            + " are allowed");
    listener.mayGoOn.countDown();
    assertDelivered(4, 1, List.of());
    greeted(2);
  }

  @Test
  void aLargeBlockMayExceedTheCredit() throws Exception {
    peer(2);
    JobExchange job = open(JOB);
    job.publish(1, 0);
    job.assign(4, List.of(0));
    PeerStub stub = ready(2);
    for (Frame frame : output(0, 1, 0, run(1, 30 * BLOCK, 0), 0)) {
      stub.send(frame);
      stub.message(Message.Credit.class);
    }
    assertDelivered(4, 1, records(30 * BLOCK, 0));
  }

  /** A peer that sends something wrong is refused, and tried again; another one is not hurt. */
  private void assertRefused(Frame wrong, String why) throws Exception {
    peer(3);
    PeerStub good = ready(3);
    peer(2);
    PeerStub stub = ready(2);
    stub.send(wrong);
    stub.awaitClosed();
    assertWarning("the connection to peer \\d+ ends: " + why);
    greeted(2);
    for (Frame frame : output(0, 1, 0, run(1, 100, 0), 0)) {
      good.send(frame);
    }
    assertDelivered(4, 1, records(100, 0));
    assertThat(good.isClosed()).isFalse();
  }

  private void beginJob() {
    JobExchange job = open(JOB);
    job.publish(1, 0);
    job.assign(4, List.of(0));
  }

  @Test
  void outputForNobodyIsRefused() throws Exception {
    beginJob();
    assertRefused(
        MessageCodec.frame(new Message.Complete(1, 1, 0, 0, 0)),
        "output for the unknown subscription 1");
  }

  @Test
  void outputOfOtherPartitionsIsRefused() throws Exception {
    beginJob();
    assertRefused(
        frame(output(0, 1, 0, run(1, 10, 0, 1), 0, 1)),
        "output of partition 1, which nobody has asked for");
  }

  @Test
  void aBlockWithoutItsRecordsIsRefused() throws Exception {
    beginJob();
    assertRefused(
        MessageCodec.frame(
            new Message.Block(0, 1, 0, 0, true, 3, new ChunkBlock(new byte[3], 3, List.of()))),
        "a block of map 1 has 3 bytes, its records 0");
  }

  @Test
  void blocksOutOfOrderAreRefused() throws Exception {
    beginJob();
    assertRefused(
        output(0, 1, 0, run(1, 3000, 0, 0), 0).get(1),
        "block 1 of .*map=1, attempt=0. arrived instead of block 0");
  }

  @Test
  void outputThatIsNotCompleteIsRefused() throws Exception {
    beginJob();
    assertRefused(
        MessageCodec.frame(new Message.Complete(0, 1, 0, 1, 1)),
        ".*of Worker 2 has 1 runs in 1 blocks, but 0 in 0 blocks arrived");
  }

  @Test
  void aSubscriptionFromTheWrongSideIsRefused() throws Exception {
    beginJob();
    assertRefused(
        MessageCodec.frame(new Message.Unsubscribe(0)),
        "the peer asks for map output in the wrong direction");
  }

  @Test
  void somethingElseIsRefused() throws Exception {
    beginJob();
    assertRefused(new Frame((byte) 77, new byte[3]), "a message of the unknown type 77");
  }

  @Test
  void whatArrivesForAnAssignmentThatWasWithdrawnIsDropped() throws Exception {
    peer(2);
    JobExchange job = open(JOB);
    job.publish(1, 0);
    job.assign(4, List.of(0));
    PeerStub stub = ready(2);
    List<Frame> withdrawn = output(0, 1, 0, run(1, 10, 0), 0);
    stub.send(withdrawn.get(0));
    stub.message(Message.Credit.class);
    assertThat(pool.lent()).isEqualTo(1);
    job.withdraw(4, List.of(0, 1));
    job.assign(5, List.of(1));
    stub.message(Message.Unsubscribe.class);
    for (Frame frame : withdrawn) {
      stub.send(frame);
    }
    for (Frame frame : output(1, 1, 0, run(1, 20, 1), 1)) {
      stub.send(frame);
    }
    assertDelivered(5, 1, records(20, 1));
    assertThat(pool.lent()).isEqualTo(1);
    deliveries.assertNothingMore();
  }

  @Test
  void outputThatCannotBeStoredFailsTheJobOnce() throws Exception {
    Files.writeString(directory.resolve("file"), "no directory");
    BufferPool none = new BufferPool(0, BLOCK);
    SpillFile impossible = new SpillFile(directory.resolve("file").resolve("spill"));
    Deliveries failing = new Deliveries();
    JobExchange job =
        exchange.open(JOB, PARTITIONS, none, impossible, BlockCompression.none(), failing);
    job.publish(1, 0);
    job.assign(4, List.of(0));
    peer(2);
    PeerStub stub = ready(2);
    List<Frame> frames = output(0, 1, 0, run(1, 10, 0), 0);
    stub.send(frames.get(0));
    assertThat(failing.failure()).startsWith("cannot store map output: ");
    stub.send(frames.get(0));
    JobExchange other = open(OTHER_JOB);
    other.publish(3, 0);
    other.assign(2, List.of(1));
    for (Frame frame : output(1, 3, 0, run(3, 10, 1), 1)) {
      stub.send(frame);
    }
    assertDelivered(2, 3, records(10, 1));
    failing.assertNothingMore();
  }

  @Test
  void aListenerThatThrowsFailsItsJobOnce() throws Exception {
    BlockingQueue<String> failures = new LinkedBlockingQueue<>();
    JobExchange job =
        exchange.open(
            JOB,
            PARTITIONS,
            pool,
            spill,
            BlockCompression.none(),
            new JobExchange.Listener() {
              @Override
              public void delivered(int assignment, int map, List<Run> runs) {
                runs.forEach(Run::release);
                throw new IllegalStateException("no\nmore");
              }

              @Override
              public void failed(String reason) {
                failures.add(reason);
                throw new IllegalStateException("not this either");
              }
            });
    peer(2);
    PeerStub stub = readyAfterAssigning(job);
    for (int map = 1; map < 3; map++) {
      for (Frame frame : output(0, map, 0, run(map, 10, 0), 0)) {
        stub.send(frame);
      }
    }
    assertThat(failures.poll(LONG_SECONDS, TimeUnit.SECONDS))
        .isEqualTo(
            "the output of map 1 of job_session_0001 arrived, but: "
                + "java.lang.IllegalStateException: no");
    JobExchange other = open(OTHER_JOB);
    other.publish(3, 0);
    other.assign(2, List.of(1));
    for (Frame frame : output(1, 3, 0, run(3, 10, 1), 1)) {
      stub.send(frame);
    }
    assertDelivered(2, 3, records(10, 1));
    assertThat(failures).isEmpty();
    assertWarning(
        "job_session_0001: a failure could not be told: "
            + "java.lang.IllegalStateException: not this either");
  }

  private PeerStub readyAfterAssigning(JobExchange job) throws Exception {
    job.publish(1, 0);
    job.publish(2, 0);
    job.assign(4, List.of(0));
    return ready(2);
  }

  @Test
  void aJobIsClosedWhenItsListenerIsNotCalledAnyMore() throws Exception {
    SlowListener listener = new SlowListener();
    JobExchange job =
        exchange.open(JOB, PARTITIONS, pool, spill, BlockCompression.none(), listener);
    peer(2);
    PeerStub stub = readyAfterAssigning(job);
    for (int map = 1; map < 3; map++) {
      for (Frame frame : output(0, map, 0, run(map, 10, 0), 0)) {
        stub.send(frame);
      }
    }
    listener.isCalled.await();
    Thread closer = new Thread(job::close);
    closer.start();
    while (closer.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    listener.mayGoOn.countDown();
    closer.join();
    assertDelivered(4, 1, records(10, 0));
    assertThat(pool.lent()).isEqualTo(1);
    deliveries.assertNothingMore();
  }

  @Test
  void aListenerMayCloseItsJob() throws Exception {
    CountDownLatch isClosed = new CountDownLatch(1);
    BlockingQueue<JobExchange> self = new LinkedBlockingQueue<>();
    JobExchange job =
        exchange.open(
            JOB,
            PARTITIONS,
            pool,
            spill,
            BlockCompression.none(),
            new JobExchange.Listener() {
              @Override
              public void delivered(int assignment, int map, List<Run> runs) {
                runs.forEach(Run::release);
                self.remove().close();
                isClosed.countDown();
              }

              @Override
              public void failed(String reason) {}
            });
    self.add(job);
    peer(2);
    PeerStub stub = readyAfterAssigning(job);
    for (Frame frame : output(0, 1, 0, run(1, 10, 0), 0)) {
      stub.send(frame);
    }
    assertThat(isClosed.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(pool.lent()).isZero();
  }
}
