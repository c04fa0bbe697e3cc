// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Redirects a class file's calls of {@link java.net.URL#setURLStreamHandlerFactory}, which a JVM
 * allows once, to {@link UrlHandlers}. Only names in the constant pool change (The Java Virtual
 * Machine Specification, §4.4).
 */
final class RedirectedCalls {
  private static final String OWNER = "java/net/URL";
  private static final String METHOD = "setURLStreamHandlerFactory";
  private static final byte[] METHOD_BYTES = METHOD.getBytes(StandardCharsets.US_ASCII);
  private static final String NEW_OWNER = UrlHandlers.class.getName().replace('.', '/');

  private static final int POOL_COUNT_OFFSET = 8;
  private static final int POOL_OFFSET = 10;
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int METHOD_REFERENCE = 10;

  private final ByteBuffer file;

  /** Where each constant begins. */
  private final int[] offsets;

  private final int poolEnd;

  private RedirectedCalls(byte[] classFile) {
    file = ByteBuffer.wrap(classFile);
    offsets = new int[unsigned(POOL_COUNT_OFFSET)];
    int offset = POOL_OFFSET;
    for (int i = 1; i < offsets.length; i++) {
      offsets[i] = offset;
      int tag = file.get(offset);
      offset += size(tag, offset);
      if (tag == 5 || tag == 6) {
        i++; // long and double count twice
      }
    }
    poolEnd = offset;
  }

  private int size(int tag, int offset) {
    return switch (tag) {
      case UTF8 -> 3 + unsigned(offset + 1);
      case CLASS, 8, 16, 19, 20 -> 3;
      case 15 -> 4;
      case 3, 4, 9, METHOD_REFERENCE, 11, 12, 17, 18 -> 5;
      case 5, 6 -> 9;
      default -> throw new ClassFormatError("constant of the unknown kind " + tag);
    };
  }

  /**
   * Returns the class file with its calls redirected, or as it is if there are none.
   *
   * @throws ClassFormatError if it mentions the method and is no class file
   */
  static byte[] in(byte[] classFile) {
    if (!contains(classFile, METHOD_BYTES)) {
      return classFile;
    }
    try {
      return new RedirectedCalls(classFile).redirect();
    } catch (IndexOutOfBoundsException e) {
      throw (ClassFormatError) new ClassFormatError("ends within its constants").initCause(e);
    }
  }

  private static boolean contains(byte[] bytes, byte[] wanted) {
    for (int i = 0; i <= bytes.length - wanted.length; i++) {
      if (bytes[i] == wanted[0]
          && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private byte[] redirect() {
    int newClass = offsets.length + 1;
    boolean found = false;
    for (int i = 1; i < offsets.length; i++) {
      int offset = offsets[i];
      if (offset > 0 && file.get(offset) == METHOD_REFERENCE && isTheMethod(offset)) {
        file.putShort(offset + 1, (short) newClass);
        found = true;
      }
    }
    return found ? withConstants(newClass) : file.array();
  }

  private boolean isTheMethod(int reference) {
    int nameAndType = offsets[unsigned(reference + 3)];
    int owner = offsets[unsigned(reference + 1)];
    return isText(nameAndType, METHOD) && isText(owner, OWNER);
  }

  /** Whether the constant at {@code offset} begins with the index of this text. */
  private boolean isText(int offset, String expected) {
    int text = offsets[unsigned(offset + 1)];
    String found =
        new String(file.array(), text + 3, unsigned(text + 1), StandardCharsets.US_ASCII);
    return found.equals(expected);
  }

  private byte[] withConstants(int newClass) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(file.capacity() + 64);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(file.array(), 0, POOL_COUNT_OFFSET);
      out.writeShort(newClass + 1);
      out.write(file.array(), POOL_OFFSET, poolEnd - POOL_OFFSET);
      out.writeByte(UTF8);
      out.writeUTF(NEW_OWNER);
      out.writeByte(CLASS);
      out.writeShort(newClass - 1);
      out.write(file.array(), poolEnd, file.capacity() - poolEnd);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is none in memory
    }
    return bytes.toByteArray();
  }

  private int unsigned(int offset) {
    return Short.toUnsignedInt(file.getShort(offset));
  }
}
