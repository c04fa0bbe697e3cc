// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * Where the constants of a class file are (The Java Virtual Machine Specification, §4.4), and the
 * texts among them, which have the names of all classes and methods that it uses.
 */
public final class ConstantPool {
  /** Offset of the number of constants, which is one more than the highest index. */
  static final int COUNT_OFFSET = 8;

  /** Offset of the first constant. */
  static final int OFFSET = 10;

  static final int UTF8 = 1;
  static final int CLASS = 7;
  static final int METHOD_REFERENCE = 10;
  static final int NAME_AND_TYPE = 12;
  static final int METHOD_HANDLE = 15;

  private static final int LONG = 5;
  private static final int DOUBLE = 6;

  private final ByteBuffer file;
  private final int[] offsets;
  private final int end;

  /**
   * Reads the pool.
   *
   * @param classFile whose texts must not be changed as long as {@link #texts} is used
   * @throws ClassFormatError if this is no class file, or one with constants that are unknown
   */
  public ConstantPool(byte[] classFile) {
    file = ByteBuffer.wrap(classFile);
    try {
      offsets = new int[unsigned(COUNT_OFFSET)];
      int offset = OFFSET;
      for (int i = 1; i < offsets.length; i++) {
        offsets[i] = offset;
        int tag = file.get(offset);
        offset += size(tag, offset);
        if (tag == LONG || tag == DOUBLE) {
          i++; // it takes two indexes
        }
      }
      end = offset;
    } catch (IndexOutOfBoundsException e) {
      throw (ClassFormatError) new ClassFormatError("the class file is cut off").initCause(e);
    }
  }

  /** Bytes of a constant, its tag included. */
  private int size(int tag, int offset) {
    return switch (tag) {
      case UTF8 -> 3 + unsigned(offset + 1);
      case CLASS, 8, 16, 19, 20 -> 3; // class, string, method type, module, package
      case METHOD_HANDLE -> 4;
      case 3, 4, 9, METHOD_REFERENCE, 11, NAME_AND_TYPE, 17, 18 -> 5;
      case LONG, DOUBLE -> 9;
      default -> throw new ClassFormatError("unknown tag " + tag + " of a constant");
    };
  }

  private int unsigned(int offset) {
    return Short.toUnsignedInt(file.getShort(offset));
  }

  /** Returns the offset of each constant in the file, by its index; 0 for an index without one. */
  int[] offsets() {
    return offsets.clone();
  }

  /** Returns the offset of what follows the pool. */
  int end() {
    return end;
  }

  /**
   * Returns the texts. Bytes of those outside ASCII are read as one character each.
   *
   * @throws ClassFormatError if the last one is cut off
   */
  public Set<String> texts() {
    Set<String> texts = new HashSet<>();
    for (int offset : offsets) {
      if (offset > 0 && file.get(offset) == UTF8) {
        int length = unsigned(offset + 1);
        if (offset + 3 + length > file.capacity()) {
          throw new ClassFormatError("the class file is cut off");
        }
        texts.add(new String(file.array(), offset + 3, length, ISO_8859_1));
      }
    }
    return texts;
  }
}
