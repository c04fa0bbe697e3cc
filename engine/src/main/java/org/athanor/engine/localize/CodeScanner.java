// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/**
 * Finds the instructions of the methods in a class file (The Java Virtual Machine Specification,
 * §4.1, §4.7.3, §6.5).
 */
final class CodeScanner {
  static final int INVOKE_VIRTUAL = 0xb6;
  static final int INVOKE_STATIC = 0xb8;

  private static final int TABLE_SWITCH = 0xaa;
  private static final int LOOKUP_SWITCH = 0xab;
  private static final int WIDE = 0xc4;
  private static final int WIDE_INCREMENT = 0x84;

  /** Length of each instruction from 0 to 0xc9, in bytes; 0 if it depends on the operands. */
  private static final byte[] LENGTHS = lengths();

  private final ByteBuffer file;
  private final int codeName;
  private int at;

  /**
   * @param file the class file
   * @param poolEnd offset of the end of the constant pool
   * @param codeName index of the constant {@code Code}
   */
  CodeScanner(ByteBuffer file, int poolEnd, int codeName) {
    this.file = file;
    this.codeName = codeName;
    this.at = poolEnd;
  }

  private static byte[] lengths() {
    String text =
        "1111111111111111" // 00: constants
            + "2323322222111111" // 10: bipush, sipush, ldc, loads
            + "1111111111111111" // 20
            + "1111112222211111" // 30: stores from 36
            + "1111111111111111" // 40
            + "1111111111111111" // 50
            + "1111111111111111" // 60
            + "1111111111111111" // 70
            + "1111311111111111" // 80: iinc
            + "1111111113333333" // 90: branches from 99
            + "3333333332001111" // a0: ret, the two switches
            + "1133333335532311" // b0: returns, fields, calls, new
            + "3311043355"; // c0: casts, monitors, wide, multianewarray, branches
    byte[] lengths = text.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = (byte) (lengths[i] - '0');
    }
    return lengths;
  }

  /**
   * Visits each instruction.
   *
   * @param visitor gets the instruction's offset in the file
   */
  void scan(IntConsumer visitor) {
    at += 6; // access, this, super
    int interfaces = readShort();
    at += 2 * interfaces;
    scanMembers(visitor); // fields, which have no code
    scanMembers(visitor); // methods
  }

  private void scanMembers(IntConsumer visitor) {
    for (int members = readShort(); members > 0; members--) {
      at += 6; // access, name, descriptor
      for (int attributes = readShort(); attributes > 0; attributes--) {
        int name = readShort();
        int length = readInt();
        if (name == codeName) {
          int begin = at + 8; // after the sizes of stack and locals, and the code's length
          scanCode(begin, begin + file.getInt(at + 4), visitor);
        }
        at += length;
      }
    }
  }

  private void scanCode(int begin, int end, IntConsumer visitor) {
    for (int i = begin; i < end; i += length(i, begin)) {
      visitor.accept(i);
    }
  }

  private int length(int instruction, int begin) {
    int operation = unsignedByte(instruction);
    if (operation >= LENGTHS.length) {
      throw new ClassFormatError("unknown instruction " + operation);
    }
    int aligned = instruction + 4 - (instruction - begin) % 4;
    return switch (operation) {
      case WIDE -> unsignedByte(instruction + 1) == WIDE_INCREMENT ? 6 : 4;
      case TABLE_SWITCH -> {
        int low = file.getInt(aligned + 4);
        int high = file.getInt(aligned + 8);
        yield aligned + 12 + 4 * (high - low + 1) - instruction;
      }
      case LOOKUP_SWITCH -> aligned + 8 + 8 * file.getInt(aligned + 4) - instruction;
      default -> LENGTHS[operation];
    };
  }

  private int unsignedByte(int offset) {
    return Byte.toUnsignedInt(file.get(offset));
  }

  private int readShort() {
    at += 2;
    return Short.toUnsignedInt(file.getShort(at - 2));
  }

  private int readInt() {
    at += 4;
    return file.getInt(at - 4);
  }
}
