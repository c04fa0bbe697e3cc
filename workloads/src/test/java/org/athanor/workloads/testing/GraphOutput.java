// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.Verify;

/** The output of a program for graphs: a line for each vertex. */
public final class GraphOutput {
  private GraphOutput() {}

  /** Returns what is written for each vertex. */
  public static Map<Long, String> results(Path output) throws IOException {
    Map<Long, String> results = new HashMap<>();
    for (String line : PartFiles.lines(output)) {
      results.put(Long.valueOf(line.split("\t", 2)[0]), line.split("\t", 2)[1]);
    }
    return results;
  }

  /** Returns what the check of a kind says of an output. */
  public static String verify(
      Configuration configuration, Path output, String kind, Path input, String... options)
      throws Exception {
    String[] arguments =
        Stream.concat(
                Stream.of(kind, "--input", input.toString(), "--output", output.toString()),
                Stream.of(options))
            .toArray(String[]::new);
    return Verify.check(configuration, arguments);
  }
}
