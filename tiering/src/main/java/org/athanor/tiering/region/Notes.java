// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import org.athanor.tiering.apply.Failures;

/** Lines about failures, which may have texts of users in them. */
final class Notes {
  private static final int MOST = 300;

  private Notes() {}

  static String of(IOException e) {
    return RequestJson.shown(Failures.message(e), MOST);
  }

  static String of(RuntimeException e) {
    return RequestJson.shown(String.valueOf(e), MOST);
  }

  static String of(String text) {
    return RequestJson.shown(text, MOST);
  }
}
