// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.UsageException;

/**
 * Checks settings of MapReduce that must be numbers. A key must have a number if its default in
 * {@code mapred-default.xml} is one. Hadoop's message about a wrong value does not name the key.
 */
final class HadoopNumbers {
  private static final String DEFAULTS = "mapred-default.xml";
  private static final String PREFIX = "mapreduce.";
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

  /** Numbers, also hexadecimal ones and those with a unit, and references to other keys. */
  private static final Pattern LIKE_A_NUMBER =
      Pattern.compile("[+-]?(\\d|\\.\\d|0[xX]\\p{XDigit}).*|.*\\$\\{.*", Pattern.DOTALL);

  private HadoopNumbers() {}

  /**
   * Checks settings.
   *
   * @param origin where they are set, with what separates it from a key
   * @throws UsageException naming the first whose key takes a number and whose value is none
   */
  static void check(String origin, Map<String, String> settings) throws UsageException {
    Configuration defaults = null;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      String value = setting.getValue().strip();
      if (!setting.getKey().startsWith(PREFIX) || LIKE_A_NUMBER.matcher(value).matches()) {
        continue;
      }
      if (defaults == null) {
        defaults = new Configuration(false);
        defaults.addResource(DEFAULTS);
      }
      String usual = defaults.getRaw(setting.getKey());
      if (usual != null && NUMBER.matcher(usual.strip()).matches()) {
        throw new UsageException(
            origin
                + setting.getKey()
                + "="
                + value
                + ": must be a number, such as "
                + usual.strip());
      }
    }
  }
}
