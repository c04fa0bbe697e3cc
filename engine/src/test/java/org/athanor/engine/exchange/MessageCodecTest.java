// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.athanor.engine.run.ChunkBlock;
import org.athanor.engine.transport.Frame;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
  private static final int TRIES = 20_000;

  private static BitSet set(int... members) {
    BitSet set = new BitSet();
    Arrays.stream(members).forEach(set::set);
    return set;
  }

  private static Frame block(byte[] data) {
    List<ChunkBlock.Part> parts =
        List.of(new ChunkBlock.Part(3, 0, 2, 17), new ChunkBlock.Part(70_000, 5, 1L << 40, 9));
    return MessageCodec.frame(
        new Message.Block(
            7, 1, 2, 3, true, data.length - 1, new ChunkBlock(data, data.length - 1, parts)));
  }

  private static List<Frame> frames() {
    return List.of(
        MessageCodec.frame(new Message.Hello(5, 0)),
        MessageCodec.frame(new Message.Subscribe(9, "job_1_0002", set(0, 64, 700), set(), true)),
        MessageCodec.frame(new Message.Subscribe(0, "jöb", set(1), set(3, 100_000), false)),
        MessageCodec.frame(new Message.Narrow(2, set(1, 2))),
        MessageCodec.frame(new Message.Unsubscribe(Integer.MAX_VALUE)),
        MessageCodec.frame(new Message.Credit(1L << 50, 4096)),
        block(new byte[] {1, 2, 3, 4, 5, 6}),
        MessageCodec.frame(new Message.Complete(1, 2, 3, 4, 5)));
  }

  @Test
  void messagesArriveAsTheyWereSent() throws Exception {
    List<Message> messages = new ArrayList<>();
    for (Frame frame : frames()) {
      messages.add(MessageCodec.message(frame));
    }
    Message.Block block = (Message.Block) messages.remove(6);
    assertThat(messages)
        .containsExactly(
            new Message.Hello(5, 0),
            new Message.Subscribe(9, "job_1_0002", set(0, 64, 700), set(), true),
            new Message.Subscribe(0, "jöb", set(1), set(3, 100_000), false),
            new Message.Narrow(2, set(1, 2)),
            new Message.Unsubscribe(Integer.MAX_VALUE),
            new Message.Credit(1L << 50, 4096),
            new Message.Complete(1, 2, 3, 4, 5));
    assertThat(block.isLast()).isTrue();
    assertThat(List.of(block.subscription(), block.map(), block.attempt(), block.number()))
        .containsExactly(7, 1, 2, 3);
    assertThat(block.block().length()).isEqualTo(5);
    assertThat(block.block().data()).startsWith(1, 2, 3, 4, 5);
    assertThat(block.block().parts())
        .containsExactly(
            new ChunkBlock.Part(3, 0, 2, 17), new ChunkBlock.Part(70_000, 5, 1L << 40, 9));
  }

  @Test
  void aBodyMayBeginAnywhereInItsArray() throws Exception {
    Frame sent = block(new byte[] {1, 2, 3});
    Frame moved =
        new Frame(MessageCodec.BLOCK, sent.head(), new byte[] {9, 9, 1, 2, 9}, 2, sent.length());
    Message.Block block = (Message.Block) MessageCodec.message(moved);
    assertThat(block.block().data()).containsExactly(1, 2);
  }

  @Test
  void aMessageOfTheWrongLengthIsRefused() {
    for (Frame frame : frames()) {
      if (frame.type() == MessageCodec.BLOCK) {
        continue; // Its parts may be any number.
      }
      for (int length = 0; length < frame.head().length; length++) {
        byte[] head = Arrays.copyOf(frame.head(), length);
        assertThatExceptionOfType(WrongMessageException.class)
            .isThrownBy(() -> MessageCodec.message(new Frame(frame.type(), head)));
      }
      byte[] longer = Arrays.copyOf(frame.head(), frame.head().length + 1);
      assertThatExceptionOfType(WrongMessageException.class)
          .isThrownBy(() -> MessageCodec.message(new Frame(frame.type(), longer)))
          .withMessage("a message of type " + frame.type() + " is too long");
      assertThatExceptionOfType(WrongMessageException.class)
          .isThrownBy(
              () ->
                  MessageCodec.message(new Frame(frame.type(), frame.head(), new byte[] {1}, 0, 1)))
          .withMessage("a message of type " + frame.type() + " is too long");
    }
  }

  @Test
  void wrongFieldsAreNamed() {
    assertRefused(new Frame((byte) 99, new byte[0]), "a message of the unknown type 99");
    assertRefused(
        new Frame(MessageCodec.HELLO, ByteBuffer.allocate(12).putInt(1).array()),
        "the peer speaks version 1 of the exchange, this one 2");
    assertRefused(
        new Frame(MessageCodec.UNSUBSCRIBE, new byte[] {-1, -1, -1, -1}),
        "a message with the negative number -1");
    assertRefused(
        MessageCodec.frame(new Message.Subscribe(1, "job", new BitSet(), new BitSet(), false)),
        "a subscription to no partition");
    assertRefused(
        new Frame(MessageCodec.NARROW, ByteBuffer.allocate(16).putInt(1).putInt(2).array()),
        "a set of 2 words in 8");
    assertRefused(
        new Frame(
            MessageCodec.SUBSCRIBE, ByteBuffer.allocate(16).putInt(1).putShort((short) -1).array()),
        "the name of a job with -1 bytes");
    byte[] head = block(new byte[] {1, 2}).head();
    head[16] = 5;
    assertRefused(new Frame(MessageCodec.BLOCK, head), "a message with the truth value 5");
    Frame block = block(new byte[] {1, 2, 3});
    assertRefused(
        new Frame(MessageCodec.BLOCK, block.head(), new byte[9], 0, 9),
        "a block of 9 bytes for records of 2");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                MessageCodec.frame(
                    new Message.Subscribe(1, "j".repeat(1001), set(1), new BitSet(), false)))
        .withMessage("the job's name has 1001 bytes: at most 1000");
  }

  private static void assertRefused(Frame frame, String why) {
    assertThatExceptionOfType(WrongMessageException.class)
        .isThrownBy(() -> MessageCodec.message(frame))
        .withMessage(why);
  }

  @Test
  void damagedMessagesAreReadOrRefused() {
    Random random = Seeds.of("damaged messages");
    List<Frame> frames = frames();
    int refused = 0;
    for (int i = 0; i < TRIES; i++) {
      Frame frame = frames.get(random.nextInt(frames.size()));
      byte[] head = Arrays.copyOf(frame.head(), random.nextInt(2 * frame.head().length));
      for (int changes = random.nextInt(4); changes > 0 && head.length > 0; changes--) {
        head[random.nextInt(head.length)] = (byte) random.nextInt();
      }
      Frame damaged =
          new Frame(
              random.nextInt(9) == 0 ? (byte) random.nextInt() : frame.type(),
              head,
              frame.body(),
              frame.offset(),
              frame.length());
      try {
        assertThat(MessageCodec.message(damaged)).isNotNull();
      } catch (WrongMessageException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(TRIES / 2);
  }
}
