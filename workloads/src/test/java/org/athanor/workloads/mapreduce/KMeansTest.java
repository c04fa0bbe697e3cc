// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.athanor.testkit.Seeds;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.GraphOutput;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KMeansTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;

  /**
   * The points 0 and 2 belong to centroid 0 at 1, the point 10 to centroid 1 at 9. The point 5 is
   * equally far from both, so it belongs to the first, whose mean is (0 + 2 + 5)/3. No point
   * belongs to centroid 2, so it does not move.
   */
  @Test
  void movesCentroidsToMeansAndLeavesEmptyClusters() throws Exception {
    Path input = Files.writeString(directory.resolve("points"), "0\n2\n10\n5\n");
    Path centroids = Files.writeString(directory.resolve("centroids"), "0\t1\n2\t-99.5\n1\t9\n");
    Path output = directory.resolve("out");

    LocalJobs.run(
        LocalJobs.configuration(directory),
        new KMeans(),
        input,
        output,
        "--centroids",
        centroids,
        "--iterations",
        1);

    assertThat(PartFiles.lines(output)).containsExactly("0\t" + 7.0 / 3, "1\t10.0", "2\t-99.5");
  }

  @Test
  void centroidsOfRandomPointsAreThoseOfTheReference() throws Exception {
    Random random = new Random(SEED);
    List<String> points = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      double x = 10 * random.nextInt(4) + random.nextGaussian();
      points.add(x + "," + random.nextGaussian() * 1e-3 + "," + (x + random.nextGaussian()));
    }
    Path input = Files.write(directory.resolve("points"), points);
    Path centroids =
        Files.writeString(
            directory.resolve("centroids"), "0\t0,0,0\n1\t1,0,0\n2\t2,0,0\n3\t900,0,0\n");
    Configuration configuration = LocalJobs.configuration(directory);
    Path output = directory.resolve("out");

    LocalJobs.run(
        configuration, new KMeans(), input, output, "--centroids", centroids, "--parts", 2);

    assertThat(
            Verify.check(
                configuration,
                "kmeans",
                "--input",
                input.toString(),
                "--output",
                output.toString(),
                "--centroids",
                centroids.toString()))
        .isEqualTo("4 centroids");
  }

  /** 1 | 3 5 7, means 1 and 5; 1 3 | 5 7, since 3 is equally near to both: 2 and 6; the same. */
  @Test
  void centroidsMoveUntilTheyStay() throws Exception {
    Path input = Files.writeString(directory.resolve("points"), "1\n3\n5\n7\n");
    Path centroids = Files.writeString(directory.resolve("centroids"), "0\t0\n1\t4\n");
    Configuration configuration = LocalJobs.configuration(directory);
    Path output = directory.resolve("out");
    String[] options = {
      "--centroids", centroids.toString(), "--tolerance", "0.5", "--iterations", "9"
    };

    LocalJobs.run(
        configuration,
        new KMeans(),
        Stream.concat(Stream.of(input, output), Stream.of(options)).toArray());

    assertThat(PartFiles.lines(output)).containsExactlyInAnyOrder("0\t2.0", "1\t6.0");
    assertThat(GraphOutput.verify(configuration, output, "kmeans", input, options))
        .isEqualTo("2 centroids after 3 iterations");
  }
}
