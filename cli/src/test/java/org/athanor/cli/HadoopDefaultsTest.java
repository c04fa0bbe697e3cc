// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short copies of Hadoop's defaults, which the launcher puts first on the class path. */
class HadoopDefaultsTest {
  @ParameterizedTest
  @ValueSource(strings = {"core-default.xml", "mapred-default.xml", "yarn-default.xml"})
  void shortDefaultsHaveTheSameValues(String name) throws Exception {
    ClassLoader loader = Configuration.class.getClassLoader();
    byte[] whole;
    try (InputStream in = loader.getResourceAsStream(name)) {
      whole = in.readAllBytes();
    }
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    TransformerFactory.newInstance()
        .newTransformer(new StreamSource(Path.of("src/main/dist/defaults.xsl").toFile()))
        .transform(new StreamSource(new ByteArrayInputStream(whole)), new StreamResult(written));
    byte[] shortened = written.toByteArray();
    assertThat(shortened).hasSizeLessThan(whole.length / 2);
    assertThat(values(shortened)).hasSizeGreaterThan(100).isEqualTo(values(whole));
    assertThat(finals(shortened)).isEqualTo(finals(whole));
  }

  private static Configuration load(byte[] xml) {
    Configuration conf = new Configuration(false);
    conf.addResource(new ByteArrayInputStream(xml), "the defaults");
    return conf;
  }

  private static Map<String, String> values(byte[] xml) {
    Configuration conf = load(xml);
    Map<String, String> values = new TreeMap<>();
    conf.forEach(entry -> values.put(entry.getKey(), conf.getRaw(entry.getKey())));
    return values;
  }

  private static Set<String> finals(byte[] xml) {
    Configuration conf = load(xml);
    conf.size();
    return new HashSet<>(conf.getFinalParameters());
  }
}
