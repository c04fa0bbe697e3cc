// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import org.apache.log4j.Layout;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Writes level, class and message of an event on one line, and below it the exception without its
 * stack trace. Used by {@code log4j.properties}. log4j's layout that can write the same loads 30
 * more classes, which delays each start.
 */
public final class OneLineLayout extends Layout {
  @Override
  public void activateOptions() {
    // This layout has no options.
  }

  @Override
  public boolean ignoresThrowable() {
    return false;
  }

  @Override
  public String format(LoggingEvent event) {
    String logger = event.getLoggerName();
    StringBuilder text = new StringBuilder();
    text.append(event.getLevel())
        .append(' ')
        .append(logger, logger.lastIndexOf('.') + 1, logger.length())
        .append(": ")
        .append(event.getRenderedMessage())
        .append(LINE_SEP);
    if (event.getThrowableInformation() != null) {
      text.append(event.getThrowableInformation().getThrowableStrRep()[0]).append(LINE_SEP);
    }
    return text.toString();
  }
}
