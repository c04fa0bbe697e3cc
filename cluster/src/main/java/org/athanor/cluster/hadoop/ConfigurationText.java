// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Map;

/** Writes Hadoop's configuration files. */
public final class ConfigurationText {
  private static final String CONSOLE =
      """
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.target=System.err
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
      """;

  private ConfigurationText() {}

  /** A file such as {@code core-site.xml}; properties in the order of the map. */
  public static String xml(Map<String, String> properties) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    properties.forEach(
        (name, value) ->
            xml.append("  <property><name>")
                .append(escaped(name))
                .append("</name><value>")
                .append(escaped(value))
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  /**
   * {@code log4j.properties} with the console logging of Hadoop's releases: to standard error, by
   * the appender {@code console}.
   *
   * @param rootLogger a level and the appender, such as {@code INFO,console}
   */
  public static String log4j(String rootLogger) {
    return "log4j.rootLogger=" + rootLogger + "\n" + CONSOLE;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
