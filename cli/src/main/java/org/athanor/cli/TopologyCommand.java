// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.output.OutputFile;
import org.athanor.cli.topology.InputBounds;
import org.athanor.cli.topology.MachineView;
import org.athanor.cli.topology.TextTree;
import org.athanor.cli.topology.TopologyJson;
import org.athanor.cli.topology.TreeLines;
import org.athanor.cli.topology.picture.Picture;
import org.athanor.cli.topology.picture.PictureLayout;
import org.athanor.cli.topology.picture.PngWriter;
import org.athanor.cli.topology.picture.SvgWriter;
import org.athanor.cli.usage.UsageException;
import org.athanor.topology.HwlocLibrary;
import org.athanor.topology.LoadFlag;
import org.athanor.topology.ObjectType;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyException;
import org.athanor.topology.TopologyLoader;
import org.athanor.topology.TopologySource;
import org.athanor.topology.TypeFilter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows a machine's hardware topology. */
@Command(
    mixinStandardHelpOptions = true,
    customSynopsis = "athanor topology [OPTION]...",
    name = "topology",
    description = {
      "Shows the topology of a machine: packages, NUMA nodes, caches, cores, PUs.",
      "Without options it prints this machine as a tree."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor topology",
      "      prints this machine as a tree",
      "  athanor topology --svg machine.svg --png machine.png",
      "      draws it as nested boxes, as lstopo does",
      "  athanor topology --xml > machine.xml",
      "      saves it for hwloc's tools, or to show it later",
      "  athanor topology --input machine.xml --io",
      "      shows a saved machine with its disks, networks and GPUs",
      "  ssh host lstopo --of xml | athanor topology --input /dev/stdin",
      "      shows a remote machine",
      "  athanor topology --synthetic \"pack:2 [numa] l3:1 core:8 pu:2\" --svg new.svg",
      "      draws a machine from a description",
      "  athanor topology --json | jq '.counts.Core'",
      "      counts cores; docs/topology.md describes the members",
      "  taskset -c 0 athanor topology",
      "      marks the PUs that a process is bound to",
      "",
      "Exit code: 0 success, 1 libhwloc is missing or output could not be written,",
      "2 wrong usage or input."
    })
final class TopologyCommand implements Callable<Integer> {
  @ParentCommand private AthanorCommand athanor;

  @Option(
      names = "--input",
      paramLabel = "<file>",
      description = "Show the machine in an hwloc XML file, not this one.")
  private Path input;

  @Option(
      names = "--synthetic",
      paramLabel = "<text>",
      description = "Show the machine that a description in hwloc's synthetic format defines.")
  private String synthetic;

  @Option(
      names = "--io",
      description = "Show devices too: disks, networks, GPUs. XML and JSON always have them.")
  private boolean io;

  @Option(
      names = "--disallowed",
      description = "Show also, with a mark, the objects that the process is not allowed to use.")
  private boolean disallowed;

  @Option(
      names = "--svg",
      paramLabel = "<file>",
      description = "Draw the machine into an SVG file.")
  private Path svg;

  @Option(names = "--png", paramLabel = "<file>", description = "Draw the machine into a PNG file.")
  private Path png;

  @Option(names = "--xml", description = "Write hwloc's XML to standard output.")
  private boolean xml;

  @Option(names = "--json", description = "Write JSON to standard output.")
  private boolean json;

  @Option(names = "--force", description = "Replace files that exist.")
  private boolean force;

  @Option(names = "--debug", description = "Show stack traces.")
  private boolean debug;

  @Override
  public Integer call() {
    try {
      show();
      return ExitCode.SUCCESS;
    } catch (UsageException e) {
      return failed(ExitCode.USAGE, e.getMessage(), e);
    } catch (TopologyException e) {
      boolean ours = HwlocLibrary.isAvailable() && (input != null || synthetic != null);
      return failed(ours ? ExitCode.USAGE : ExitCode.FAILED, e.getMessage(), e);
    } catch (IOException e) {
      return failed(ExitCode.FAILED, e.getMessage(), e);
    }
  }

  private int failed(int code, String message, Exception error) {
    athanor.err().println("athanor topology: " + InputBounds.printable(message));
    if (debug) {
      error.printStackTrace(athanor.err());
    }
    return code;
  }

