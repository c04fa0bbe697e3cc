// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.athanor.workloads.reads.Read;

/** A read, or news about one; the key is the position of the read in the input. Not thread-safe. */
final class ReadMessage implements Writable {
  /** What a message is. */
  enum Kind {
    /** The read itself. */
    READ('R'),
    /** A base of it should be another. */
    FIX('F'),
    /** A base of it is right. */
    CONFIRM('C'),
    /** It has a rare sequence. */
    UNTRUSTED('U');

    private final char code;

    Kind(char code) {
      this.code = code;
    }

    static Kind of(int code) throws IOException {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IOException("message of unknown kind " + code);
    }
  }

  private final Read read = new Read();
  private Kind kind = Kind.READ;
  private boolean trusted = true;
  private int offset;
  private int base;

  void setRead(Read content, boolean isTrusted) {
    kind = Kind.READ;
    read.name().set(content.name());
    read.bases().set(content.bases());
    read.qualities().set(content.qualities());
    trusted = isTrusted;
  }

  /**
   * Makes this news about a base.
   *
   * @param newOffset in the read, from 0
   * @param newBase the code of what it should be or is
   */
  void setBase(Kind newKind, int newOffset, int newBase) {
    kind = newKind;
    offset = newOffset;
    base = newBase;
  }

  /** Sets whether the read of this message is trusted. */
  void setTrusted(boolean isTrusted) {
    trusted = isTrusted;
  }

  void setUntrusted() {
    kind = Kind.UNTRUSTED;
  }

  Kind kind() {
    return kind;
  }

  /** Returns the read of a message {@link Kind#READ}. */
  Read read() {
    return read;
  }

  boolean trusted() {
    return trusted;
  }

  int offset() {
    return offset;
  }

  int base() {
    return base;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(kind.code);
    switch (kind) {
      case READ -> {
        read.write(out);
        out.writeBoolean(trusted);
      }
      case FIX, CONFIRM -> {
        WritableUtils.writeVInt(out, offset);
        out.writeByte(base);
      }
      case UNTRUSTED -> {}
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    kind = Kind.of(in.readByte());
    switch (kind) {
      case READ -> {
        read.readFields(in);
        trusted = in.readBoolean();
      }
      case FIX, CONFIRM -> {
        offset = WritableUtils.readVInt(in);
        base = in.readByte();
      }
      case UNTRUSTED -> {}
    }
  }
}
