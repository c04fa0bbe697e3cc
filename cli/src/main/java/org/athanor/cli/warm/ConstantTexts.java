// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * The texts in the constant pool of a class file (The Java Virtual Machine Specification, §4.4),
 * among them the names of all classes and methods that it uses. Bytes of texts outside ASCII are
 * read as one character each.
 */
final class ConstantTexts {
  private static final int POOL_COUNT_OFFSET = 8;
  private static final int POOL_OFFSET = 10;
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;

  private final byte[] classFile;
  private final ByteBuffer file;

  ConstantTexts(byte[] classFile) {
    this.classFile = classFile;
    file = ByteBuffer.wrap(classFile);
  }

  /**
   * Returns the texts.
   *
   * @throws ClassFormatError if this is no class file, or one with constants that are unknown
   */
  Set<String> all() {
    Set<String> texts = new HashSet<>();
    try {
      int count = unsigned(POOL_COUNT_OFFSET);
      int offset = POOL_OFFSET;
      for (int i = 1; i < count; i++) {
        int tag = file.get(offset);
        if (tag == UTF8) {
          int length = unsigned(offset + 1);
          texts.add(new String(classFile, offset + 3, length, ISO_8859_1));
          offset += 3 + length;
        } else {
          offset += size(tag);
          i += tag == LONG || tag == DOUBLE ? 1 : 0; // they count twice
        }
      }
      return texts;
    } catch (IndexOutOfBoundsException e) {
      throw (ClassFormatError) new ClassFormatError("the class file is cut off").initCause(e);
    }
  }

  private int unsigned(int offset) {
    return Short.toUnsignedInt(file.getShort(offset));
  }

  /** Bytes of a constant other than a text, its tag included. */
  private static int size(int tag) {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 3; // class, string, method type, module, package
      case 15 -> 4; // method handle
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 5; // int, float, references, names with types
      case LONG, DOUBLE -> 9;
      default -> throw new ClassFormatError("unknown constant " + tag);
    };
  }
}
