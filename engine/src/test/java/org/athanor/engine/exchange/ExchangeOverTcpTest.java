// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.exchange.Deliveries.Delivery;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.netty.TransportSettings;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.engine.testing.Warnings;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exchange over the transport that the processes of a session use. */
class ExchangeOverTcpTest {
  private static final byte[] SECRET = "the session's secret".getBytes(StandardCharsets.US_ASCII);
  private static final JobID JOB = new JobID("session", 1);
  private static final int PARTITIONS = 6;
  private static final int MAPS = 30;
  private static final int RECORDS = 3_000;

  @TempDir Path directory;
  private final Random random = Seeds.of("exchange over TCP");

  /** A Worker. */
  private final class OneWorker implements AutoCloseable {
    private final BufferPool pool = new BufferPool(2_000, Runs.BUFFER_BYTES);
    private final Exchange exchange;
    private final NettyTransport transport;
    private final SpillFile spill;
    private final Deliveries deliveries = new Deliveries();
    private final JobExchange job;

    /**
     * @param number also the machine
     */
    OneWorker(int number, BlockCompression compression) throws Exception {
      exchange = new Exchange(number, ExchangeLimits.of(Runs.BUFFER_BYTES, 200_000));
      transport =
          new NettyTransport(
              new InetSocketAddress(InetAddress.getByName("127.0.0." + number), 0),
              SECRET,
              exchange::accepted,
              TransportSettings.forMapOutput(Duration.ofSeconds(15)),
              null);
      exchange.begin(transport, peer -> {});
      spill = new SpillFile(directory.resolve("spill" + number));
      job = exchange.open(JOB, PARTITIONS, pool, spill, compression, deliveries);
    }

    @Override
    public void close() throws IOException {
      job.close();
      exchange.close();
      transport.close();
      spill.close();
      assertThat(pool.lent()).isZero();
    }
  }

  @Test
  void twoWorkersExchangeTheirOutput() throws Exception {
    long bytes = pushed(BlockCompression.none(), BlockCompression.none());
    assertThat(bytes).isGreaterThan(MAPS * RECORDS * 8L);
  }

  @ParameterizedTest
  @ValueSource(classes = {DefaultCodec.class, GzipCodec.class, BZip2Codec.class, SnappyCodec.class})
  void outputIsCompressedOnItsWayToAnotherMachine(Class<?> codec) throws Exception {
    long plain = pushed(BlockCompression.none(), BlockCompression.none());
    try (BlockCompression a = Compressions.of(codec);
        BlockCompression b = Compressions.of(codec)) {
      assertThat(pushed(a, b)).isBetween(1L, plain * 9 / 10);
    }
  }

  @Test
  void outputIsNotCompressedForAWorkerThatCannotDecompressIt() throws Exception {
    try (BlockCompression a = Compressions.of(GzipCodec.class)) {
      pushed(a, BlockCompression.none());
    }
  }

  /** Works when it is tried out, and then no more. */
  public static final class BreaksLater extends DefaultCodec {
    static final AtomicInteger USES = new AtomicInteger();
    static volatile boolean compresses;

    @Override
    public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor)
        throws IOException {
      if (!compresses && USES.incrementAndGet() > 20) {
        throw new InternalError("a native library");
      }
      return super.createOutputStream(out, compressor);
    }

    @Override
    public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor)
        throws IOException {
      if (compresses && USES.incrementAndGet() > 20) {
        throw new InternalError("a native library");
      }
      return super.createInputStream(in, decompressor);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCodecThatFailsIsNotUsedAnyMore(boolean compresses) throws Exception {
    BreaksLater.compresses = compresses;
    BreaksLater.USES.set(0);
    try (Warnings warnings = Warnings.of("org.athanor.engine.exchange");
        BlockCompression a = Compressions.of(BreaksLater.class);
        BlockCompression b = Compressions.of(BreaksLater.class)) {
      pushed(a, b);
      assertThat(warnings.lines())
          .anyMatch(
              line ->
                  line.startsWith("map output is not compressed any more")
                      && line.endsWith("java.lang.InternalError: a native library"));
    }
  }

  @Test
  void aCodecThatDoesNotExistIsNotUsed() {
    JobConf conf = new JobConf(false);
    conf.setCompressMapOutput(true);
    conf.set("mapreduce.map.output.compress.codec", "no.such.Codec");
    try (Warnings warnings = Warnings.of("org.athanor.engine.exchange");
        BlockCompression made = BlockCompression.of(conf)) {
      assertThat(made.isOn()).isFalse();
      assertThat(warnings.lines()).singleElement().asString().contains("no.such.Codec");
    }
  }

  /** Has two Workers exchange their output, and returns how many bytes were pushed. */
  private long pushed(BlockCompression ofA, BlockCompression ofB) throws Exception {
    try (OneWorker a = new OneWorker(1, ofA);
        OneWorker b = new OneWorker(2, ofB)) {
      a.exchange.peerJoined(2, b.transport.address());
      b.exchange.peerJoined(1, a.transport.address());
      a.job.assign(1, List.of(0, 1, 2));
      b.job.assign(2, List.of(3, 4, 5));
      List<List<RawRecord>> outputs = new ArrayList<>();
      for (int map = 0; map < MAPS; map++) {
        OneWorker here = map % 2 == 0 ? a : b;
        List<RawRecord> records = Runs.sorted(random, RECORDS, PARTITIONS);
        outputs.add(records);
        here.job.keep(
            map, 0, List.of(Runs.indexed(map, records, PARTITIONS, here.pool, here.spill)));
        here.job.has(map % 2 == 0 ? 1 : 2, map);
        a.job.publish(map, 0);
        b.job.publish(map, 0);
      }
      for (int i = 0; i < MAPS / 2; i++) {
        check(a.deliveries.next(), outputs, 0);
        check(b.deliveries.next(), outputs, PARTITIONS / 2);
      }
      a.deliveries.assertNothingMore();
      b.deliveries.assertNothingMore();
      return a.exchange.pushedBytes() + b.exchange.pushedBytes();
    }
  }

  /** Such a record is a block, and a frame, of its own. */
  @Test
  void aRecordOfEightyMegabytesTravels() throws Exception {
    try (OneWorker a = new OneWorker(1, BlockCompression.none());
        OneWorker b = new OneWorker(2, BlockCompression.none())) {
      a.exchange.peerJoined(2, b.transport.address());
      a.job.assign(1, List.of(0, 1, 2));
      List<RawRecord> records = List.of(RawRecord.of(0, new byte[] {1}, new byte[80_000_000]));
      b.job.keep(0, 0, List.of(Runs.indexed(0, records, PARTITIONS, b.pool, b.spill)));
      a.job.publish(0, 0);
      check(a.deliveries.next(), List.of(records), 0);
    }
  }

  private static void check(Delivery delivery, List<List<RawRecord>> outputs, int firstPartition)
      throws Exception {
    List<RawRecord> arrived = new ArrayList<>();
    for (Run run : delivery.runs()) {
      arrived.addAll(Runs.read(run));
      run.release();
    }
    RawRecord.assertSame(
        arrived,
        outputs.get(delivery.map()).stream()
            .filter(r -> r.partition() >= firstPartition)
            .filter(r -> r.partition() < firstPartition + PARTITIONS / 2)
            .toList(),
        "map " + delivery.map());
  }
}
