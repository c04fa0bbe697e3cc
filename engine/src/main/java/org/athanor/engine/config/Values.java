// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;

/** Reads values of settings, and says what is wrong with them. Stateless. */
final class Values {
  private Values() {}

  static String text(Configuration conf, Setting setting) {
    return conf.getTrimmed(setting.name(), setting.defaultValue());
  }

  static long number(Configuration conf, Setting setting, long min, long max) {
    try {
      long value = Long.parseLong(text(conf, setting));
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw invalid(conf, setting);
    }
    throw invalid(conf, setting);
  }

  static boolean isTrue(Configuration conf, Setting setting) {
    return switch (text(conf, setting)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid(conf, setting);
    };
  }

  /** Returns a size in bytes, which may have a prefix such as m or g. */
  static long size(Configuration conf, Setting setting) {
    String text = text(conf, setting);
    try {
      long value = text.isEmpty() ? -1 : StringUtils.TraditionalBinaryPrefix.string2long(text);
      if (value >= 0) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      throw invalid(conf, setting);
    }
    throw invalid(conf, setting);
  }

  static InvalidSettingException invalid(Configuration conf, Setting setting) {
    String[] sources = conf.getPropertySources(setting.name());
    String source = sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
    return new InvalidSettingException(
        setting,
        conf.get(setting.name()),
        switch (source) {
          case "programmatically" -> "the driver";
          case "from command line" -> "the driver's arguments"; // by GenericOptionsParser
          default -> source;
        });
  }
}
