// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

/**
 * What a client of a file system has done since it was mounted.
 *
 * @param bytesRead from servers
 * @param bytesWritten to servers
 * @param reads requests that read
 * @param writes requests that write
 * @param metadata other operations on files and directories
 */
record FileCounters(long bytesRead, long bytesWritten, long reads, long writes, long metadata) {

  static final FileCounters ZERO = new FileCounters(0, 0, 0, 0, 0);

  FileCounters since(FileCounters earlier) {
    return new FileCounters(
        bytesRead - earlier.bytesRead,
        bytesWritten - earlier.bytesWritten,
        reads - earlier.reads,
        writes - earlier.writes,
        metadata - earlier.metadata);
  }

  FileCounters plus(FileCounters other) {
    return new FileCounters(
        bytesRead + other.bytesRead,
        bytesWritten + other.bytesWritten,
        reads + other.reads,
        writes + other.writes,
        metadata + other.metadata);
  }

  /** Whether a counter has decreased, because somebody has set all of them to 0. */
  boolean isNegative() {
    return (bytesRead | bytesWritten | reads | writes | metadata) < 0;
  }
}
