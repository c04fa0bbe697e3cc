// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class ClusterClassPathTest {
  private final Configuration conf = new Configuration(false);

  private String path() {
    return ClusterClassPath.of(conf, List.of("{{PWD}}/engine.jar"));
  }

  @Test
  void theEngineIsBeforeTheClustersHadoop() {
    conf.set("yarn.application.classpath", "/conf, /hadoop/*");
    conf.set("mapreduce.application.classpath", "/mapreduce/*");
    assertThat(path())
        .isEqualTo(
            "{{PWD}}/engine.jar<CPS>{{HADOOP_CONF_DIR}}<CPS>/conf<CPS>/hadoop/*<CPS>/mapreduce/*");
  }

  @Test
  void hasTheDefaultsOfHadoop() {
    conf.set("yarn.application.classpath", "");
    assertThat(path())
        .contains("<CPS>{{HADOOP_HDFS_HOME}}/share/hadoop/hdfs/*<CPS>")
        .endsWith("<CPS>{{HADOOP_MAPRED_HOME}}/share/hadoop/mapreduce/lib/*");
  }

  @Test
  void aHadoopFromAnArchiveReplacesThatOfTheNodes() {
    conf.set("mapreduce.application.framework.path", "hdfs:///mr.tar.gz#mr");
    conf.set("yarn.application.classpath", "/hadoop/*");
    conf.set("mapreduce.application.classpath", "{{PWD}}/mr/*");
    assertThat(path()).isEqualTo("{{PWD}}/engine.jar<CPS>{{HADOOP_CONF_DIR}}<CPS>{{PWD}}/mr/*");
  }
}
