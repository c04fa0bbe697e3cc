// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

/** What snapshots have to do with a file. */
public enum SnapshotState {
  /** No directory above the file has a snapshot. */
  NONE,
  /** A directory above the file has a snapshot, which may hold the file as it is now. */
  HELD,
  /** A snapshot holds an older state of the file: its blocks, length or replication then. */
  CHANGED,
  /** The image does not tell. */
  UNKNOWN
}
