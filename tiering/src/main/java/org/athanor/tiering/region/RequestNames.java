// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import org.athanor.tiering.region.RequestBox.Kind;

/** Names of the files in the directory of requests: an id with an ending. */
final class RequestNames {
  static final String REQUEST = ".request";
  static final String ANSWER = ".answer";

  /** Of a file that will be renamed to a request or an answer when it is whole. */
  static final String PART = ".part";

  private RequestNames() {}

  static Kind kind(String name) {
    if (name.endsWith(REQUEST)) {
      return Kind.REQUEST;
    }
    return name.endsWith(ANSWER) ? Kind.ANSWER : Kind.OTHER;
  }

  static String id(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
