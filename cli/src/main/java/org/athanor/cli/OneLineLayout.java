// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import org.apache.log4j.Layout;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Level, class and message of an event; below it the exception, without its stack. For {@code
 * log4j.properties}; log4j's layout that can write the same takes 30 classes, and each start
 * longer.
 */
public final class OneLineLayout extends Layout {
  @Override
  public void activateOptions() {
    // It has none.
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
