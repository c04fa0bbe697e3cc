// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.security.Credentials;
import org.athanor.engine.fleet.DriverConnections;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.netty.TransportSettings;
import org.athanor.engine.protocol.Greeting;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.HeavyKey;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.testing.Events;
import org.athanor.engine.testing.TestMaster;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A driver and the master's side of its connections, over real connections. */
@Timeout(120)
class MasterConnectionTest {
  private static final TransportSettings SETTINGS = TestMaster.settings(Duration.ofSeconds(15));
  private static final Duration LONG = Duration.ofSeconds(60);

  private final Events events = new Events();
  private final List<AutoCloseable> open = new ArrayList<>();
  private volatile Consumer<JobSubmission> submit = unused -> {};
  private volatile String refusal; // null if jobs are taken
  private volatile Map<Integer, ReduceLoad.Shape> shapes = Map.of();
  private volatile Consumer<JobID> tell = unused -> {};
  private volatile InetSocketAddress address; // null if the master cannot be found
  private NettyTransport own;

  /** What a master does with what drivers want. */
  private final class Jobs implements DriverConnections.Submissions {
    @Override
    public void submit(JobSubmission job) throws IOException {
      events.add("submit " + job.id() + " of " + job.user());
      submit.accept(job);
      if (refusal != null) {
        throw new IOException(refusal);
      }
    }

    @Override
    public void setPriority(JobID job, JobPriority priority) {
      events.add("priority " + job + " " + priority);
    }

    @Override
    public Map<Integer, ReduceLoad.Shape> shapes(JobID job) {
      events.add("shapes of " + job);
      tell.accept(job);
      return shapes;
    }
  }

  /** What a master does when its driver is gone. */
  private final class Ends implements DriverConnections.Listener {
    @Override
    public void goodbye() {
      events.add("goodbye");
    }

    @Override
    public void driverLost(String reason) {
      events.add("driverLost: " + reason);
    }
  }

