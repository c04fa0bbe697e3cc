// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HandshakeTest {
  private static final int HELLO_BYTES = Handshake.PREAMBLE_BYTES + Handshake.NONCE_BYTES;
  private static final byte[] SECRET = filled(16, 9);

  private final Handshake connecting = side(Handshake.Role.CONNECTS, SECRET, 1);
  private final Handshake accepting = side(Handshake.Role.ACCEPTS, SECRET, 2);

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static Handshake side(Handshake.Role role, byte[] secret, int nonce) {
    return new Handshake(role, secret, filled(Handshake.NONCE_BYTES, nonce));
  }

  /** Gives a side a hello: its preamble, then its nonce. */
  private static byte[] hello(Handshake to, byte[] hello) throws RefusedPeerException {
    assertThat(hello).hasSize(HELLO_BYTES);
    assertThat(to.receive(Arrays.copyOf(hello, Handshake.PREAMBLE_BYTES))).isEmpty();
    return to.receive(Arrays.copyOfRange(hello, Handshake.PREAMBLE_BYTES, HELLO_BYTES));
  }

  @Test
  void authenticatesBothSides() throws RefusedPeerException {
    assertThat(accepting.begin()).isEmpty();
    byte[] answer = hello(accepting, connecting.begin());
    byte[] proof = hello(connecting, answer);
    assertThat(accepting.done()).isFalse();
    byte[] counterProof = accepting.receive(proof);
    assertThat(accepting.done()).isTrue();
    assertThat(connecting.done()).isFalse();
    assertThat(connecting.receive(counterProof)).isEmpty();
    assertThat(connecting.done()).isTrue();
    assertThat(connecting.expectedBytes()).isZero();
    assertThat(counterProof).isNotEqualTo(proof);
  }

  @Test
  void refusesAPeerWithAnotherSecret() throws RefusedPeerException {
    Handshake other = side(Handshake.Role.CONNECTS, filled(16, 8), 1);
    byte[] proof = hello(other, hello(accepting, other.begin()));
    assertRefused(accepting, proof, "the peer does not know the session's secret");
    assertThat(accepting.done()).isFalse();
  }

  @Test
  void aProofHoldsForItsChannelOnly() throws RefusedPeerException {
    byte[] answer = hello(accepting, connecting.begin());
    connecting.bindTo(filled(32, 1)); // the certificate of an attacker between the two
    accepting.bindTo(filled(32, 2));
    assertThat(connecting.accepts()).isFalse();
    assertThat(accepting.accepts()).isTrue();
    assertRefused(
        accepting, hello(connecting, answer), "the peer does not know the session's secret");
  }

  @Test
  void refusesEveryFlippedBitOfAMessage() throws RefusedPeerException {
    byte[] good = connecting.begin();
    byte[] proof = hello(connecting, hello(accepting, good));
    int acceptedHellos = 0;
    for (int bit = 0; bit < 8 * HELLO_BYTES; bit++) {
      Handshake fresh = side(Handshake.Role.ACCEPTS, SECRET, 2);
      try {
        hello(fresh, flipped(good, bit));
      } catch (RefusedPeerException e) {
        continue;
      }
      acceptedHellos++; // Another nonce is as good, but does not fit the proof.
      assertRefused(fresh, proof, "the peer does not know the session's secret");
    }
    assertThat(acceptedHellos).isEqualTo(8 * Handshake.NONCE_BYTES);
    for (int bit = 0; bit < 8 * Handshake.PROOF_BYTES; bit++) {
      Handshake fresh = side(Handshake.Role.ACCEPTS, SECRET, 2);
      hello(fresh, good);
      assertRefused(fresh, flipped(proof, bit), "the peer does not know the session's secret");
    }
  }

  private static byte[] flipped(byte[] message, int bit) {
    byte[] bad = message.clone();
    bad[bit / 8] ^= (byte) (1 << (bit % 8));
    return bad;
  }

  private static void assertRefused(Handshake side, byte[] message, String reason) {
    assertThatExceptionOfType(RefusedPeerException.class)
        .isThrownBy(() -> side.receive(message))
        .withMessage(reason);
  }

  @Test
  void namesAnotherVersion() {
    byte[] preamble = Arrays.copyOf(connecting.begin(), Handshake.PREAMBLE_BYTES);
    preamble[8] = (byte) 0xFF;
    assertRefused(
        accepting,
        preamble,
        "the peer speaks version 65281 of Athanor's protocol, and this process version 1");
  }

  @Test
  void refusesAnotherProtocol() {
    assertRefused(
        accepting,
        "GET / HTTP/".getBytes(StandardCharsets.US_ASCII),
        "the peer does not speak Athanor's protocol");
  }

  @Test
  void refusesItsOwnMessages() throws RefusedPeerException {
    byte[] hello = connecting.begin();
    assertRefused(
        connecting,
        Arrays.copyOf(hello, Handshake.PREAMBLE_BYTES),
        "the peer claims the wrong role");
    Handshake victim = side(Handshake.Role.CONNECTS, SECRET, 1);
    byte[] mirrored = hello.clone();
    mirrored[Handshake.PREAMBLE_BYTES - 1] = 'A';
    byte[] proof = hello(victim, mirrored);
    assertRefused(victim, proof, "the peer does not know the session's secret");
  }

  @Test
  void refusesTheProofOfAnEarlierHandshake() throws RefusedPeerException {
    byte[] proof = hello(connecting, hello(accepting, connecting.begin()));
    Handshake later = side(Handshake.Role.ACCEPTS, SECRET, 3);
    hello(later, connecting.begin());
    assertRefused(later, proof, "the peer does not know the session's secret");
  }

  @Test
  void refusesAShortSecret() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> side(Handshake.Role.ACCEPTS, new byte[15], 1))
        .withMessage("a secret of 15 bytes: at least 16");
  }
}
