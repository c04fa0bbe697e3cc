// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import java.nio.charset.StandardCharsets;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.spi.LoggingEvent;
import org.athanor.engine.logs.ContainerLog.Kind;

/** An appender that writes each event to the {@link ContainerLog} of the thread that logs it. */
final class LogTap extends AppenderSkeleton {
  /** The pattern of Hadoop's containers. */
  private static final String PATTERN = "%d{ISO8601} %p [%t] %c: %m%n";

  private LogTap() {
    super(true);
    setName("athanor-logs");
    setLayout(new PatternLayout(PATTERN));
  }

  static LogTap install() {
    LogTap tap = new LogTap();
    Logger.getRootLogger().addAppender(tap);
    return tap;
  }

  void remove() {
    Logger.getRootLogger().removeAppender(this);
    close();
  }

  @Override
  protected void append(LoggingEvent event) {
    ContainerLog log = ContainerLog.current();
    if (log == null) {
      return;
    }
    StringBuilder text = new StringBuilder(layout.format(event));
    String[] trace = event.getThrowableStrRep();
    if (trace != null) {
      for (String line : trace) {
        text.append(line).append(System.lineSeparator());
      }
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    log.write(Kind.SYSLOG, bytes, 0, bytes.length);
  }

  @Override
  public boolean requiresLayout() {
    return true;
  }

  @Override
  public void close() {
    closed = true;
  }
}
