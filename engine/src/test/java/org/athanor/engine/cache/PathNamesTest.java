// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathNamesTest {
  @ParameterizedTest
  @CsvSource({
    "hdfs://host:1/a/b, hdfs://host:1/a, true",
    "hdfs://host:1/a, hdfs://host:1/a, true",
    "hdfs://host:1/ab, hdfs://host:1/a, false",
    "hdfs://host:1/a, hdfs://host:1/a/b, false",
    "hdfs://other:1/a/b, hdfs://host:1/a, false",
    "file:/a/b, file:/, true"
  })
  void tellsWhatIsBelow(String path, String top, boolean expected) {
    assertThat(PathNames.isUnder(new Path(path), new Path(top))).isEqualTo(expected);
  }

  @Test
  void movesWhatIsBelow() {
    Path moved =
        PathNames.moved(
            new Path("hdfs://host:1/a/b/c d"),
            new Path("hdfs://host:1/a"),
            new Path("hdfs://host:1/x"));
    assertThat(moved).isEqualTo(new Path("hdfs://host:1/x/b/c d"));
    assertThat(PathNames.moved(new Path("file:/a"), new Path("file:/a"), new Path("file:/x")))
        .isEqualTo(new Path("file:/x"));
  }

  @ParameterizedTest
  @CsvSource({
    "/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0/part-m-00000, job_1_0001",
    "/out/_temporary/0/_temporary/attempt_1_0001_m_000000_0/d/part-m-00000, job_1_0001",
    "/out/_temporary/0/_temporary/attempt_of_somebody/part, ",
    "/out/_temporary/0/_temporary/attempt_1_0001_m_000000/part, ",
    "/out/_temporary/0/task_1_0001_m_000000/part-m-00000, ",
    "/attempt_1/part, ",
    "/out/part-m-00000, "
  })
  void knowsTheJobsOfFilesOfAttempts(String path, String expected) {
    assertThat(PathNames.jobOf(new Path("file:" + path)).map(Object::toString).orElse(null))
        .isEqualTo(expected);
  }
}
