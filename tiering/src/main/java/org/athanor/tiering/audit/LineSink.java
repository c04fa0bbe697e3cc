// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

/** Takes the lines of a log one after the other. */
interface LineSink {

  /**
   * Takes a line. The bytes are valid during the call only.
   *
   * @param from index of the line's first byte
   * @param to index after its last byte, without the end of line
   * @return whether the sink wants another line now
   */
  boolean line(byte[] buffer, int from, int to);

  /** Takes note of a line of more than {@link LineBuffer#CAPACITY} bytes, which are dropped. */
  boolean tooLong();
}
