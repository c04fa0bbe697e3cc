// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Fills a directory with a part of a Python package. Nothing is installed. No code of the package
 * runs, except that pip runs the build script of a source distribution to read its metadata.
 */
final class PipFetch {

  private static final String SOURCES = ".tar.gz";

  private final ArtifactSet.PipPackage set;
  private final Tools tools;
  private final Path log;

  PipFetch(ArtifactSet.PipPackage set, Tools tools, Path log) {
    this.set = set;
    this.tools = tools;
    this.log = log;
  }

  void into(Path directory, Consumer<String> progress) throws IOException, InterruptedException {
    Path downloads = Files.createDirectory(directory.resolve("download"));
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    List<String> command = new ArrayList<>(tools.pip());
    command.addAll(List.of("download", "--no-deps", "--no-input", "--progress-bar", "off"));
    command.addAll(List.of("--dest", downloads.toString(), set.requirement()));
    // A temporary directory of its own: an interrupted download leaves nothing in the system's.
    ToolRun run =
        ToolRun.of(
            command,
            downloads,
            Map.of("TMPDIR", temporary.toString()),
            log,
            line -> say(line, progress));
    if (run.status() != 0) {
      throw new FetchException(reason(run));
    }
    progress.accept(set.title() + ": unpacking");
    Path home = Files.createDirectory(directory.resolve("home"));
    Path archive = archive(downloads);
    if (archive.toString().endsWith(SOURCES)) {
      untar(archive, home);
    } else {
      unzip(archive, home);
    }
    for (String name : set.keep()) {
      if (!Files.exists(home.resolve(name))) {
        throw new FetchException(
            set.title() + ": " + archive.getFileName() + " has no " + set.root() + "/" + name);
      }
    }
    for (String name : set.executable()) {
      makeExecutable(home.resolve(name));
    }
  }

  private void say(String line, Consumer<String> progress) {
    String text = line.strip();
    if (text.startsWith("Downloading ") || text.startsWith("Using cached ")) {
      progress.accept(set.title() + ": " + text);
    }
  }

  private String reason(ToolRun run) {
    String error =
        run.lines().stream()
            .filter(line -> line.startsWith("ERROR: "))
            .map(line -> line.substring("ERROR: ".length()))
            .reduce((first, last) -> last)
            .orElse("exit status " + run.status());
    if (error.startsWith("No matching distribution")) {
      return set.title()
          + ": not in pip's indexes: "
          + set.requirement()
          + "; choose another version, give an installed home, or set pip's index-url to one that"
          + " has it";
    }
    return set.title() + ": pip failed: " + error + "; all of its output is in " + log;
  }

  private static Path archive(Path downloads) throws IOException {
    try (Stream<Path> files = Files.list(downloads)) {
      List<Path> found = files.toList();
      if (found.size() != 1) {
        throw new FetchException("pip downloaded " + found.size() + " files instead of one");
      }
      return found.get(0);
    }
  }

  private void untar(Path archive, Path home) throws IOException, InterruptedException {
    int depth = set.root().split("/", -1).length;
    List<String> command = new ArrayList<>(tools.tar());
    command.addAll(List.of("-xzf", archive.toString(), "-C", home.toString()));
    command.add("--no-same-owner");
    command.add("--strip-components=" + depth);
    set.keep().forEach(name -> command.add(set.root() + "/" + name));
    ToolRun run = ToolRun.of(command, home, Map.of(), log, line -> {});
    if (run.status() != 0) {
      throw new FetchException(
          set.title() + ": cannot unpack " + archive.getFileName() + ": " + last(run.lines()));
    }
  }

  private static String last(List<String> lines) {
    return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
  }

  private void unzip(Path archive, Path home) throws IOException {
    String root = set.root() + "/";
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
        ZipEntry entry = entries.nextElement();
        String name = entry.getName();
        if (!name.startsWith(root) || entry.isDirectory()) {
          continue;
        }
        String relative = name.substring(root.length());
        Path target = home.resolve(relative).normalize();
        if (set.keep().contains(relative.split("/", 2)[0]) && target.startsWith(home)) {
          Files.createDirectories(target.getParent());
          try (InputStream in = zip.getInputStream(entry)) {
            Files.copy(in, target);
          }
        }
      }
    }
  }

  private static void makeExecutable(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.toFile().setExecutable(true, false)) {
          throw new FetchException("cannot make " + file + " executable");
        }
      }
    }
  }
}
