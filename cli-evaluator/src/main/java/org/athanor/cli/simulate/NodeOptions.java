// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.cli.machine.CatalogueKinds;
import org.athanor.cli.machine.Figure;
import org.athanor.cli.machine.NodeDraft;
import org.athanor.cli.machine.NodeDraft.Item;
import org.athanor.cli.machine.NodeFigures;
import org.athanor.cli.machine.ThisMachine;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.Reason;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.yaml.text.ByteRate;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.Frequency;
import picocli.CommandLine.Option;

/** Options that say what the nodes of a scenario are like. An option goes before a measurement. */
final class NodeOptions {
  /** Options with an example of each. */
  private static final Map<Item, String> OPTIONS =
      Map.of(
          Item.CLOCK, "--clock='2.8 GHz'",
          Item.LINK, "--link='10 Gbit/s'",
          Item.READ, "--read='118 MB/s'",
          Item.WRITE, "--write='83 MB/s'",
          Item.CAPACITY, "--capacity=1t");

  @Option(names = "--machine", description = "Write a cluster of nodes like this machine.")
  private boolean machine;

  @Option(
      names = "--catalogue",
      paramLabel = "<where>",
      description =
          "Write a cluster of nodes of a kind that is in this catalogue: a file, or a"
              + " jdbc:postgresql: URL.")
  private String catalogue;

  @Option(
      names = "--kind",
      paramLabel = "<id>",
      description = "Id of the kind in the catalogue, or its beginning; needed if it has several.")
  private String kind = "";

  @Option(
      names = "--nodes",
      paramLabel = "<number>",
      description = "Number of nodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 1;

  @Option(
      names = "--directory",
      paramLabel = "<directory>",
      description =
          "With --machine: write and read a file of 256 MiB there, for at most 5 s each, to measure"
              + " the device.")
  private Path directory;

  @Option(names = "--clock", paramLabel = "<frequency>", description = "Such as '2.8 GHz'.")
  private String clock;

  @Option(names = "--link", paramLabel = "<rate>", description = "Such as '10 Gbit/s'.")
  private String link;

  @Option(
      names = "--read",
      paramLabel = "<rate>",
      description = "Of the device, such as '118 MB/s'.")
  private String read;

  @Option(
      names = "--write",
      paramLabel = "<rate>",
      description = "Of the device, such as '83 MB/s'.")
  private String write;

  @Option(
      names = "--capacity",
      paramLabel = "<size>",
      description = "Of the device, such as 1t (default with --directory: of its file system).")
  private String capacity;

  int nodes() throws UsageException {
    if (nodes < 1 || nodes > 1_000_000) {
      throw new UsageException("--nodes=" + nodes + ": must be from 1 to 1000000");
    }
    return nodes;
  }

  /**
   * The node that the options describe; empty if they name neither this machine nor a catalogue.
   *
   * @throws UsageException if an option is wrong, or something is neither given nor known
   * @throws IOException if the machine or the catalogue cannot be read; the message is one line
   */
  Optional<NodeFigures> node() throws UsageException, IOException, InterruptedException {
    if (machine && catalogue != null) {
      throw new UsageException("--machine and --catalogue exclude each other; leave one out");
    }
    if (directory != null && !machine) {
      throw new UsageException("--directory measures this machine; add --machine");
    }
    if (!machine && catalogue == null) {
      return Optional.empty();
    }
    NodeDraft node = new NodeDraft();
    give(node, Item.CLOCK, clock, text -> Frequency.parse(text).map(Frequency::hertz));
    give(node, Item.LINK, link, NodeOptions::rate);
    give(node, Item.READ, read, NodeOptions::rate);
    give(node, Item.WRITE, write, NodeOptions::rate);
    give(node, Item.CAPACITY, capacity, NodeOptions::size);
    if (machine) {
      thisMachine(node);
    } else {
      node.set(kind());
    }
    checkComplete(node);
    return Optional.of(node.complete());
  }

  private static Optional<Double> rate(String text) {
    return ByteRate.parse(text).map(ByteRate::bytesPerSecond);
  }

  private static Optional<Double> size(String text) {
    return ByteSize.parse(text).map(size -> (double) size.bytes());
  }

  /** Converts an option's text; empty if it is not a value. */
  private interface Parser {
    Optional<Double> parse(String text);
  }

  private static void give(NodeDraft node, Item item, String text, Parser parser)
      throws UsageException {
    if (text == null) {
      return;
    }
    String example = OPTIONS.get(item);
    String option = example.substring(0, example.indexOf('='));
    Optional<Double> value = parser.parse(text).filter(number -> number > 0);
    if (value.isEmpty()) {
      throw new UsageException(
          option + "=" + text + ": must be above 0, with a unit, such as " + example);
    }
    node.set(item, new Figure(value.get(), option));
  }

  private void thisMachine(NodeDraft node)
      throws UsageException, IOException, InterruptedException {
    ThisMachine files = new ThisMachine(Path.of("/"));
    node.set(Nodes.localhost().system(), files);
    if (directory == null) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new UsageException("--directory=" + directory + ": must be a directory that exists");
    }
    try {
      node.measure(directory, files);
    } catch (IOException failed) {
      throw new IOException("--directory=" + directory + ": " + Reason.of(failed), failed);
    }
  }

  private CatalogueKinds.Kind kind() throws UsageException, IOException {
    try {
      CatalogueLocation location = CatalogueLocation.of(catalogue);
      if (!location.exists()) {
        throw new UsageException(
            "--catalogue=" + catalogue + ": does not exist; name an existing catalogue");
      }
      CatalogueKinds all = CatalogueKinds.read(location);
      List<CatalogueKinds.Kind> kinds = all.withId(kind);
      if (kinds.size() != 1) {
        String known =
            all.withId("").stream()
                .map(each -> each.hardware().id() + " (" + each.text() + ")")
                .collect(Collectors.joining(", "));
        throw new UsageException(
            "--kind="
                + kind
                + ": names "
                + kinds.size()
                + " kinds of nodes; must name one of "
                + known);
      }
      return kinds.get(0);
    } catch (CatalogueException unusable) {
      throw new IOException(unusable.getMessage(), unusable);
    }
  }

  private void checkComplete(NodeDraft node) throws UsageException {
    if (!node.missing().isEmpty()) {
      boolean measurable = machine && directory == null;
      throw new UsageException(
          node.name()
              + " does not say everything; set "
              + node.missing().stream().map(OPTIONS::get).collect(Collectors.joining(" "))
              + (measurable ? ", or --directory to measure its device" : ""));
    }
  }
}
