// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The tables of docs/architecture.md, read by the tests of one module. */
final class ArchitecturePage {
  private static final Path ROOT = ModuleDirectory.PATH.resolve("..");
  private static final Path FILE = ROOT.resolve("docs/architecture.md");
  private static final Pattern MODULE = Pattern.compile("`([a-z-]+)`");

  private ArchitecturePage() {}

  /** The modules in the last column of a module's row. */
  static Set<String> modulesUsedBy(String module) throws IOException {
    String row =
        Files.readAllLines(FILE).stream()
            .filter(line -> line.startsWith("| `" + module + "` |"))
            .findFirst()
            .orElseThrow();
    return MODULE
        .matcher(row.split("\\|", -1)[3])
        .results()
        .map(found -> found.group(1))
        .filter(name -> Files.exists(ROOT.resolve(name).resolve("pom.xml")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The packages below a root package, from top to bottom, as their table names them. */
  static List<String> packagesBelow(String root) throws IOException {
    return Files.readAllLines(FILE).stream()
        .dropWhile(line -> !line.startsWith("| package of `" + root + "` |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.split("`", -1)[1])
        .toList();
  }
}
