// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class InstalledHomeTest {

  @TempDir private Path home;

  private void touch(String... names) throws IOException {
    for (String name : names) {
      Files.createDirectories(home.resolve(name).getParent());
      Files.createFile(home.resolve(name));
    }
  }

  @Test
  void recognisesAReleaseOfHadoop() throws IOException {
    touch(
        "share/hadoop/common/hadoop-common-3.4.1.jar",
        "share/hadoop/common/hadoop-common-3.4.1-tests.jar",
        "share/hadoop/common/lib/guava.jar",
        "share/hadoop/yarn/hadoop-yarn-api-3.4.1.jar",
        "sbin/start-dfs.sh");
    Distribution hadoop = InstalledHome.read("hadoop", home);
    assertThat(hadoop.version()).isEqualTo("3.4.1");
    assertThat(hadoop.classPath())
        .containsExactly(
            home + "/share/hadoop/common/*",
            home + "/share/hadoop/common/lib/*",
            home + "/share/hadoop/yarn/*");
  }

  @Test
  void recognisesADirectoryOfJars() throws IOException {
    touch("hadoop-common-3.5.0.jar", "guava.jar");
    Distribution hadoop = InstalledHome.read("hadoop", home);
    assertThat(hadoop.version()).isEqualTo("3.5.0");
    assertThat(hadoop.classPath()).containsExactly(home + "/*");
  }

  @Test
  void recognisesSparkAndFlink() throws IOException {
    touch("jars/spark-core_2.13-4.3.0.jar", "lib/flink-dist-2.3.0.jar");
    assertThat(InstalledHome.read("spark", home).version()).isEqualTo("4.3.0");
    assertThat(InstalledHome.read("flink", home).version()).isEqualTo("2.3.0");
  }

  @Test
  void saysWhatAHomeMustHave() {
    assertThatThrownBy(() -> InstalledHome.read("spark", home))
        .isInstanceOf(IOException.class)
        .hasMessage(
            home + ": not a home of spark: there is no spark-core*.jar in " + home + "/jars");
    assertThatThrownBy(() -> InstalledHome.read("hadoop", home.resolve("nowhere")))
        .hasMessageContaining("not a home of hadoop: there is no hadoop-common*.jar");
  }
}
