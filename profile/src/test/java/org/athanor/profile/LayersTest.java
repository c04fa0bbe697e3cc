// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks the dependencies of this module: docs/architecture.md, "Modules". */
class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPath(Path.of("target", "classes"));
  private static final Pattern MODULE = Pattern.compile("`([a-z-]+)`");

  @Test
  void packagesDoNotDependOnEachOtherInCircles() {
    slices().matching("(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void dependsOnTheModulesOfItsRow() throws IOException {
    assertThat(modulesUsed()).isEqualTo(modulesInTable("profile"));
  }

  /** Modules whose classes are used: the part of a package's name after org.athanor. */
  private static Set<String> modulesUsed() {
    return CLASSES.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .map(dependency -> dependency.getTargetClass().getBaseComponentType().getName())
        .filter(name -> name.startsWith("org.athanor.") && !CLASSES.contain(name))
        .map(name -> name.split("\\.", -1)[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> modulesInTable(String module) throws IOException {
    String row =
        Files.readAllLines(Path.of("..", "docs", "architecture.md")).stream()
            .filter(line -> line.startsWith("| `" + module + "` |"))
            .findFirst()
            .orElseThrow();
    String dependsOn = row.split("\\|", -1)[3];
    return MODULE
        .matcher(dependsOn)
        .results()
        .map(found -> found.group(1))
        .filter(name -> Files.exists(Path.of("..", name, "pom.xml")))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
