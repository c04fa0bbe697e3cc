// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.util.regex.Pattern;
import org.athanor.tiering.region.RequestBox.Kind;

/** Names of the files in the directory of requests: a UUID with an ending. */
final class RequestNames {
  static final String REQUEST = ".request";
  static final String ANSWER = ".answer";

  /** Of a file that will be renamed to a request or an answer when it is whole. */
  static final String PART = ".part";

  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private RequestNames() {}

  /** What a plain file with this name is. */
  static Kind kind(String name) {
    boolean hasUuid = UUID.matcher(id(name)).matches();
    if (name.endsWith(REQUEST)) {
      return hasUuid ? Kind.REQUEST : Kind.OTHER;
    }
    if (name.endsWith(ANSWER)) {
      return hasUuid ? Kind.ANSWER : Kind.OTHER;
    }
    return name.endsWith(PART) ? Kind.OTHER : Kind.FOREIGN;
  }

  static String id(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
