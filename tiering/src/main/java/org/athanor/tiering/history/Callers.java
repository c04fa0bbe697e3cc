// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.history;

import org.athanor.tiering.audit.AuditEvent;

/**
 * Says who has opened a file: the job where the client's caller context names one, so that the
 * tasks of a job count once; otherwise the context, if it has a number and so may stand for one
 * program; otherwise the user and the host, so that a job with tasks on several hosts counts once
 * for each.
 */
final class Callers {
  /**
   * What precedes the numbers in the identifiers of MapReduce, YARN and Tez, which all have the
   * start of the cluster and a number: {@code task_1700000000000_0012_m_000003}.
   */
  private static final String[] KINDS = {"attempt", "task", "job", "application", "dag", "vertex"};

  private Callers() {}

  static String of(AuditEvent event) {
    String context = event.callerContext();
    if (!hasDigit(context)) {
      return event.user() + '@' + event.address(); // as for Hadoop's shell, which only says CLI
    }
    for (int mark = context.indexOf('_'); mark >= 0; mark = context.indexOf('_', mark + 1)) {
      int second = endOfDigits(context, mark + 1);
      if (second > mark + 1 && second < context.length() && context.charAt(second) == '_') {
        int end = endOfDigits(context, second + 1);
        if (end > second + 1 && isAfterKind(context, mark)) {
          return "job" + context.substring(mark, end);
        }
      }
    }
    return context;
  }

  private static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isDigit(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static int endOfDigits(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isAfterKind(String text, int end) {
    for (String kind : KINDS) {
      if (text.startsWith(kind, end - kind.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
