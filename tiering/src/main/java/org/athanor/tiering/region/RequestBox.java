// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** The place where jobs put requests, and find answers; as the daemon sees it. */
public interface RequestBox {
  /** No requests. */
  RequestBox NONE =
      new RequestBox() {
        @Override
        public Listing list() {
          return new Listing(List.of(), true, true);
        }

        @Override
        public byte[] read(String name) throws IOException {
          throw new IOException(name + ": there are no requests");
        }

        @Override
        public void answer(Entry request, Answer answer) {}

        @Override
        public OptionalLong stamp(String name) {
          return OptionalLong.empty();
        }

        @Override
        public void remove(String name) {}

        @Override
        public void putAside(Entry entry) throws IOException {
          throw new IOException(entry.name() + ": there are no requests");
        }
      };

  /**
   * A file of the box.
   *
   * @param name of the file, without the directory
   * @param kind what it is
   * @param id of the request to which it belongs
   * @param owner user to whom it belongs
   * @param bytes length
   * @param stamp changes when the request is renewed; its value means nothing
   */
  record Entry(String name, Kind kind, String id, String owner, long bytes, long stamp) {
    Entry withStamp(long newStamp) {
      return new Entry(name, kind, id, owner, bytes, newStamp);
    }
  }

  /** What a file is. */
  enum Kind {
    REQUEST,
    ANSWER,
    /** Not yet a request or an answer, or one whose name is wrong: never read. */
    OTHER,
    /**
     * A directory, or a file that is none of ours: not touched, but where an owner has very many.
     */
    FOREIGN
  }

  /**
   * Some of the files that there are.
   *
   * @param isFirst whether the box was begun with
   * @param isLast whether its end is reached; the next listing begins with it again
   */
  record Listing(List<Entry> entries, boolean isFirst, boolean isLast) {
    public Listing {
      entries = List.copyOf(entries);
    }
  }

  /**
   * Lists the next files of the box, in an order that stays. After a failure, the next call begins
   * again.
   */
  Listing list() throws IOException;

  /** The stamp of a file, see {@link Entry}; empty if there is none of this name. */
  OptionalLong stamp(String name) throws IOException;

  /** Reads a request, at most {@link JobRequest#MOST_BYTES} and one byte. */
  byte[] read(String name) throws IOException;

  /** Writes or replaces the answer to a request, for its owner to read. */
  void answer(Entry request, Answer answer) throws IOException;

  /** Removes a plain file or an empty directory, if it is there; fails for another directory. */
  void remove(String name) throws IOException;

  /** Moves a directory out of the box, with all that is in it, which nobody loses so. */
  void putAside(Entry entry) throws IOException;
}
