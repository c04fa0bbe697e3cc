// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.UsageException;

/**
 * Keys of MapReduce whose values are numbers, which Hadoop's own defaults tell. Of a value that is
 * none Hadoop says the value, but not the key.
 */
final class HadoopNumbers {
  private static final String DEFAULTS = "mapred-default.xml";
  private static final String PREFIX = "mapreduce.";
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

  /** Numbers with the units that some keys take, hexadecimal ones, and references to other keys. */
  private static final Pattern LIKE_A_NUMBER =
      Pattern.compile("[+-]?(\\d|\\.\\d|0[xX]\\p{XDigit}).*|.*\\$\\{.*", Pattern.DOTALL);

  private HadoopNumbers() {}

  /**
   * Looks at settings.
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
