// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.gimv;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;

/** A message to a vertex, as text: a letter that says what it is, then the content. */
final class Message {
  /** An edge of the vertex; the content is the id of its other end. */
  static final char EDGE = 'e';

  /** The vertex' own element of the vector. */
  static final char SELF = 's';

  /** The product of an edge and of the element at its source. */
  static final char PRODUCT = 'v';

  private Message() {}

  static char kind(Text message) {
    return (char) message.charAt(0);
  }

  static String content(Text message) {
    return new String(message.getBytes(), 1, message.getLength() - 1, StandardCharsets.US_ASCII);
  }
}
