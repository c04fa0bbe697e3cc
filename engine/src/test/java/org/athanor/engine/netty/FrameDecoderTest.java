// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.athanor.engine.transport.Frame;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Frames through {@link FrameEncoder} and {@link FrameDecoder}, without a socket. */
class FrameDecoderTest {
  private static final int MAX_BYTES = 1 << 20;

  private final Random random = Seeds.of("FrameDecoderTest");
  private final FrameEncoder encoder = new FrameEncoder();
  private final FrameDecoder decoder = new FrameDecoder(MAX_BYTES);

  private byte[] encode(Frame frame) {
    encoder.begin(frame);
    return pieces();
  }

  private byte[] pieces() {
    ByteBuf all = Unpooled.buffer();
    while (encoder.hasNext()) {
      ByteBuf piece = encoder.next(UnpooledByteBufAllocator.DEFAULT);
      assertThat(piece.readableBytes()).isBetween(1, FrameEncoder.PIECE_BYTES);
      all.writeBytes(piece);
      piece.release();
    }
    byte[] bytes = new byte[all.readableBytes()];
    all.readBytes(bytes);
    return bytes;
  }

  private static List<Frame> decode(FrameDecoder decoder, byte[]... chunks)
      throws BrokenFrameException {
    List<Frame> frames = new ArrayList<>();
    for (byte[] chunk : chunks) {
      ByteBuf bytes = Unpooled.wrappedBuffer(chunk);
      for (Frame frame = decoder.next(bytes); frame != null; frame = decoder.next(bytes)) {
        frames.add(frame);
      }
      assertThat(bytes.isReadable()).isFalse();
    }
    return frames;
  }

  @Test
  void framesOfEverySizeAroundAPieceArriveEqual() throws BrokenFrameException {
    for (int body = FrameEncoder.PIECE_BYTES - 40; body < FrameEncoder.PIECE_BYTES + 5; body++) {
      Frame frame = Processes.frame(random, random.nextInt(3), body);
      List<Frame> arrived = decode(decoder, encode(frame));
      assertThat(arrived).hasSize(1);
      Processes.assertSame(arrived.get(0), frame);
      assertThat(decoder.isInFrame()).isFalse();
    }
  }

  @Test
  void framesInChunksOfEverySizeArriveEqual() throws BrokenFrameException {
    for (int chunk = 1; chunk < 100; chunk++) {
      Frame frame = Processes.frame(random, random.nextInt(30), random.nextInt(200));
      byte[] bytes = encode(frame);
      List<Frame> arrived = new ArrayList<>();
      for (int at = 0; at < bytes.length; at += chunk) {
        int end = Math.min(bytes.length, at + chunk);
        arrived.addAll(decode(decoder, Arrays.copyOfRange(bytes, at, end)));
        assertThat(decoder.isInFrame()).isEqualTo(end < bytes.length);
      }
      assertThat(arrived).hasSize(1);
      Processes.assertSame(arrived.get(0), frame);
    }
  }

  @Test
  void keepAlivesAreCountedButNotDelivered() throws BrokenFrameException {
    Frame frame = Processes.frame(random, 1, 1);
    encoder.beginKeepAlive();
    assertThat(decode(decoder, pieces())).isEmpty();
    assertThat(decode(decoder, encode(frame))).hasSize(1);
    encoder.beginKeepAlive();
    pieces();
    byte[] third = encode(frame);
    assertBroken(decoder, third, "frame 3 arrived instead of frame 2");
  }

  @Test
  void noticesEveryFlippedBit() {
    byte[] good = encode(Processes.frame(random, 5, 11));
    for (int bit = 0; bit < 8 * good.length; bit++) {
      byte[] bad = good.clone();
      bad[bit / 8] ^= (byte) (1 << (bit % 8));
      assertBroken(
          new FrameDecoder(MAX_BYTES),
          bad,
          bit / 8 < FrameLayout.HEADER_BYTES
              ? "the header of frame 0 fails its checksum"
              : "frame 0 fails its checksum");
    }
  }

  private static void assertBroken(FrameDecoder decoder, byte[] bytes, String reason) {
    assertThatExceptionOfType(BrokenFrameException.class)
        .isThrownBy(() -> decode(decoder, bytes))
        .withMessage(reason);
  }

  @Test
  void noticesRepeatedAndLostFrames() throws BrokenFrameException {
    byte[] first = encode(Processes.frame(random, 0, 3));
    byte[] second = encode(Processes.frame(random, 0, 3));
    decode(decoder, first);
    assertBroken(decoder, first, "frame 0 arrived instead of frame 1");
    assertBroken(new FrameDecoder(MAX_BYTES), second, "frame 1 arrived instead of frame 0");
  }

  /** Headers whose checksum is right, as a peer of the session could make them. */
  private static byte[] header(int kind, int headBytes, int bodyBytes) {
    ByteBuffer header = ByteBuffer.allocate(FrameLayout.HEADER_BYTES);
    header.put(FrameLayout.KIND, (byte) kind);
    header.putInt(FrameLayout.HEAD_LENGTH, headBytes);
    header.putInt(FrameLayout.BODY_LENGTH, bodyBytes);
    CRC32C checksum = new CRC32C();
    checksum.update(header.array(), 0, FrameLayout.HEADER_CHECKSUM);
    header.putInt(FrameLayout.HEADER_CHECKSUM, (int) checksum.getValue());
    return header.array();
  }

  @Test
  void refusesLengthsAndKindsThatCannotBe() throws BrokenFrameException {
    assertBroken(header(0, 0, MAX_BYTES + 1), "frame 0 has 1048577 bytes: at most 1048576");
    assertBroken(header(0, 1, MAX_BYTES), "frame 0 has 1048577 bytes: at most 1048576");
    assertBroken(header(0, 1, Integer.MAX_VALUE), "frame 0 has 2147483648 bytes: at most 1048576");
    assertBroken(header(0, -1, 0), "frame 0 has a head of -1 and a body of 0 bytes");
    assertBroken(header(0, 0, -5), "frame 0 has a head of 0 and a body of -5 bytes");
    assertBroken(
        header(0, Frame.MAX_HEAD_BYTES + 1, 0),
        "frame 0 has a head of 16777217 and a body of 0 bytes");
    assertBroken(header(2, 0, 0), "frame 0 is of the unknown kind 2");
    assertBroken(header(1, 0, 1), "frame 0 is of the unknown kind 1");
    assertThat(decode(decoder, header(0, 0, MAX_BYTES))).isEmpty();
  }

  private static void assertBroken(byte[] header, String reason) {
    assertBroken(new FrameDecoder(MAX_BYTES), header, reason);
  }
}