  private void show() throws UsageException, IOException {
    if (xml && json) {
      throw new UsageException("--xml and --json: only one may go to standard output");
    }
    Optional<OutputFile> svgFile = output("--svg", svg);
    Optional<OutputFile> pngFile = output("--png", png);
    if (svgFile.isPresent() && pngFile.isPresent() && svgFile.get().isSameAs(pngFile.get())) {
      throw new UsageException("--svg and --png: name the same file, " + svg);
    }
    try (Topology topology = load()) {
      MachineView view = MachineView.of(topology, io);
      if (svgFile.isPresent() || pngFile.isPresent()) {
        draw(PictureLayout.of(view), svgFile, pngFile);
      }
      print(view, svgFile.isPresent() || pngFile.isPresent());
    }
  }

  private Optional<OutputFile> output(String option, Path file) throws UsageException {
    return file == null ? Optional.empty() : Optional.of(OutputFile.open(option, file, force));
  }

  private Topology load() throws UsageException {
    TopologyLoader loader =
        Topology.loader(source())
            .filter(ObjectType.L1I_CACHE, TypeFilter.KEEP_ALL)
            .filter(ObjectType.L2I_CACHE, TypeFilter.KEEP_ALL)
            .filter(ObjectType.L3I_CACHE, TypeFilter.KEEP_ALL)
            .filter(ObjectType.MEMORY_CACHE, TypeFilter.KEEP_ALL);
    if (io || xml || json) {
      loader.filterIo(TypeFilter.KEEP_IMPORTANT).filter(ObjectType.MISC, TypeFilter.KEEP_ALL);
    }
    if (disallowed) {
      loader.flags(LoadFlag.INCLUDE_DISALLOWED);
    }
    return loader.load();
  }

  private TopologySource source() throws UsageException {
    if (input != null && synthetic != null) {
      throw new UsageException("--input and --synthetic: only one machine can be shown");
    }
    if (input != null) {
      if (Files.isDirectory(input)) {
        throw new UsageException("--input=" + input + ": is a directory; must be an XML file");
      }
      return xmlInput();
    }
    if (synthetic != null) {
      InputBounds.check(synthetic);
      return new TopologySource.Synthetic(synthetic);
    }
    return new TopologySource.ThisMachine();
  }

  /**
   * Lets hwloc read a regular file, so that its messages name the file. A pipe can be read once
   * only, so its text is passed to hwloc.
   */
  private TopologySource xmlInput() throws UsageException {
    try {
      String xml = InputBounds.read(input);
      return Files.isRegularFile(input)
          ? new TopologySource.XmlFile(input)
          : new TopologySource.XmlText(xml);
    } catch (NoSuchFileException e) {
      return new TopologySource.XmlFile(input); // hwloc's message says that it does not exist
    } catch (IOException e) {
      throw new UsageException("--input=" + input + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static void draw(
      Picture picture, Optional<OutputFile> svgFile, Optional<OutputFile> pngFile)
      throws IOException, UsageException {
    if (svgFile.isPresent()) {
      write(svgFile.get(), SvgWriter.of(picture).getBytes(UTF_8));
    }
    if (pngFile.isPresent()) {
      write(pngFile.get(), PngWriter.of(picture));
    }
  }

  private static void write(OutputFile file, byte[] content) throws IOException, UsageException {
    try {
      file.write(content);
    } catch (FileSystemException e) {
      throw new IOException(file + ": cannot be written: " + reason(e), e);
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private static String reason(FileSystemException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e.getReason() == null ? e.toString() : e.getReason();
  }

  private void print(MachineView view, boolean drawn) throws IOException {
    PrintStream out = athanor.out();
    if (xml) {
      out.write(view.topology().toXml().getBytes(UTF_8));
    } else if (json) {
      out.write((TopologyJson.of(view, Version.athanor()) + "\n").getBytes(UTF_8));
    } else if (!drawn) {
      out.print(TextTree.of(view, TreeLines.in(terminalCharset())));
    }
    out.flush();
  }

  /** The charset of {@link System#out}; Java 17 has the second property only. */
  private static Charset terminalCharset() {
    String name = System.getProperty("stdout.encoding", System.getProperty("native.encoding"));
    return name == null ? Charset.defaultCharset() : Charset.forName(name);
  }
}
