// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.testkit.SharedData;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.usage.UsageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeshTest {
  private static final String HEADER = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";

  /** Two tetrahedra with a common triangle, 2 3 4; a triangle of the surface; a name. */
  private static final String TWO =
      HEADER
          + "$PhysicalNames\n1\n2 1 \"$Nodes\"\n$EndPhysicalNames\n"
          + "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1e0\n$EndNodes\n"
          + "$Elements\n3\n1 2 2 0 1 1 2 3\n2 4 2 0 1 1 2 3 4\n3 4 0 2 5 3 4\n$EndElements\n";

  @TempDir Path directory;
  private Configuration configuration;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() {
    configuration = LocalJobs.configuration(directory);
    configuration.unset(FileInputFormat.SPLIT_MAXSIZE);
  }

  private int mesh(Object... arguments) throws Exception {
    Mesh tool = new Mesh(new PrintStream(out, true, StandardCharsets.UTF_8), MeshTables::open);
    return LocalJobs.run(configuration, tool, arguments);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private List<String> ask(Path mesh, String query, Object... arguments) throws Exception {
    Path result = directory.resolve("result-" + query + ".txt");
    Files.deleteIfExists(result);
    List<Object> all = new ArrayList<>(List.of("-i", mesh, "-q", query, "-o", result));
    all.addAll(List.of(arguments));
    assertThat(mesh(all.toArray())).isZero();
    return Files.readAllLines(result);
  }

  private static long[] ids(String line) {
    return Arrays.stream(line.split("[\t ]", -1)).mapToLong(Long::parseLong).toArray();
  }

  /** The triangle in its order, beginning with the smallest id. */
  private static String turned(String line) {
    long[] ids = ids(line);
    int least = ids[0] < ids[1] ? (ids[0] < ids[2] ? 0 : 2) : (ids[1] < ids[2] ? 1 : 2);
    return ids[least] + " " + ids[(least + 1) % 3] + " " + ids[(least + 2) % 3];
  }

  private static Map<Long, double[]> positions(List<String> lines) {
    Map<Long, double[]> positions = new HashMap<>();
    for (String line : lines) {
      String[] fields = line.split("[\t ]", -1);
      positions.put(
          Long.parseLong(fields[0]),
          Arrays.stream(fields, 1, 4).mapToDouble(Double::parseDouble).toArray());
    }
    return positions;
  }

  private static double determinant(double[] a, double[] b, double[] c) {
    return a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }

  @Test
  void theBoundaryHasTheTrianglesOfOneTetrahedronInItsOrder() throws Exception {
    List<String> faces = ask(write("two.msh", TWO), "boundary");

    assertThat(faces.stream().map(MeshTest::turned))
        .containsExactlyInAnyOrder("1 3 2", "1 2 4", "1 4 3", "2 3 5", "2 5 4", "3 4 5");
    assertThat(printed())
        .isEqualTo(
            "5 lines of vertices, 2 tetrahedra; 6 boundary triangles: "
                + directory.resolve("result-boundary.txt")
                + "\n");
  }

  @Test
  void otherQueriesOfTwoTetrahedra() throws Exception {
    Path two = write("two.msh", TWO);

    assertThat(ask(two, "bounding-box"))
        .containsExactly(
            "min_x\t0.0", "min_y\t0.0", "min_z\t0.0", "max_x\t1.0", "max_y\t1.0", "max_z\t1.0");
    assertThat(printed()).contains("2 tetrahedra; (0.0, 0.0, 0.0) to (1.0, 1.0, 1.0): ");
    assertThat(ask(two, "vertices"))
        .containsExactly(
            "1\t0.0\t0.0\t0.0",
            "2\t1.0\t0.0\t0.0",
            "3\t0.0\t1.0\t0.0",
            "4\t0.0\t0.0\t1.0",
            "5\t1.0\t1.0\t1.0");
    assertThat(ask(two, "missing")).isEmpty();
  }

  @Test
  void missingVerticesAreThoseThatTetrahedraUseOnly() throws Exception {
    Path holes = write("holes.msh", TWO.replace("\n3 0 1 0", "").replace("$Nodes\n5", "$Nodes\n4"));

    assertThat(ask(holes, "missing", "-nr", 2)).containsExactly("3\t2");
    assertThat(mesh("-i", holes, "-q", "vertices")).isZero();
    assertThatThrownBy(() -> mesh("-i", holes, "-q", "simplified"))
        .hasMessageStartingWith("mesh, cells of corners failed");
  }

  /** Files that have vertices in common are one mesh. */
  @Test
  void aDirectoryIsOneMesh() throws Exception {
    Path parts = Files.createDirectory(directory.resolve("parts"));
    Files.writeString(
        parts.resolve("a.msh"),
        TWO.replace("3\n1 2 2 0 1 1 2 3\n2", "1\n2").replace("3 4 0 2 5 3 4\n", ""));
    Files.writeString(
        parts.resolve("b.msh"), TWO.replace("3\n1 2 2 0 1 1 2 3\n2 4 2 0 1 1 2 3 4\n", "1\n"));

    assertThat(mesh("-i", parts)).isZero();
    assertThat(Files.readAllLines(directory.resolve("parts.boundary.txt"))).hasSize(6);
    assertThat(ask(parts, "vertices")).hasSize(5);

    Files.writeString(parts.resolve("c.msh"), TWO.replace("5 1 1 1e0", "5 1 1 2"));
    assertThatThrownBy(() -> mesh("-i", parts, "-q", "vertices"))
        .hasMessageContaining("vertices failed");
  }

  /** In one map and in two, where a combiner has seen it, and with its corners in another order. */
  @ParameterizedTest
  @ValueSource(strings = {"2 5 3 4", "4 5 2 3"})
  void aTetrahedronThatIsThereTwiceIsAnError(String again) throws Exception {
    Path parts = Files.createDirectory(directory.resolve("twice"));
    Files.writeString(parts.resolve("a.msh"), TWO);
    Files.writeString(
        parts.resolve("b.msh"), HEADER + "$Elements\n1\n1 4 0 " + again + "\n$EndElements\n");

    assertTwice(parts);
    assertTwice(
        write(
            "twice.msh",
            TWO.replace("$Elements\n3", "$Elements\n4")
                .replace("$EndElements", "4 4 0 " + again + "\n$EndElements")));
  }

  private void assertTwice(Path mesh) {
    // Hadoop's local framework gives no reasons, but logs them.
    assertThatThrownBy(() -> mesh("-i", mesh)).hasMessageStartingWith("mesh, boundary failed");
    assertThat(directory.resolve("twice.boundary.txt")).doesNotExist();
  }

  /** Three tetrahedra on a triangle are possible, such as in a simplified mesh. */
  @Test
  void aTriangleOfThreeTetrahedraIsNotOnTheBoundary() throws Exception {
    Path fan =
        write(
            "fan.msh",
            HEADER + "$Elements\n3\n1 4 0 1 2 3 4\n2 4 0 1 2 3 5\n3 4 0 1 2 3 6\n$EndElements\n");

    assertThat(ask(fan, "boundary")).hasSize(9);
  }

  @ParameterizedTest
  @CsvSource({
    "piece.asc.v22.msh, 3939, 13179, 6668",
    "indheat.asc.v22.msh.gz, 4949, 29176, 1124",
    "aneurysm.derived.msh.gz, 7031, 37548, 3226",
    "bracket.derived.msh.gz, 50000, 206208, 19538",
  })
  void boundariesOfRealMeshesHaveTheKnownNumbers(
      String name, long vertices, long tetrahedra, int triangles) throws Exception {
    Path mesh = SharedData.file("mesh/" + name);
    configuration.setInt("mapreduce.task.io.sort.mb", 64);
    configuration.setLong(FileInputFormat.SPLIT_MAXSIZE, 100_000);

    List<String> faces = ask(mesh, "boundary", "-nr", 2);

    assertThat(faces).hasSize(triangles).doesNotHaveDuplicates();
    assertThat(printed())
        .startsWith(
            String.format(
                java.util.Locale.ROOT,
                "%,d lines of vertices, %,d tetrahedra; %,d boundary triangles",
                vertices,
                tetrahedra,
                triangles));
  }

  /** The volume inside of the boundary is that of the unit cube, so all triangles look outwards. */
  @Test
  void aRealBoundaryEnclosesItsVolume() throws Exception {
    Path mesh = SharedData.file("mesh/indheat.asc.v22.msh.gz");
    Map<Long, double[]> positions = positions(ask(mesh, "vertices"));

    double volume = 0;
    for (String face : ask(mesh, "boundary")) {
      long[] ids = ids(face);
      volume +=
          determinant(positions.get(ids[0]), positions.get(ids[1]), positions.get(ids[2])) / 6;
    }

    assertThat(positions).hasSize(4949);
    assertThat(volume).isCloseTo(1, within(1e-9));
    assertThat(ask(mesh, "missing")).isEmpty();
  }

  @Test
  void theBoxOfARealMeshIsTheKnownOne() throws Exception {
    List<String> box = ask(SharedData.file("mesh/piece.asc.v22.msh"), "bounding-box");

    double[] known = {-2.1, -1.997216273, -0.2, 1.8, 1.997219718, 0.4};
    for (int i = 0; i < known.length; i++) {
      assertThat(Double.parseDouble(box.get(i).split("\t", -1)[1]))
          .isCloseTo(known[i], within(1e-9));
    }
  }

  /** With other splits, sections are found by a job; the result is the same. */
  @Test
  void splitsDoNotChangeResults() throws Exception {
    Path mesh = SharedData.file("mesh/piece.asc.v22.msh");
    List<String> boundary = ask(mesh, "boundary");
    List<String> vertices = ask(mesh, "vertices");

    configuration.setLong(FileInputFormat.SPLIT_MAXSIZE, 70_001);

    assertThat(ask(mesh, "boundary")).isEqualTo(boundary);
    assertThat(ask(mesh, "vertices")).isEqualTo(vertices);
  }

  /**
   * Each split of each size finds each record once, wherever it begins. A section that is left out
   * has lines that look like marks.
   */
  @Test
  void everyCutOfASmallFileGivesTheSame() throws Exception {
    String text =
        TWO.replace(
            "$Nodes\n5", "$Comments\n$Nodes\n1\n9 9 9 9\n$EndNodes\n$EndComments\n$Nodes\n5");
    Path file = write("commented.msh", text);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    org.apache.hadoop.fs.Path work = new org.apache.hadoop.fs.Path(directory.toUri());
    org.apache.hadoop.fs.Path marks = new org.apache.hadoop.fs.Path(work, "marks");
    new MeshFiles(configuration, path, work).marks(marks);
    Sections sections = Sections.read(configuration, marks);
    for (int cut = 1; cut < text.length(); cut++) {
      int vertices = 0;
      int tetrahedra = 0;
      long lacking = 0;
      MeshRecord record = new MeshRecord();
      for (int part = 0; part < 2; part++) {
        long start = part == 0 ? 0 : cut;
        long length = part == 0 ? cut : text.length() - cut;
        String section = part == 0 ? "" : sections.at(path, start);
        try (MeshScanner scanner = new MeshScanner(configuration, path, start, length, section)) {
          while (scanner.next(record)) {
            vertices += record.isVertex() ? 1 : 0;
            tetrahedra += record.isVertex() ? 0 : 1;
          }
          lacking += 1000 * scanner.verticesLacking() + scanner.elementsLacking();
        }
      }
      assertThat(new int[] {vertices, tetrahedra}).as("cut at " + cut).containsExactly(5, 2);
      assertThat(lacking).as("cut at " + cut).isZero();
    }
  }

  /** One cell has all: no tetrahedron is left. A fine grid keeps all of them. */
  @Test
  void aSimplifiedMeshHasTheMeansOfCells() throws Exception {
    Path two = write("two.msh", TWO);
    Path fine = directory.resolve("fine.msh");
    assertThat(mesh("-i", two, "-q", "simplified", "-g", 2, "-o", fine)).isZero();

    List<String> lines = Files.readAllLines(fine);
    assertThat(lines.subList(0, 5))
        .containsExactly("$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", "5");
    // Cells are numbered from 1, z first: 1 is that of the origin, 2 has (0, 0, 1), 8 has (1, 1,
    // 1).
    assertThat(lines.subList(5, 10))
        .containsExactly(
            "1 0.0 0.0 0.0", "2 0.0 0.0 1.0", "3 0.0 1.0 0.0", "5 1.0 0.0 0.0", "8 1.0 1.0 1.0");
    assertThat(lines.subList(10, 13)).containsExactly("$EndNodes", "$Elements", "2");
    List<String> boundary = ask(fine, "boundary");
    assertThat(boundary.stream().map(MeshTest::turned))
        .containsExactlyInAnyOrder("1 3 5", "1 5 2", "1 2 3", "3 8 5", "2 5 8", "2 8 3");

    assertThat(mesh("-i", two, "-q", "simplified", "-g", 1)).isZero();
    assertThat(Files.readAllLines(directory.resolve("two.simplified.msh")))
        .contains("1 0.4 0.4 0.4", "$Elements", "0");
  }

  @Test
  void aRealSimplifiedMeshIsWhatBruteForceMakes() throws Exception {
    Path mesh = SharedData.file("mesh/piece.asc.v22.msh");
    int cells = 16;
    configuration.setLong(FileInputFormat.SPLIT_MAXSIZE, 300_000);
    Path result = directory.resolve("simple");
    assertThat(
            mesh("-i", mesh, "-q", "simplified", "-g", cells, "-o", result, "--no-merge", "-nr", 2))
        .isZero();

    BruteForce expected = new BruteForce(Files.readAllLines(mesh), cells);
    Map<Long, double[]> vertices = positions(PartFiles.lines(result.resolve("vertices")));
    assertThat(vertices.keySet()).isEqualTo(expected.means.keySet());
    vertices.forEach(
        (cell, position) ->
            assertThat(position).containsExactly(expected.means.get(cell), within(1e-12)));
    assertThat(
            PartFiles.lines(result.resolve("tetrahedra")).stream()
                .map(line -> Arrays.stream(ids(line)).sorted().boxed().toList()))
        .containsExactlyInAnyOrderElementsOf(expected.tetrahedra);
  }

  /** Vertex clustering, in the plainest way. */
  private static final class BruteForce {
    final Map<Long, double[]> means = new TreeMap<>();
    final List<List<Long>> tetrahedra;

    BruteForce(List<String> lines, int cells) {
      Map<Long, double[]> positions =
          positions(lines.subList(lines.indexOf("$Nodes") + 2, lines.indexOf("$EndNodes")));
      List<long[]> corners =
          lines.subList(lines.indexOf("$Elements") + 2, lines.indexOf("$EndElements")).stream()
              .map(line -> ids(line.strip()))
              .filter(element -> element[1] == 4)
              .map(element -> Arrays.copyOfRange(element, (int) (3 + element[2]), element.length))
              .toList();
      double[] least = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
      double[] most = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
      positions
          .values()
          .forEach(
              position -> {
                for (int i = 0; i < 3; i++) {
                  least[i] = Math.min(least[i], position[i]);
                  most[i] = Math.max(most[i], position[i]);
                }
              });
      double length = 0;
      for (int i = 0; i < 3; i++) {
        length = Math.max(length, most[i] - least[i]);
      }
      Map<Long, Long> cellOf = new HashMap<>();
      for (Map.Entry<Long, double[]> vertex : positions.entrySet()) {
        long cell = 0;
        for (int i = 0; i < 3; i++) {
          double from = (least[i] + most[i]) / 2 - length / 2;
          double index = Math.floor((vertex.getValue()[i] - from) / length * cells);
          cell = cell * cells + (long) Math.max(0, Math.min(cells - 1, index));
        }
        cellOf.put(vertex.getKey(), cell + 1);
      }
      corners.stream()
          .flatMap(ids -> Arrays.stream(ids).boxed())
          .distinct()
          .collect(Collectors.groupingBy(cellOf::get))
          .forEach(
              (cell, ids) -> {
                double[] mean = new double[3];
                for (int i = 0; i < 3; i++) {
                  int axis = i;
                  mean[i] =
                      ids.stream()
                          .mapToDouble(id -> positions.get(id)[axis])
                          .average()
                          .orElseThrow();
                }
                means.put(cell, mean);
              });
      tetrahedra =
          corners.stream()
              .map(ids -> Arrays.stream(ids).mapToObj(cellOf::get).sorted().distinct().toList())
              .filter(ids -> ids.size() == 4)
              .distinct()
              .toList();
    }
  }

  @Test
  void readsCompressedFilesAndCompressesWhatIsNamedSo() throws Exception {
    Path two = directory.resolve("two.msh.gz");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(two))) {
      gzip.write(TWO.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
    }
    configuration.setBoolean(FileOutputFormat.COMPRESS, true);

    assertThat(mesh("-i", two)).isZero();
    assertThat(Files.readAllLines(directory.resolve("two.boundary.txt"))).hasSize(6);
    Path simple = directory.resolve("simple.msh.gz");
    assertThat(mesh("-i", two, "-q", "simplified", "-o", simple)).isZero();
    assertThat(ask(simple, "vertices")).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$MeshFormat|$Format|1|must be $MeshFormat, with which files of Gmsh begin",
        "2.2 0 8|4.1 0 8|2|version 4.1 of the format; must be 2 (gmsh -save -format msh2 converts"
            + " files)",
        "2.2 0 8|2.2 1 8|2|must be 2.2 0 8: version, 0 for ASCII, bytes of a number",
        "2 1 0 0|2 1 0|11|3 fields; must be a vertex: id, x, y and z",
        "2 1 0 0|2 1 0 0f|11|coordinate 0f: must be a decimal number",
        "2 1 0 0|2 1 0 1e999|11|coordinate 1e999: must be a decimal number",
        "2 1 0 0|-2 1 0 0|11|id -2: must be a whole number from 1",
        "2 1 0 0|$Elements|11|$Elements: must be $EndNodes before",
        "Nodes~5|Nodes~five|9|must be the number of lines in $Nodes",
        "Nodes~5|Nodes~6|15|$EndNodes after 5 lines; $Nodes announces 6",
        "2 4 2 0 1 1 2 3 4|2 4 2 0 1 1 2 3|19|8 fields; must be 9: id, type, number of tags, 2 tags"
            + " and 4 nodes",
        "2 4 2 0 1 1 2 3 4|2 4 2 0 1 1 2 3 2|19|two corners are vertex 2; must be four vertices",
        "2 4 2 0 1 1 2 3 4|2 5|19|must be an element: id, type, number of tags, tags, nodes",
        "2 4 2 0 1 1 2 3 4|2 5 0 1 2 3 4 5 6 7 8|19|element of type 5; must be tetrahedra (4, 11,"
            + " 29), besides points, lines, triangles and quadrangles",
        "$EndElements||21|the file ends in $Elements; must have $EndElements (is it complete?)",
        "$EndMeshFormat|$EndMeshFormat~lost|4|is outside of sections; must be a mark such as $Nodes",
      })
  void namesFileAndLine(String right, String wrong, int number, String problem) throws Exception {
    String text =
        TWO.replace(right.replace('~', '\n'), wrong == null ? "" : wrong.replace('~', '\n'));
    Path file = write("wrong.msh", text);
    assertThat(text).isNotEqualTo(TWO);

    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    assertThatThrownBy(
            () -> {
              try (MeshScanner scanner =
                  new MeshScanner(configuration, path, 0, text.length(), "")) {
                MeshRecord record = new MeshRecord();
                while (scanner.next(record)) {}
              }
            })
        .hasMessage(file + " line " + number + ": " + problem);
  }

  @Test
  void leavesNothingWhenItFailsAndOverwritesNothing() throws Exception {
    Path place = Files.createDirectory(directory.resolve("place"));
    Path wrong = Files.writeString(place.resolve("wrong.msh"), TWO.replace("2 1 0 0", "2 1 0"));

    assertThatThrownBy(() -> mesh("-i", wrong)).hasMessageStartingWith("mesh, boundary failed");

    try (Stream<Path> files = Files.list(place)) {
      assertThat(files).containsExactly(wrong);
    }
    Files.writeString(place.resolve("two.boundary.txt"), "mine");
    Path two = Files.writeString(place.resolve("two.msh"), TWO);
    assertThatThrownBy(() -> mesh("-i", two)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(place.resolve("two.boundary.txt")).hasContent("mine");
  }

  /** A map sees a part of a section; the driver knows the sums. */
  @ParameterizedTest
  @CsvSource({"Nodes, 5, 6, 1 fewer", "Nodes, 5, 3, 2 more", "Elements, 3, 9, 6 fewer"})
  void aNumberOfLinesIsCheckedInFilesThatAreCut(
      String section, int right, int wrong, String difference) throws Exception {
    Path file =
        write("cut.msh", TWO.replace("$" + section + "\n" + right, "$" + section + "\n" + wrong));
    configuration.setLong(FileInputFormat.SPLIT_MAXSIZE, 25);

    assertThatThrownBy(() -> mesh("-i", file))
        .hasMessage(
            file
                + ": lines of $"
                + section
                + ": "
                + difference
                + " than announced; must be as many");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing.msh", "nothing.msh.gz"})
  void aFileWithoutBytesIsNoMesh(String name) throws Exception {
    Path nothing = directory.resolve(name);
    try (OutputStream file = Files.newOutputStream(nothing);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(file) : file) {
      out.flush();
    }
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(nothing.toUri());
    try (MeshScanner scanner = new MeshScanner(configuration, path, 0, Files.size(nothing), "")) {
      assertThatThrownBy(() -> scanner.next(new MeshRecord()))
          .hasMessage(nothing + " line 1: must be $MeshFormat, with which files of Gmsh begin");
    }
    assertThatThrownBy(() -> mesh("-i", nothing)).hasMessageStartingWith("mesh, boundary failed");
  }

  @Test
  void saysWhatAnEmptyMeshLacks() throws Exception {
    Path empty = write("empty.msh", HEADER);

    assertThat(ask(empty, "boundary")).isEmpty();
    assertThatThrownBy(() -> mesh("-i", empty, "-q", "bounding-box"))
        .hasMessage(empty + ": has no vertices; must have some");
    Path points = write("points.msh", HEADER + "$Nodes\n1\n1 0 0 0\n$EndNodes\n");
    assertThatThrownBy(() -> mesh("-i", points, "-q", "simplified"))
        .hasMessage(points + ": has no tetrahedra; must have some");
  }

  @Test
  void rejectsWrongArguments() throws Exception {
    Path two = write("two.msh", TWO);
    assertRejected("--input is missing (see athanor apps mesh --help)");
    assertRejected(
        "--query surface: must be bounding-box, boundary, vertices, missing, simplified",
        "-i",
        two,
        "-q",
        "surface");
    assertRejected("--grid: is for --query simplified; the query is boundary", "-i", two, "-g", 9);
    assertRejected(
        "--grid 1291: must be a whole number from 1 to 1290",
        "-i",
        two,
        "-q",
        "simplified",
        "-g",
        1291);
    assertRejected(
        "--no-merge: needs --output, a directory that does not exist yet", "-i", two, "--no-merge");
    assertRejected("none.msh: does not exist", "-i", "none.msh");
    assertThat(mesh("--help")).isZero();
    assertThat(printed()).contains("Usage: athanor apps mesh", "  missing  ");
  }

  @Test
  void rejectsWrongArgumentsForTables() throws Exception {
    Path two = write("two.msh", TWO);
    Path none = directory.resolve("none.txt");
    assertRejected(
        "--input and --table: the mesh must be in one of them", "-i", two, "--table", "t");
    assertRejected("--table: needs --output, the file of the result", "--table", "t");
    assertRejected("--step: is for --table", "-i", two, "--step", 1);
    assertRejected(
        "--model 12: must be 32 hexadecimal digits", "-t", "t", "-o", none, "--model", 12);
    assertRejected("--step NaN: must be a decimal number", "-t", "t", "-o", none, "--step", "NaN");
    assertRejected(
        "--analysis: has 0 bytes; must be a name of 1 to 1024",
        "-t",
        "t",
        "-o",
        none,
        "--analysis",
        "");
    assertRejected("--table is missing (see athanor apps mesh import --help)", "import", "-i", two);
    assertRejected(
        "--regions 0: must be a whole number from 1 to 4096",
        "import",
        "-i",
        two,
        "-t",
        "t",
        "--regions",
        0);
    assertRejected("none.msh: does not exist", "import", "-i", "none.msh", "-t", "t");
    assertThat(mesh("import", "--help")).isZero();
    assertThat(printed()).contains("Usage: athanor apps mesh import", "  --replace");
  }

  /** The tests' class path has a part of HBase's client only. */
  @Test
  void namesWhatIsMissingOfHBase() {
    assertThatThrownBy(() -> mesh("--table", "t", "-o", directory.resolve("none.txt")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the class path lacks a part of HBase, ")
        .hasMessageContaining("ATHANOR_HBASE_CLASSPATH");
  }

  private void assertRejected(String message, Object... arguments) {
    assertThatThrownBy(() -> mesh(arguments))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }
}
