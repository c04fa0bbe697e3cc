// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** Collects the warnings of a logger until it is closed. */
public final class Warnings extends AppenderSkeleton implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private Warnings(Logger logger) {
    this.logger = logger;
  }

  public static Warnings of(String logger) {
    Warnings warnings = new Warnings(Logger.getLogger(logger));
    warnings.logger.addAppender(warnings);
    return warnings;
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  protected void append(LoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      lines.add(event.getRenderedMessage());
    }
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    logger.removeAppender(this);
  }
}
