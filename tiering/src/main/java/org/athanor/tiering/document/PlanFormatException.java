// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.document;

import java.io.IOException;

/** A file that is no plan. The message is one line: file, place, what is wrong. */
public final class PlanFormatException extends IOException {
  private static final long serialVersionUID = 1;

  PlanFormatException(String message) {
    super(oneLine(message));
  }

  PlanFormatException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\p{Cntrl}+", " ");
  }
}
