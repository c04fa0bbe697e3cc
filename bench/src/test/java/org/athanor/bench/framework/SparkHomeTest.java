// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class SparkHomeTest {
  @Test
  void sparkReadsTheSettingsUnchanged() throws Exception {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spark.driver.extraJavaOptions", "-Dpattern=\\d+\\.\\w -Dpath=C:\\tmp");
    settings.put("spark.a", "two\nlines\tand = : # !");
    settings.put("spark.hadoop.a=b:c", "x");
    settings.put("spark.name", "ü €");
    Properties read = new Properties();
    read.load(new StringReader(SparkHome.defaults(settings)));
    assertThat(read).isEqualTo(settings);
  }
}
