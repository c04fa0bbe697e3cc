// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One side of the mutual authentication at the begin of a connection: bytes in, bytes out. Each
 * message has a fixed size:
 *
 * <pre>
 *  the side that connects                      the side that accepts
 *  preamble: magic 8, version 2, role 1  ─▶
 *  nonce 32                              ─▶
 *                                        ◀─    preamble, nonce
 *  proof 32                              ─▶
 *                                        ◀─    proof
 * </pre>
 *
 * A proof is HMAC-SHA256 with the session's secret over the role of the side that proves, the
 * versions of both sides and both nonces; integers are big-endian. Because of the role, a side does
 * not accept its own proof; because of the nonces, a proof cannot be used again. The accepting side
 * proves nothing before the other side has. After an exception nothing more may be called. Used by
 * one thread.
 *
 * <p>This keeps strangers out. An attacker between the two sides can forward the handshake and
 * change what follows; only TLS prevents that. Then the proofs are also over the digest of the
 * accepting side's certificate, so that an attacker who has a certificate that others trust cannot
 * stand between them either.
 */
final class Handshake {
  static final short VERSION = 1;
  static final int PREAMBLE_BYTES = 8 + 2 + 1;
  static final int NONCE_BYTES = 32;
  static final int PROOF_BYTES = 32;
  static final int MIN_SECRET_BYTES = 16;

  private static final byte[] MAGIC = "ATHANOR\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = {};
  private static final String MAC = "HmacSHA256";

  enum Role {
    CONNECTS((byte) 'C'),
    ACCEPTS((byte) 'A');

    private final byte code;

    Role(byte code) {
      this.code = code;
    }

    private Role other() {
      return this == CONNECTS ? ACCEPTS : CONNECTS;
    }
  }

  /** What the next message of the peer must be. */
  private enum Expected {
    PREAMBLE(PREAMBLE_BYTES),
    NONCE(NONCE_BYTES),
    PROOF(PROOF_BYTES),
    NOTHING(0);

    private final int bytes;

    Expected(int bytes) {
      this.bytes = bytes;
    }
  }

  private final Role role;
  private final byte[] secret;
  private final byte[] nonce;
  private Expected expected = Expected.PREAMBLE;
  private byte[] peerNonce = NOTHING;
  private byte[] channel = NOTHING; // what the proofs are bound to

  /**
   * @param secret at least 16 bytes
   * @param nonce 32 random bytes, which are used for this connection only
   */
  Handshake(Role role, byte[] secret, byte[] nonce) {
    if (secret.length < MIN_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "a secret of " + secret.length + " bytes: at least " + MIN_SECRET_BYTES);
    }
    if (nonce.length != NONCE_BYTES) {
      throw new IllegalArgumentException(
          "a nonce of " + nonce.length + " bytes: must have " + NONCE_BYTES);
    }
    this.role = role;
    this.secret = secret;
    this.nonce = nonce;
  }

  /** Returns whether this is the accepting side. */
  boolean accepts() {
    return role == Role.ACCEPTS;
  }

  /** Makes the proofs hold for this channel only, which both sides see in the same way. */
  void bindTo(byte[] binding) {
    channel = binding.clone();
  }

  /** Returns what is sent before anything has been received; empty for the accepting side. */
  byte[] begin() {
    return role == Role.CONNECTS ? hello() : NOTHING;
  }

  /** Returns how many bytes the peer's next message has; 0 if {@link #done}. */
  int expectedBytes() {
    return expected.bytes;
  }

  /** Returns whether the peer has proved that it knows the secret, and nothing more is expected. */
  boolean done() {
    return expected == Expected.NOTHING;
  }

  /**
   * Takes the peer's next message. If there is a reply, the peer must have sent nothing after this
   * message yet.
   *
   * @param message of {@link #expectedBytes} bytes
   * @return what to reply; may be empty
   * @throws RefusedPeerException if the message is wrong; the text has nothing that the peer chose,
   *     except numbers
   */
  byte[] receive(byte[] message) throws RefusedPeerException {
    if (message.length != expected.bytes || done()) {
      throw new IllegalArgumentException(
          "a message of " + message.length + " bytes: must have " + expected.bytes);
    }
    if (expected == Expected.PREAMBLE) {
      checkPreamble(ByteBuffer.wrap(message));
      expected = Expected.NONCE;
      return NOTHING;
    }
    if (expected == Expected.NONCE) {
      peerNonce = message.clone();
      expected = Expected.PROOF;
      return role == Role.CONNECTS ? proof(role) : hello();
    }
    if (!MessageDigest.isEqual(message, proof(role.other()))) {
      throw new RefusedPeerException("the peer does not know the session's secret");
    }
    expected = Expected.NOTHING;
    return role == Role.CONNECTS ? NOTHING : proof(role);
  }

  private byte[] hello() {
    return ByteBuffer.allocate(PREAMBLE_BYTES + NONCE_BYTES)
        .put(MAGIC)
        .putShort(VERSION)
        .put(role.code)
        .put(nonce)
        .array();
  }

  private void checkPreamble(ByteBuffer preamble) throws RefusedPeerException {
    byte[] magic = new byte[MAGIC.length];
    preamble.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new RefusedPeerException("the peer does not speak Athanor's protocol");
    }
    short version = preamble.getShort();
    if (version != VERSION) {
      throw new RefusedPeerException(
          "the peer speaks version "
              + Short.toUnsignedInt(version)
              + " of Athanor's protocol, and this process version "
              + VERSION);
    }
    if (preamble.get() != role.other().code) {
      throw new RefusedPeerException("the peer claims the wrong role");
    }
  }

  private byte[] proof(Role of) {
    byte[] connecting = role == Role.CONNECTS ? nonce : peerNonce;
    byte[] accepting = role == Role.CONNECTS ? peerNonce : nonce;
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(secret, MAC));
      // Versions that differ have been refused.
      mac.update(
          ByteBuffer.allocate(MAGIC.length + 1 + 2 + 2 + 2 * NONCE_BYTES + channel.length)
              .put(MAGIC)
              .put(of.code)
              .putShort(VERSION)
              .putShort(VERSION)
              .put(connecting)
              .put(accepting)
              .put(channel)
              .array());
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no " + MAC, e);
    }
  }
}
