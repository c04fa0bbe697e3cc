// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.athanor.cli.topology.MachineView;
import org.athanor.cli.topology.Machines;
import org.athanor.topology.CpuSet;
import org.athanor.topology.LoadFlag;
import org.athanor.topology.ObjectType;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyLoader;
import org.athanor.topology.TopologyObject;
import org.athanor.topology.TopologySource;
import org.athanor.topology.TypeFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Properties of the picture of any machine. */
class PictureTest {
  @TempDir private Path directory;

  @BeforeAll
  static void need() {
    Machines.needLibrary();
  }

  static List<String> machines() {
    List<String> machines = new ArrayList<>(Machines.all());
    machines.addAll(
        List.of(
            "pu:1",
            "core:1 pu:1",
            "pack:1 core:1 pu:8",
            "pack:2 [numa] l3:1 core:8 pu:2",
            "pack:2 die:3 l3:2 l2:2 core:2 pu:4",
            "group:3 [numa] pack:2 [numa(memory=1TB)] core:7 pu:1",
            "numa:5 core:13 pu:3",
            "pack:12 core:10 pu:1",
            "pack:3 [numa] l3:4 core:13 pu:2",
            "group:2 pack:3 die:2 core:9 pu:2"));
    return machines;
  }

  private MachineView view(String machine) throws IOException {
    TopologySource source =
        machine.contains(":")
            ? new TopologySource.Synthetic(machine)
            : new TopologySource.XmlFile(Machines.unpack(machine, directory));
    TopologyLoader loader =
        Topology.loader(source)
            .filterAll(TypeFilter.KEEP_ALL)
            .filterIo(TypeFilter.KEEP_IMPORTANT)
            .flags(LoadFlag.INCLUDE_DISALLOWED);
    try (Topology topology = loader.load()) {
      return MachineView.of(topology, true);
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void boxesAreWithinTheirParentsAndDoNotOverlap(String machine) throws IOException {
    Picture picture = PictureLayout.of(view(machine));

    Box all = picture.machine();
    assertThat(all.x()).isPositive();
    assertThat(all.y()).isPositive();
    assertThat(all.right()).isLessThan(picture.width());
    assertThat(all.bottom()).isLessThan(picture.legend().get(0).baseline());
    all.all().forEach(PictureTest::checkInside);
  }

  private static void checkInside(Box box) {
    for (TextLine line : box.text()) {
      assertThat(line.x()).as("%s of %s", line, box.object()).isGreaterThan(box.x());
      assertThat(line.right()).as("%s of %s", line, box.object()).isLessThan(box.right());
      assertThat(line.baseline()).as("%s of %s", line, box.object()).isLessThan(box.bottom());
    }
    int textBottom = box.text().stream().mapToInt(TextLine::baseline).max().orElse(box.y());
    for (Box child : box.children()) {
      assertThat(
              child.x() > box.x()
                  && child.right() < box.right()
                  && child.y() > textBottom
                  && child.bottom() < box.bottom())
          .as("%s is within %s", child.object(), box.object())
          .isTrue();
    }
    for (int i = 0; i < box.children().size(); i++) {
      for (int j = 0; j < i; j++) {
        Box a = box.children().get(i);
        Box b = box.children().get(j);
        assertThat(
                a.right() < b.x() || b.right() < a.x() || a.bottom() < b.y() || b.bottom() < a.y())
            .as("%s and %s do not overlap", a.object(), b.object())
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void everyObjectButBridgesHasOneBox(String machine) throws IOException {
    MachineView view = view(machine);
    List<TopologyObject> drawn = PictureLayout.of(view).machine().all().map(Box::object).toList();

    assertThat(drawn)
        .containsExactlyInAnyOrderElementsOf(
            view.topology()
                .root()
                .subtree()
                .filter(object -> object.type() != ObjectType.BRIDGE)
                .toList());
  }

  /** Packages, groups, dies, cores and PUs are compared; memory and caches as parts of them. */
  @ParameterizedTest
  @MethodSource("machines")
  void whatHasTheSameSubtreeIsDrawnAlike(String machine) throws IOException {
    MachineView view = view(machine);
    Map<String, String> drawings = new HashMap<>();
    PictureLayout.of(view)
        .machine()
        .all()
        .filter(box -> !box.object().type().isCache())
        .filter(box -> !BARS.contains(box.object().type()))
        .forEach(
            box -> {
              String drawing = drawing(box, box.x(), box.y());
              String other = drawings.putIfAbsent(subtree(view, box.object()), drawing);
              assertThat(drawing).as("%s", box.object()).isEqualTo(other == null ? drawing : other);
            });
  }

  private static final Set<ObjectType> BARS =
      EnumSet.of(
          ObjectType.NUMA_NODE,
          ObjectType.MEMORY_CACHE,
          ObjectType.PCI_DEVICE,
          ObjectType.OS_DEVICE,
          ObjectType.MISC);

  /** Types, kinds and marks of all that is in an object, and the names of devices. */
  private static String subtree(MachineView view, TopologyObject object) {
    String name = view.coreKind(object).orElse("") + view.mark(object).map(Enum::name).orElse("");
    if (object.type() == ObjectType.PCI_DEVICE || object.type() == ObjectType.OS_DEVICE) {
      name = object.toString() + object.name() + object.pci() + object.osDevice();
    }
    return object.type()
        + name
        + view.children(object).stream()
            .map(child -> subtree(view, child))
            .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Places, seen from the corner of the outermost box, and sizes. */
  private static String drawing(Box box, int left, int top) {
    return box.object().type()
        + " "
        + (box.x() - left)
        + ","
        + (box.y() - top)
        + " "
        + box.width()
        + "x"
        + box.height()
        + box.children().stream()
            .map(child -> drawing(child, left, top))
            .collect(Collectors.joining("; ", "[", "]"));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void hasAModerateAspectRatio(String machine) throws IOException {
    Picture picture = PictureLayout.of(view(machine));

    assertThat((double) picture.machine().width() / picture.machine().height()).isBetween(0.4, 3.5);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void svgHasTheSameBoxes(String machine) throws Exception {
    Picture picture = PictureLayout.of(view(machine));
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(SvgWriter.of(picture).getBytes(UTF_8)));

    Element root = svg.getDocumentElement();
    assertThat(root.getAttribute("width")).isEqualTo("" + picture.width());
    assertThat(root.getAttribute("viewBox"))
        .isEqualTo("0 0 " + picture.width() + " " + picture.height());
    assertThat(root.getAttribute("role")).isEqualTo("img");
    assertThat(root.getAttribute("aria-label")).isEqualTo(picture.title());
    assertThat(root.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo(picture.title());
    List<Element> boxes = elements(root, "g").filter(group -> group.hasAttribute("class")).toList();
    assertThat(boxes.stream().map(group -> elements(group, "title").findFirst().orElseThrow()))
        .hasSize((int) picture.machine().all().count());
    assertThat(
            boxes.stream()
                .filter(group -> group.getAttribute("class").startsWith("pu"))
                .map(PictureTest::tooltip)
                .collect(Collectors.toSet()))
        .isEqualTo(
            picture
                .machine()
                .all()
                .map(Box::object)
                .filter(object -> object.type() == ObjectType.PU)
                .map(pu -> pu + ", PUs P#" + pu.cpuset().toListString())
                .collect(Collectors.toSet()));
  }

  private static Stream<Element> elements(Element root, String name) {
    List<Element> found = new ArrayList<>();
    for (int i = 0; i < root.getElementsByTagName(name).getLength(); i++) {
      found.add((Element) root.getElementsByTagName(name).item(i));
    }
    return found.stream();
  }

  private static String tooltip(Element group) {
    for (Node node = group.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals("title")) {
        return node.getTextContent();
      }
    }
    throw new AssertionError("no title");
  }

  @ParameterizedTest
  @MethodSource("machines")
  void pngHasTheColoursOfTheBoxes(String machine) throws IOException {
    Picture picture = PictureLayout.of(view(machine));
    BufferedImage png = ImageIO.read(new ByteArrayInputStream(PngWriter.of(picture)));

    assertThat(png.getWidth()).isEqualTo(picture.width());
    assertThat(png.getHeight()).isEqualTo(picture.height());
    picture
        .machine()
        .all()
        .forEach(
            box -> {
              assertThat(png.getRGB(box.x(), box.y()) & 0xffffff).isEqualTo(Picture.INK);
              assertThat(png.getRGB(box.x() + 1, box.y() + 1) & 0xffffff)
                  .isEqualTo(box.style().rgb());
              for (TextLine line : box.text()) {
                assertThat(png.getRGB(box.right() - 2, line.baseline() - 4) & 0xffffff)
                    .as("behind %s", line)
                    .isEqualTo(box.style().rgb());
              }
            });
  }

  @Test
  @Tag("short")
  void marksDisallowedObjectsInWordsToo() throws IOException {
    MachineView view = view("irregulargroups-disallowed");
    Set<String> texts = new HashSet<>();
    Set<BoxStyle> styles = new HashSet<>();
    PictureLayout.of(view)
        .machine()
        .all()
        .filter(box -> box.object().type() == ObjectType.PU)
        .forEach(
            box -> {
              styles.add(box.style());
              texts.add(box.text().get(box.text().size() - 1).text().replaceAll("\\d+", "N"));
            });

    assertThat(styles).containsExactlyInAnyOrder(BoxStyle.PU, BoxStyle.PU_DISALLOWED);
    assertThat(texts).containsExactlyInAnyOrder("P#N", "disallowed");
  }

  @Test
  @Tag("short")
  void marksThePusThatTheProcessIsBoundTo() throws IOException {
    MachineView free = view("pack:2 core:2 pu:2");
    MachineView bound = new MachineView(free.topology(), Optional.of(CpuSet.of(1, 2)), false);

    assertThat(
            PictureLayout.of(bound)
                .machine()
                .all()
                .filter(box -> box.style() == BoxStyle.PU_BOUND)
                .map(box -> box.text().stream().map(TextLine::text).toList()))
        .containsExactly(List.of("PU L#1", "P#1", "bound"), List.of("PU L#2", "P#2", "bound"));
  }

  @Test
  @Tag("short")
  void escapesCharactersThatXmlDoesNotAllow() throws Exception {
    MachineView view = view("pu:1");
    Picture picture = PictureLayout.of(view);
    Picture named =
        new Picture(
            "<&\"\u0000\ud800>",
            100,
            100,
            picture.machine(),
            List.of(new TextLine("a\u0001", 1, 1)));

    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(SvgWriter.of(named).getBytes(UTF_8)));
    assertThat(svg.getDocumentElement().getAttribute("aria-label")).isEqualTo("<&\"\ufffd\ufffd>");
  }

  @Test
  @Tag("short")
  void saysHowMuchMemoryAHugePngNeeds() throws IOException {
    Picture picture = PictureLayout.of(view("pu:1"));
    Picture huge = new Picture("huge", 1 << 20, 1 << 20, picture.machine(), List.of());

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> PngWriter.of(huge))
        .withMessage(
            "the picture is 1048576 x 1048576 pixels, too large for this heap: set"
                + " ATHANOR_HEAP=8193g, or draw with --svg");
  }
}
