// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.athanor.workloads.lines.MalformedRecordException;
import org.athanor.workloads.mesh.MeshRecord;

/**
 * The cells of a mesh, as bytes. A qualifier is {@code m}, six digits (the number of the file from
 * which the record is), {@code cn_} for a tetrahedron or {@code co_} for a vertex, and the id in
 * sixteen hexadecimal digits. The value of a tetrahedron is its four corners, each eight bytes;
 * that of a vertex is its three coordinates, as doubles; big-endian.
 */
final class MeshCells {
  /** With what all qualifiers begin. */
  static final String FIRST = "m";

  /** The column family. */
  static final String FAMILY = "M";

  /** Greatest number of a file; the least is 1. */
  static final int MOST_FILES = 999_999;

  private static final int CORNERS = 4;
  private static final int COORDINATES = 3;
  private static final int FILE_DIGITS = 6;
  private static final int ID_DIGITS = 16;
  private static final int KIND = 1 + FILE_DIGITS;
  private static final int ID = KIND + 3;

  private MeshCells() {}

  /** Returns the first bytes of the qualifiers of a file's records, up to their kind. */
  static byte[] prefix(int file) {
    return String.format(Locale.ROOT, "m%0" + FILE_DIGITS + "d", file)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns the qualifier of a record.
   *
   * @param prefix {@link #prefix} of its file
   */
  static byte[] qualifier(byte[] prefix, MeshRecord record) {
    byte[] qualifier = new byte[ID + ID_DIGITS];
    System.arraycopy(prefix, 0, qualifier, 0, KIND);
    qualifier[KIND] = 'c';
    qualifier[KIND + 1] = (byte) (record.isVertex() ? 'o' : 'n');
    qualifier[KIND + 2] = '_';
    byte[] id = HexFormat.of().toHexDigits(record.id()).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(id, 0, qualifier, ID, ID_DIGITS);
    return qualifier;
  }

  /** Returns the value of a record. */
  static byte[] value(MeshRecord record) {
    if (record.isVertex()) {
      return ByteBuffer.allocate(COORDINATES * Double.BYTES)
          .putDouble(record.x())
          .putDouble(record.y())
          .putDouble(record.z())
          .array();
    }
    ByteBuffer value = ByteBuffer.allocate(CORNERS * Long.BYTES);
    for (int i = 0; i < CORNERS; i++) {
      value.putLong(record.corner(i));
    }
    return value.array();
  }

  /**
   * Reads a cell. Returns whether it has a vertex or a tetrahedron: the family may have other
   * cells, such as results of a simulation.
   *
   * @throws MalformedRecordException if its qualifier or its value is not in the format; the
   *     message does not say which cell it is
   */
  static boolean read(ByteBuffer qualifier, ByteBuffer value, MeshRecord into)
      throws MalformedRecordException {
    int kind = kind(qualifier);
    if (kind == 0) {
      return false;
    }
    long id = id(qualifier);
    if (kind == 'o') {
      vertex(id, value, into);
    } else {
      tetrahedron(id, value, into);
    }
    return true;
  }

  /**
   * Returns whether a cell is of a vertex or a tetrahedron, though perhaps wrong: one that {@link
   * #read} does not leave out.
   */
  static boolean isRecord(ByteBuffer qualifier) {
    return kind(qualifier) != 0;
  }

  /** Returns {@code n} or {@code o}; 0 for other cells. */
  private static int kind(ByteBuffer qualifier) {
    int start = qualifier.position();
    if (qualifier.remaining() < ID
        || qualifier.get(start) != 'm'
        || qualifier.get(start + KIND) != 'c'
        || qualifier.get(start + KIND + 2) != '_') {
      return 0;
    }
    for (int i = 1; i <= FILE_DIGITS; i++) {
      byte digit = qualifier.get(start + i);
      if (digit < '0' || digit > '9') {
        return 0;
      }
    }
    byte kind = qualifier.get(start + KIND + 1);
    return kind == 'n' || kind == 'o' ? kind : 0;
  }

  private static long id(ByteBuffer qualifier) throws MalformedRecordException {
    long id = 0;
    boolean digits = qualifier.remaining() == ID + ID_DIGITS;
    for (int i = ID; digits && i < ID + ID_DIGITS; i++) {
      int digit = Character.digit(qualifier.get(qualifier.position() + i), 16);
      digits = digit >= 0;
      id = (id << 4) | digit;
    }
    if (!digits || id < 1) {
      throw new MalformedRecordException(
          "the qualifier must end in an id from 1, in " + ID_DIGITS + " hexadecimal digits");
    }
    return id;
  }

  private static void vertex(long id, ByteBuffer value, MeshRecord into)
      throws MalformedRecordException {
    requireBytes(COORDINATES * Double.BYTES, "three coordinates", value);
    int start = value.position();
    double x = value.getDouble(start);
    double y = value.getDouble(start + Double.BYTES);
    double z = value.getDouble(start + 2 * Double.BYTES);
    if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
      throw new MalformedRecordException(
          "coordinates " + x + ", " + y + ", " + z + ": must be finite numbers");
    }
    // Not -0, which compares as another number.
    into.setVertex(id, x + 0.0, y + 0.0, z + 0.0);
  }

  private static void tetrahedron(long id, ByteBuffer value, MeshRecord into)
      throws MalformedRecordException {
    requireBytes(CORNERS * Long.BYTES, "the ids of four vertices", value);
    into.setTetrahedron(id);
    for (int i = 0; i < CORNERS; i++) {
      long corner = value.getLong(value.position() + i * Long.BYTES);
      if (corner < 1) {
        throw new MalformedRecordException("corner " + corner + ": must be an id from 1");
      }
      for (int j = 0; j < i; j++) {
        if (into.corner(j) == corner) {
          throw new MalformedRecordException(
              "two corners are vertex " + corner + "; must be four vertices");
        }
      }
      into.setCorner(i, corner);
    }
  }

  private static void requireBytes(int bytes, String what, ByteBuffer value)
      throws MalformedRecordException {
    if (value.remaining() != bytes) {
      throw new MalformedRecordException(
          "the value has " + value.remaining() + " bytes; must have " + bytes + ": " + what);
    }
  }
}
