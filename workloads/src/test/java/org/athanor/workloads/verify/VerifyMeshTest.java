// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.athanor.testkit.Seeds;
import org.athanor.workloads.Generate;
import org.athanor.workloads.Verify;
import org.athanor.workloads.mesh.Mesh;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.Outputs;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated meshes, and checks of right and wrong answers about them. */
class VerifyMeshTest {
  @TempDir Path directory;
  private Configuration configuration;
  private Path input;
  private Path output;

  /** 216 tetrahedra: a width of 3 cubes, and 4 layers. */
  @BeforeEach
  void generate() throws Exception {
    configuration = LocalJobs.configuration(directory);
    configuration.setInt("mapreduce.task.io.sort.mb", 4);
    configuration.setInt("mapreduce.input.fileinputformat.split.maxsize", 4000);
    Path home = directory.resolve("mesh");
    String seed = Long.toString(Seeds.seed());
    assertThat(
            Generate.run(
                configuration, "mesh", "--records", "200", "--seed", seed, home.toString()))
        .isZero();
    input = home.resolve("data");
    output = directory.resolve("out");
  }

  private void ask(String... options) throws Exception {
    List<Object> arguments =
        new ArrayList<>(List.of("-i", input, "-o", output, "--no-merge", "-nr", 2));
    arguments.addAll(List.of(options));
    assertThat(LocalJobs.run(configuration, new Mesh(), arguments.toArray())).isZero();
  }

  private String check(Path answer, String... options) throws Exception {
    String[] arguments =
        Stream.concat(
                Stream.of("mesh", "--input", input.toString(), "--output", answer.toString()),
                Stream.of(options))
            .toArray(String[]::new);
    return Verify.check(configuration, arguments);
  }

  /** A block has two triangles on each square of its surface. */
  @Test
  void theBoundaryOfABlockIsItsSurface() throws Exception {
    ask();

    assertThat(PartFiles.in(input)).hasSize(1);
    assertThat(check(output)).isEqualTo("boundary: " + 2 * (2 * 3 * 3 + 4 * 3 * 4) + " lines");
  }

  @ParameterizedTest
  @CsvSource({"bounding-box, 6", "vertices, 80", "missing, 0"})
  void acceptsRightAnswers(String query, int lines) throws Exception {
    ask("-q", query);

    assertThat(check(output, "--query", query)).isEqualTo(query + ": " + lines + " lines");
  }

  @Test
  void aMeshWithATetrahedronInTwoFilesHasNoRightBoundary() throws Exception {
    ask();
    Files.writeString(
        input.resolve("again.msh"),
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Elements\n2\n1 4 0 1 2 3 5000000000\n"
            + "2 4 0 5000000000 3 1 2\n$EndElements\n");

    assertThatThrownBy(() -> check(output))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("a tetrahedron is there more than once: ")
        .hasMessageContaining("d=5000000000");
  }

  /** Tetrahedra with nodes on their edges count with their corners. */
  @ParameterizedTest
  @CsvSource({"4, 0", "11, 6", "29, 16"})
  void curvedTetrahedraHaveCorners(int type, int between) throws Exception {
    input = Files.createDirectory(directory.resolve("curved"));
    Files.writeString(
        input.resolve("one.msh"),
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Elements\n2\n1 4 0 1 2 3 4\n2 "
            + type
            + " 0 2 5 3 4"
            + " 9".repeat(between)
            + "\n$EndElements\n");
    ask();

    assertThat(check(output)).isEqualTo("boundary: 6 lines");
    assertThat(PartFiles.lines(output)).hasSize(6);
  }

  @Test
  void theBoundaryMayBeginAnywhereButNotTurnRound() throws Exception {
    ask();
    Path other =
        Outputs.edit(
            output,
            directory.resolve("other"),
            0,
            lines -> lines.stream().map(line -> turn(line, 1, 2, 0)).toList());
    assertThat(check(other)).startsWith("boundary: ");

    Path wrong =
        Outputs.edit(
            output,
            directory.resolve("wrong"),
            0,
            lines -> {
              lines.set(0, turn(lines.get(0), 1, 0, 2));
              return lines;
            });
    assertThatThrownBy(() -> check(wrong))
        .isInstanceOf(WrongOutputException.class)
        .hasMessage("the output has 132 lines, as it must, but not the right ones");
    assertThatThrownBy(() -> check(Outputs.lose(output, directory.resolve("lost"), 0)))
        .hasMessageEndingWith(" lines; must have 132");
    for (String line : List.of("1\t2", "1\t\t2", "\t1\t2", "1\t2\t1000000000000000000")) {
      Path text =
          Outputs.edit(
              output,
              directory.resolve("text " + line.replace('\t', ' ')),
              0,
              lines -> List.of(line));
      assertThatThrownBy(() -> check(text))
          .hasMessage("part-r-00000 record 1: must be three ids with tabs between them");
    }
  }

  private static String turn(String line, int... order) {
    String[] ids = line.split("\t", -1);
    return ids[order[0]] + "\t" + ids[order[1]] + "\t" + ids[order[2]];
  }

  @Test
  void findsAWrongVertexOfASimplifiedMesh() throws Exception {
    ask("-q", "simplified", "-g", "3");
    String[] options = {"--query", "simplified", "--grid", "3"};
    assertThat(check(output, options)).matches("simplified: [1-9]\\d* tetrahedra");

    Path part = PartFiles.in(output.resolve("vertices")).get(0);
    List<String> lines = Files.readAllLines(part);
    Files.delete(part.resolveSibling("." + part.getFileName() + ".crc"));
    List<String> moved = new ArrayList<>(lines);
    String[] fields = moved.get(0).split("\t", -1);
    moved.set(0, fields[0] + "\t" + (Double.parseDouble(fields[1]) + 1e-6) + "\t0\t0");
    Files.write(part, moved);
    assertThatThrownBy(() -> check(output, options))
        .hasMessageStartingWith("part-r-00000 record 1: \"" + fields[0] + "\t")
        .hasMessageContaining("\": must be at ");

    Files.write(part, lines.subList(1, lines.size()));
    assertThatThrownBy(() -> check(output, options))
        .hasMessage("1 vertices are missing, such as " + fields[0]);

    lines.set(0, "7777\t0\t0\t0");
    Files.write(part, lines);
    assertThatThrownBy(() -> check(output, options))
        .hasMessageEndingWith(": must be a cell with vertices, once, and three coordinates");
  }
}
