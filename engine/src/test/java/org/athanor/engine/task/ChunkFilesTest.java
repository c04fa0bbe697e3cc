// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkFilesTest {
  @ParameterizedTest
  @CsvSource({
    "part-r-00003, part-r-00003-c007",
    "part-r-00003.gz, part-r-00003-c007.gz",
    "part-r-00003.snappy.parquet, part-r-00003-c007.snappy.parquet",
    "part-r-00003/data, part-r-00003-c007/data",
    "day/part-r-00003, day/part-r-00003-c007",
    "a-r-00003/b-r-00003, a-r-00003-c007/b-r-00003",
    "1.5/extra.bin, 1.5/extra-c007.bin",
    ".hidden, .hidden-c007",
    "plain, plain-c007"
  })
  void givesFilesTheNumberOfTheirChunk(String name, String numbered) {
    int end = ChunkFiles.endOfNumbered(name, "-r-00003");
    assertThat(ChunkFiles.numbered(name.substring(0, end), "-r-00003", 7) + name.substring(end))
        .isEqualTo(numbered);
  }

  @Test
  void findsLineEndsAmongNewBytesOnly() {
    byte[] text = {'a', '\n', 'b', '\n', 'c', 'd'};
    assertThat(ChunkFiles.endOfLines(text, 0, 6)).isEqualTo(4);
    assertThat(ChunkFiles.endOfLines(text, 3, 6)).isEqualTo(4);
    assertThat(ChunkFiles.endOfLines(text, 4, 6)).isZero();
    assertThat(ChunkFiles.endOfLines(text, 0, 4)).isEqualTo(4);
  }
}