  @BeforeEach
  void begin() throws IOException {
    own = transport(new DriverConnections(new Jobs(), new Ends(), LONG));
  }

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
  }

  private NettyTransport transport(DriverConnections drivers) throws IOException {
    NettyTransport transport =
        new NettyTransport(
            TestMaster.anyPort(),
            TestMaster.secret(),
            () -> new Greeting(() -> null, drivers::accepted),
            SETTINGS,
            null);
    open.add(transport);
    open.add(drivers);
    return transport;
  }

  private NettyTransport master(Duration patience) throws IOException {
    DriverConnections drivers = new DriverConnections(new Jobs(), new Ends(), patience);
    NettyTransport transport = transport(drivers);
    drivers.begin();
    address = transport.address();
    return transport;
  }

  private MasterConnection driver(Duration patience) {
    MasterConnection driver =
        new MasterConnection(
            own,
            () -> {
              InetSocketAddress found = address;
              if (found == null) {
                events.add("not found");
                throw new IOException("no master");
              }
              return found;
            },
            patience,
            reason -> events.add("lost: " + reason));
    driver.begin();
    open.add(0, driver);
    return driver;
  }

  @Test
  void aMasterThatIsGoneForGoodIsGivenUpAtOnce() throws Exception {
    MasterConnection driver =
        new MasterConnection(
            own,
            () -> {
              throw new MasterGoneException("the session has ended");
            },
            LONG,
            reason -> events.add("lost: " + reason));
    driver.begin();
    open.add(0, driver);
    assertThatIOException()
        .isThrownBy(() -> driver.submit(job(1), LONG))
        .withMessage("job_d_0001 could not be submitted: the session has ended");
  }

  @Test
  void aDriverThatHasNeverConnectedSaysWhyWhenTheMasterIsGone() throws Exception {
    AtomicBoolean hasEnded = new AtomicBoolean();
    MasterConnection driver =
        new MasterConnection(
            own,
            () -> {
              if (hasEnded.getAndSet(true)) {
                throw new MasterGoneException("the session has ended");
              }
              throw new IOException("no route to host");
            },
            LONG,
            reason -> events.add("lost: " + reason));
    driver.begin();
    open.add(0, driver);
    assertThatIOException()
        .isThrownBy(() -> driver.submit(job(1), LONG))
        .withMessage(
            "job_d_0001 could not be submitted: the session has ended; this process could not"
                + " connect to it: java.io.IOException: no route to host");
  }

  private static JobSubmission job(int number) {
    Credentials credentials = new Credentials();
    credentials.addSecretKey(new Text("key"), new byte[] {1, 2});
    return new JobSubmission(new JobID("d", number), "file:/d", "me", credentials);
  }

  @Test
  void theMasterTellsWhatReducersHaveSeen() throws Exception {
    MasterConnection before = driver(LONG);
    assertThat(before.shapes(new JobID("d", 1), LONG)).isEmpty();
    master(LONG);
    before.submit(job(1), LONG);
    assertThat(before.shapes(new JobID("d", 1), LONG)).isEmpty();
    shapes =
        Map.of(
            0,
            ReduceLoad.Shape.UNKNOWN,
            7,
            new ReduceLoad.Shape(
                Optional.of(List.of(new HeavyKey("\"ä\"", 99))), List.of(5L, 0L), Cuts.FREE));
    assertThat(before.shapes(new JobID("d", 1), LONG)).isEqualTo(shapes);
  }

  @Test
  void anAnswerComesToAllThatWaitForItAlsoIfOthersHaveGivenUp() throws Exception {
    master(LONG);
    MasterConnection driver = driver(LONG);
    JobID id = new JobID("d", 1);
    driver.submit(job(1), LONG);
    CountDownLatch mayTell = new CountDownLatch(1);
    tell = unused -> await(mayTell);
    shapes = Map.of(3, ReduceLoad.Shape.UNKNOWN);
    CompletableFuture<Map<Integer, ReduceLoad.Shape>> patient =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return driver.shapes(id, LONG);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    events.await("shapes of job_d_0001");
    assertThat(driver.shapes(id, Duration.ZERO)).isEmpty();
    mayTell.countDown();
    assertThat(patient.get(60, TimeUnit.SECONDS)).isEqualTo(shapes);
    assertThat(events.all().stream().filter(line -> line.startsWith("shapes"))).hasSize(1);
  }

  @Test
  void aMasterThatIsSilentOrGoneTellsNothingOfReducers() throws Exception {
    NettyTransport transport = master(LONG);
    MasterConnection driver = driver(LONG);
    driver.submit(job(1), LONG);
    assertThat(driver.shapes(new JobID("d", 1), Duration.ZERO)).isEmpty();
    address = null;
    transport.close();
    assertThat(driver.shapes(new JobID("d", 1), LONG)).isEmpty();
  }

  @Test
  void jobsAreSubmittedAndRefused() throws Exception {
    master(LONG);
    MasterConnection driver = driver(LONG);
    driver.submit(job(1), LONG);
    refusal = "the queue is closed\nfor today";
    assertThatIOException()
        .isThrownBy(() -> driver.submit(job(2), LONG))
        .withMessage("the queue is closed");
    submit =
        unused -> {
          throw new IllegalStateException("broken");
        };
    assertThatIOException()
        .isThrownBy(() -> driver.submit(job(3), LONG))
        .withMessage("java.lang.IllegalStateException: broken");
    driver.setPriority(new JobID("d", 1), JobPriority.HIGH);
    events.await("priority job_d_0001 HIGH");
    assertThat(events.await("submit job_d_0001")).isEqualTo("submit job_d_0001 of me");
    assertThat(driver.isConnected()).isTrue();
    driver.close();
    events.await("goodbye");
    assertThatIOException()
        .isThrownBy(() -> driver.submit(job(4), LONG))
        .withMessage(
            "job_d_0004 could not be submitted: this process has closed its connection to the"
                + " session's master");
    assertThat(events.all()).noneMatch(line -> line.startsWith("lost"));
  }

  @Test
  void aSubmissionWithoutAnswerTimesOut() throws Exception {
    master(LONG);
    CountDownLatch mayEnd = new CountDownLatch(1);
    submit = unused -> await(mayEnd);
    MasterConnection driver = driver(LONG);
    assertThatIOException()
        .isThrownBy(() -> driver.submit(job(1), Duration.ofSeconds(1)))
        .withMessageStartingWith(
            "job_d_0001 could not be submitted: the session's master has not answered for 1 s");
    mayEnd.countDown();
    driver.submit(job(1), LONG); // its answer is known by now, or soon
    assertThat(events.all().stream().filter(line -> line.startsWith("submit"))).hasSize(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDriverConnectsAgainAndIsAnsweredOnce() throws Exception {
    NettyTransport transport = master(LONG);
    // Between driver and master, so that their connection can be broken.
    CompletableFuture<Connection> toBreak = new CompletableFuture<>();
    CountDownLatch mayEnd = new CountDownLatch(1);
    submit = unused -> await(mayEnd);
    NettyTransport relay =
        new NettyTransport(
            TestMaster.anyPort(),
            TestMaster.secret(),
            () -> new Relay(transport, toBreak),
            SETTINGS,
            null);
    open.add(relay);
    address = relay.address();
    MasterConnection driver = driver(LONG);
    CompletableFuture<Void> answer =
        CompletableFuture.runAsync(
            () -> {
              try {
                driver.submit(job(1), LONG);
              } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    events.await("submit");
    address = transport.address();
    toBreak.get().close();
    mayEnd.countDown();
    answer.get(60, TimeUnit.SECONDS);
    assertThat(events.all()).containsExactly("submit job_d_0001 of me");
  }

  /** Passes frames of a driver on to the master, and nothing back. */
  private record Relay(NettyTransport to, CompletableFuture<Connection> accepted, Passing passing)
      implements FrameHandler {
    Relay(NettyTransport to, CompletableFuture<Connection> accepted) {
      this(to, accepted, new Passing());
    }

    @Override
    public void opened(Connection connection) {
      to.connect(to.address(), passing);
      accepted.complete(connection);
    }

    @Override
    public void received(Connection connection, Frame frame) {
      passing.send(frame);
    }

    @Override
    public void closed(Connection connection, String reason) {}
  }

  /** The relay's connection to the master. */
  private static final class Passing implements FrameHandler {
    private final CompletableFuture<Connection> connected = new CompletableFuture<>();
    private CompletableFuture<Connection> last = connected; // the relay's thread only

    void send(Frame frame) {
      last =
          last.thenApply(
              connection -> {
                connection.send(frame);
                return connection;
              });
    }

    @Override
    public void opened(Connection connection) {
      connected.complete(connection);
    }

    @Override
    public void received(Connection connection, Frame frame) {}

    @Override
    public void closed(Connection connection, String reason) {}
  }

  @Test
  void aMasterThatIsNotReachedIsGivenUp() throws Exception {
    MasterConnection driver = driver(Duration.ofSeconds(1));
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    try {
      driver.submit(job(1), LONG);
    } catch (IOException e) {
      failure.complete(e);
    }
    String reason =
        "the session's master has not been reached for 1 s: java.io.IOException: no master";
    assertThat(failure.getNow(null)).hasMessage("job_d_0001 could not be submitted: " + reason);
    assertThat(events.await("lost")).isEqualTo("lost: " + reason);
  }

  @Test
  void aMasterMayComeLater() throws Exception {
    MasterConnection driver = driver(LONG);
    events.await("not found");
    events.await("not found");
    master(LONG);
    driver.submit(job(1), LONG);
  }

  @Test
  void aDriverThatNeverComesIsLost() throws Exception {
    master(Duration.ofMillis(1100));
    assertThat(events.await("driverLost"))
        .isEqualTo("driverLost: the driver has not been connected for 1 s");
  }

  @Test
  void aDriverThatStaysAwayIsLostOnce() throws Exception {
    DriverConnections drivers =
        new DriverConnections(new Jobs(), new Ends(), Duration.ofMillis(1500));
    address = transport(drivers).address();
    MasterConnection driver = driver(LONG);
    driver.submit(job(1), LONG);
    drivers.begin(); // not before the driver is there, however long that takes
    own.close();
    events.await("driverLost");
    assertThat(events.all())
        .containsExactly(
            "submit job_d_0001 of me", "driverLost: the driver has not been connected for 1 s");
  }
}
