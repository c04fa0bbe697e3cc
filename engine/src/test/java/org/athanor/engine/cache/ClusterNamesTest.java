// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterNamesTest {
  @ParameterizedTest
  @CsvSource({
    "hdfs://localhost, hdfs://localhost:8020",
    "hdfs://localhost:8020/a, hdfs://localhost:8020",
    "hdfs://LocalHost:9000/a, hdfs://localhost:9000",
    "hdfs://service, hdfs://service",
    "hdfs://service:8020/, hdfs://service"
  })
  void eachClusterHasOneName(URI uri, URI expected) {
    Configuration conf = new Configuration(false);
    conf.set("dfs.nameservices", "service");
    assertThat(ClusterNames.canonical(uri, conf)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"hdfs://localhost/a/b, /a/b", "hdfs://localhost:8020/a/b/, /a/b"})
  void eachFileHasOneName(String path, String expected) {
    assertThat(ClusterNames.canonical(new Path(path), new Configuration(false)))
        .isEqualTo(new Path("hdfs://localhost:8020" + expected));
  }
}
