// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;

/**
 * Encrypts the blocks of one spill file with AES in counter mode, the mode of Hadoop's {@code
 * CryptoCodec}. The key is random and never leaves this JVM's memory. A block's counter starts at
 * the block's position in the file. A counter value covers 16 bytes of the file, so no two blocks
 * use the same value. Thread-safe.
 */
public final class SpillCipher {
  private static final int NONCE_BYTES = 8;

  private final SecretKey key;
  private final byte[] nonce = new byte[NONCE_BYTES];

  /**
   * @param keyBits 128, 192 or 256
   * @throws IOException if the JDK cannot generate keys of this size
   */
  public SpillCipher(int keyBits) throws IOException {
    SecureRandom random = new SecureRandom();
    try {
      KeyGenerator generator = KeyGenerator.getInstance("AES");
      generator.init(keyBits, random);
      this.key = generator.generateKey();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("no AES key of " + keyBits + " bits (128, 192 or 256 are possible)", e);
    }
    random.nextBytes(nonce);
  }

  /** Returns {@code length} encrypted bytes in a new array. */
  byte[] encrypt(byte[] plain, int length, long position) throws IOException {
    byte[] encrypted = new byte[length];
    apply(Cipher.ENCRYPT_MODE, plain, length, encrypted, position);
    return encrypted;
  }

  /** Decrypts in place. */
  void decrypt(byte[] block, int length, long position) throws IOException {
    apply(Cipher.DECRYPT_MODE, block, length, block, position);
  }

  private void apply(int mode, byte[] from, int length, byte[] to, long position)
      throws IOException {
    byte[] counter = ByteBuffer.allocate(16).put(nonce).putLong(position).array();
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(mode, key, new IvParameterSpec(counter));
      cipher.doFinal(from, 0, length, to, 0);
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot encrypt or decrypt spilled map output", e);
    }
  }
}
