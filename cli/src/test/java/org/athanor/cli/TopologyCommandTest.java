// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.athanor.cli.topology.Machines;
import org.athanor.topology.HwlocLibrary;
import org.athanor.topology.ObjectType;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologySource;
import org.athanor.topology.TypeFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code athanor topology} as its users call it. */
@Tag("short")
class TopologyCommandTest {
  private static final String ENCODING = "stdout.encoding";
  private static final String SMALL = "pack:1 [numa(memory=1GiB)] l3:1(size=1MiB) core:2 pu:2";

  /** A call, and what it prints up to the end of the block or an ellipsis. */
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "\\$ (?:\\./)?athanor topology --synthetic \"([^\"]+)\"\\n(.*?)(?:```|\\.\\.\\.)",
          Pattern.DOTALL);

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String encoding;

  @BeforeEach
  void prepare() {
    Machines.needLibrary();
    encoding = System.getProperty(ENCODING);
    System.setProperty(ENCODING, "UTF-8");
  }

  @AfterEach
  void restore() {
    if (encoding == null) {
      System.clearProperty(ENCODING);
    } else {
      System.setProperty(ENCODING, encoding);
    }
  }

  private int athanor(String... arguments) {
    String[] all =
        Stream.concat(Stream.of("topology"), Stream.of(arguments)).toArray(String[]::new);
    return Main.execute(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), all);
  }

  private String output(String... arguments) {
    out.reset();
    err.reset();
    int code = athanor(arguments);
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    return out.toString(UTF_8);
  }

  private void assertFails(int code, String message, String... arguments) throws IOException {
    List<Path> before = files();
    assertThat(athanor(arguments)).isEqualTo(code);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines("athanor topology: " + message + "\n");
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  // ---- text

  @Test
  void printsATree() {
    assertThat(output("--synthetic", SMALL))
        .isEqualToNormalizingNewlines(
            """
            Machine (1 GiB total): 1 package, 1 NUMA node, 2 cores, 4 PUs
            └─ Package L#0 P#0
               ├─ NUMANode L#0 P#0 (1 GiB)
               └─ L3 L#0 (1 MiB)
                  ├─ Core L#0 + PU L#0-1 P#0-1
                  └─ Core L#1 + PU L#2-3 P#2-3

            L#: logical index, in the order of the tree.  P#: the operating system's index.
            1 KiB = 1024 B, 1 MiB = 1024 KiB, 1 GiB = 1024 MiB.
            """);
  }

  @Test
  void printsAsciiWhereTheTerminalHasNothingElse() {
    System.setProperty(ENCODING, "US-ASCII");

    assertThat(output("--synthetic", "core:2 pu:1"))
        .contains("|- Core L#0 + PU L#0 P#0\n`- Core L#1 + PU L#1 P#1\n");
  }

  /**
   * Expected texts are in {@code src/test/resources/topology}; a failure prints how to renew one.
   */
  @ParameterizedTest
  @CsvSource({
    "dual-socket, 32em64t-2n8c2t-pci-normalio, ''",
    "dual-socket-io, 32em64t-2n8c2t-pci-normalio, --io",
    "amd, 64amd64-4p2n4ca2co, ''",
    "hybrid, Intel-RaptorLake-Corei7-1370P, ''",
    "arm, nvidia-dgx-gb10, ''",
    "power, power8gpudistances, ''",
    "high-bandwidth-memory, 64intel64-heteromem, ''",
    "memory-side-caches, memorysidecaches, ''",
    "groups, irregulargroups-disallowed, ''",
    "groups-disallowed, irregulargroups-disallowed, --disallowed",
  })
  void printsRealMachines(String expected, String machine, String option) throws IOException {
    String input = Machines.unpack(machine, directory).toString();
    String text = option.isEmpty() ? output("--input", input) : output("--input", input, option);

    Path golden = Path.of("src/test/resources/topology", expected + ".txt");
    Path actual = Path.of("target", "topology", expected + ".txt");
    Files.createDirectories(actual.getParent());
    Files.writeString(actual, text);
    assertThat(text)
        .as("if the change is meant: cp cli/%s cli/%s", actual, golden)
        .isEqualTo(Files.exists(golden) ? Files.readString(golden) : "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/topology.md"})
  void printsTheExamplesOfTheDocumentation(String page) throws IOException {
    Matcher example = EXAMPLE.matcher(Files.readString(Path.of("..").resolve(page)));

    assertThat(example.find()).isTrue();
    assertThat(output("--synthetic", example.group(1))).startsWith(example.group(2));
  }

  @Test
  void showsThisMachine() {
    try (Topology topology = Topology.load()) {
      assertThat(output())
          .startsWith("Machine (")
          .contains(topology.count(ObjectType.PU) + " PU")
          .contains("PU L#0");
    }
  }

  // ---- JSON and XML

  static List<String> machines() {
    return Machines.all();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void jsonHasTheWholeTree(String machine) throws IOException {
    Path input = Machines.unpack(machine, directory);
    Path xml = directory.resolve("exported.xml");
    Files.writeString(xml, output("--input", input.toString(), "--xml"));
    JsonNode json = new ObjectMapper().readTree(output("--input", input.toString(), "--json"));

    Map<ObjectType, Integer> counts = new EnumMap<>(ObjectType.class);
    count(json.get("root"), counts);
    try (Topology topology =
        Topology.loader(new TopologySource.XmlFile(xml)).filterAll(TypeFilter.KEEP_ALL).load()) {
      for (ObjectType type : ObjectType.values()) {
        int count = topology.count(type);
        assertThat(counts.getOrDefault(type, 0)).as("%s", type).isEqualTo(count);
        assertThat(json.get("counts").path(type.hwlocName()).asInt())
            .as("%s", type)
            .isEqualTo(count);
      }
      assertThat(json.get("root").get("cpuset").asText())
          .isEqualTo(topology.root().cpuset().toListString());
      assertThat(json.get("root").get("totalMemoryBytes").asLong())
          .isEqualTo(topology.root().totalMemoryBytes());
      assertThat(json.get("distances")).hasSameSizeAs(topology.distances());
      assertThat(json.get("cpuKinds")).hasSameSizeAs(topology.cpuKinds());
    }
  }

  private static void count(JsonNode object, Map<ObjectType, Integer> counts) {
    counts.merge(ObjectType.parse(object.get("type").asText()), 1, Integer::sum);
    for (String children : List.of("children", "memoryChildren", "ioChildren", "miscChildren")) {
      object.get(children).forEach(child -> count(child, counts));
    }
  }

  @Test
  void jsonHasTheAttributesOfEachObject() throws IOException {
    JsonNode json = new ObjectMapper().readTree(output("--synthetic", SMALL, "--json"));

    assertThat(json.get("source").asText()).isEqualTo("synthetic \"" + SMALL + "\"");
    assertThat(json.get("thisSystem").asBoolean()).isFalse();
    assertThat(json.get("allowedCpuset").asText()).isEqualTo("0-3");
    assertThat(json.get("counts").get("Core").asInt()).isEqualTo(2);
    JsonNode pack = json.get("root").get("children").get(0);
    JsonNode node = pack.get("memoryChildren").get(0);
    assertThat(node.get("localMemoryBytes").asLong()).isEqualTo(1L << 30);
    JsonNode cache = pack.get("children").get(0);
    assertThat(cache.get("type").asText()).isEqualTo("L3Cache");
    assertThat(cache.get("sizeBytes").asInt()).isEqualTo(1 << 20);
    assertThat(cache.get("cacheType").asText()).isEqualTo("UNIFIED");
    assertThat(cache.get("children").get(1).get("cpuset").asText()).isEqualTo("2-3");
  }

  @Test
  void readsTheXmlThatItWrites() throws IOException {
    Path xml = directory.resolve("machine.xml");
    Files.writeString(xml, output("--synthetic", SMALL, "--xml"));

    assertThat(output("--input", xml.toString())).isEqualTo(output("--synthetic", SMALL));
  }

  // ---- pictures

  @Test
  void drawsBothKindsOfPicturesAtOnce() throws IOException {
    Path svg = directory.resolve("machine.svg");
    Path png = directory.resolve("machine.png");

    assertThat(output("--synthetic", SMALL, "--svg", svg.toString(), "--png", png.toString()))
        .isEmpty();
    assertThat(Files.readString(svg))
        .contains(
            "width=\"" + ImageIO.read(png.toFile()).getWidth() + "\"",
            "<title>Topology of synthetic &quot;" + SMALL + "&quot;: 1 package, 1 NUMA node");
    assertThat(files()).containsExactly(png, svg);
  }

  @Test
  void picturesHaveDevicesIfAsked() throws IOException {
    String input = Machines.unpack("32em64t-2n8c2t-pci-normalio", directory).toString();
    Path svg = directory.resolve("machine.svg");

    output("--input", input, "--svg", svg.toString());
    assertThat(Files.readString(svg)).doesNotContain("PCI");
    output("--input", input, "--svg", svg.toString(), "--force", "--io");
    assertThat(Files.readString(svg)).contains("PCI 0000:").contains(">Net eth0<");
  }

  @Test
  void replacesAFileOnlyIfForced() throws IOException {
    Path svg = Files.writeString(directory.resolve("machine.svg"), "precious");

    assertFails(
        2,
        "--svg=" + svg + ": exists already; choose another name or add --force",
        "--svg",
        svg.toString());
    assertThat(svg).hasContent("precious");
    output("--synthetic", SMALL, "--force", "--svg", svg.toString());
    assertThat(Files.readString(svg)).startsWith("<?xml").endsWith("</svg>\n");
    assertThat(files()).containsExactly(svg);
  }

  @Test
  void replacesTheTargetOfALink() throws IOException {
    Path svg = Files.writeString(directory.resolve("machine.svg"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link.svg"), svg);

    output("--synthetic", SMALL, "--force", "--svg", link.toString());
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(svg)).startsWith("<?xml");
  }

  @Test
  void writesIntoDevices() throws IOException {
    assertThat(output("--synthetic", SMALL, "--svg", "/dev/null")).isEmpty();
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  // ---- errors

  @Test
  void rejectsAMissingInput() throws IOException {
    Path missing = directory.resolve("none.xml");
    assertFails(2, missing + ": there is no such file", "--input", missing.toString());
  }

  @Test
  void rejectsADirectoryAsInput() throws IOException {
    assertFails(
        2,
        "--input=" + directory + ": is a directory; must be an XML file",
        "--input",
        directory.toString());
  }

  @Test
  void rejectsAnInputThatIsNoXml() throws IOException {
    Path text = Files.writeString(directory.resolve("text.xml"), "no XML at all");
    assertFails(
        2,
        text + ": is not hwloc XML: it has no element <topology>",
        "--input",
        text.toString(),
        "--svg",
        directory.resolve("machine.svg").toString());
  }

  @Test
  void rejectsAnInvalidSyntheticDescription() throws IOException {
    assertFails(
        2,
        "synthetic \"core:two\": libhwloc (interface "
            + HwlocLibrary.version()
            + ") does not understand the description, which should be like \"package:2 core:8"
            + " pu:2\"",
        "--synthetic",
        "core:two");
  }

  @Test
  void rejectsTwoMachines() throws IOException {
    assertFails(
        2,
        "--input and --synthetic: only one machine can be shown",
        "--input",
        "machine.xml",
        "--synthetic",
        SMALL);
  }

  @Test
  void rejectsTwoFormatsOnStandardOutput() throws IOException {
    assertFails(2, "--xml and --json: only one may go to standard output", "--xml", "--json");
  }

  @Test
  void rejectsOneFileForTwoPictures() throws IOException {
    Path file = directory.resolve("machine");
    assertFails(
        2,
        "--svg and --png: name the same file, " + file,
        "--svg",
        file.toString(),
        "--png",
        file.toString());
  }

  @Test
  void rejectsADirectoryAsPicture() throws IOException {
    assertFails(
        2,
        "--png=" + directory + ": is a directory; must be a file",
        "--png",
        directory.toString());
  }

  @Test
  void rejectsAPictureInADirectoryThatDoesNotExist() throws IOException {
    Path file = directory.resolve("none").resolve("machine.svg");
    assertFails(
        2,
        "--svg=" + file + ": directory " + file.getParent() + " does not exist; create it first",
        "--svg",
        file.toString());
  }

  @Test
  void saysSoIfAFileCannotBeWritten() throws IOException {
    assertFails(
        1,
        "--svg=/dev/full: cannot be written: No space left on device",
        "--synthetic",
        SMALL,
        "--svg",
        "/dev/full");
  }

  @Test
  void saysSoIfADirectoryIsNotWritable() throws IOException {
    Path closed = Files.createDirectory(directory.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeFalse(Files.isWritable(closed), "the super-user may write anywhere");
    Path file = closed.resolve("machine.svg");
    assertFails(
        1,
        "--svg=" + file + ": cannot be written: permission denied",
        "--synthetic",
        SMALL,
        "--svg",
        file.toString());
  }

  @Test
  void showsStackTracesForDebugging() {
    assertThat(athanor("--debug", "--synthetic", "core:two")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith("athanor topology: synthetic \"core:two\": ")
        .contains("\tat org.athanor.topology.TopologyLoader");
  }

  @Test
  void saysWhatToInstallIfLibhwlocIsMissing() throws Exception {
    Athanor athanor =
        Athanor.run(
            directory, List.of("-Dathanor.topology.library=libhwloc-missing.so.15"), "topology");

    assertThat(athanor.code()).isEqualTo(1);
    assertThat(athanor.out()).isEmpty();
    assertThat(athanor.err())
        .isEqualToNormalizingNewlines(
            "athanor topology: libhwloc not found (looked for libhwloc-missing.so.15): install"
                + " package libhwloc15 (Debian, Ubuntu) or hwloc-libs (Fedora, RHEL), or name the"
                + " file with -Dathanor.topology.library\n");
  }

  @Test
  void loadsNothingOfHadoop() throws Exception {
    Athanor athanor =
        Athanor.run(directory, List.of("-Xlog:class+load:file=classes.log"), "topology");

    assertThat(athanor.code()).as(athanor.err()).isZero();
    assertThat(Files.readString(directory.resolve("classes.log")))
        .contains("org.athanor.topology.Topology ")
        .doesNotContain("org.apache.hadoop.", "org.athanor.engine.");
  }

  @Test
  void replacesControlCharactersInNames() throws IOException {
    String xml =
        output("--synthetic", SMALL, "--xml")
            .replaceFirst(
                "(<object type=\"Package\"[^>]*>)",
                "$1<info name=\"CPUModel\" value=\"red \u009b31m\"/>");
    Path file = Files.writeString(directory.resolve("names.xml"), xml);

    assertThat(output("--input", file.toString())).contains("red ?31m").doesNotContain("\u009b");
  }

  @Test
  void rejectsEndlessInput() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/zero")));
    assertFails(
        2, "--input=/dev/zero: has more than 64 MiB; is it hwloc's XML?", "--input", "/dev/zero");
  }

  @Test
  void rejectsElementsNestedTooDeeply() throws IOException {
    String deep = "<object type=\"Group\">".repeat(100_000);
    Path file = Files.writeString(directory.resolve("deep.xml"), "<topology>" + deep);
    assertFails(
        2,
        "--input=" + file + ": has elements nested more than 200 levels deep",
        "--input",
        file.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pu:1000000000", "core:100000(x=1) pu:2", "10 99999999999999999999"})
  void rejectsTooManyPus(String description) throws IOException {
    assertFails(
        2, "--synthetic=" + description + ": has more than 100000 PUs", "--synthetic", description);
  }
}
