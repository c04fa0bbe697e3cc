// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks the dependencies of docs/architecture.md: section "Modules" and the table of packages. */
class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPath(Path.of("target", "classes"));
  private static final Path ARCHITECTURE = Path.of("..", "docs", "architecture.md");
  private static final String ROOT = "org.athanor.engine";
  private static final String SELF = "engine";
  private static final Pattern MODULE = Pattern.compile("`([a-z-]+)`");

  @Test
  void packagesDoNotDependOnEachOtherInCircles() {
    slices().matching("(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void dependsOnTheModulesOfItsRow() throws IOException {
    assertThat(modulesUsed()).isEqualTo(modulesInTable("engine"));
  }

  @Test
  void theTableHasEveryPackage() throws IOException {
    assertThat(packagesInTable())
        .containsExactlyInAnyOrderElementsOf(
            CLASSES.stream()
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .map(type -> packageOf(type.getPackageName()))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void packagesDependOnThoseBelowThemInTheTable() throws IOException {
    List<String> table = packagesInTable();
    Set<String> upwards = new TreeSet<>();
    for (Dependency dependency : dependencies()) {
      String from = packageOf(dependency.getOriginClass().getPackageName());
      String to = packageOf(target(dependency).getPackageName());
      if (table.indexOf(to) < table.indexOf(from)) {
        upwards.add(from + " uses " + to + ": " + dependency.getDescription());
      }
    }
    assertThat(upwards).isEmpty();
  }

  @Test
  void historyLogsAndClientNeedLessThanTheTableAllows() {
    assertThat(usedBy("logs")).isSubsetOf("job", "files", "thread");
    assertThat(usedBy("history")).isSubsetOf("job", "files", "thread");
    assertThat(usedBy("client")).isSubsetOf("job", "files", "thread", "history", SELF);
  }

  private static Set<String> usedBy(String name) {
    return dependencies().stream()
        .filter(dependency -> packageOf(dependency.getOriginClass().getPackageName()).equals(name))
        .map(dependency -> packageOf(target(dependency).getPackageName()))
        .filter(used -> !used.equals(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the dependencies between classes of the module. */
  private static List<Dependency> dependencies() {
    return CLASSES.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .filter(dependency -> CLASSES.contain(target(dependency).getName()))
        .toList();
  }

  private static JavaClass target(Dependency dependency) {
    return dependency.getTargetClass().getBaseComponentType();
  }

  /** Returns the table's packages from top to bottom. */
  private static List<String> packagesInTable() throws IOException {
    return Files.readAllLines(ARCHITECTURE).stream()
        .dropWhile(line -> !line.startsWith("| package of `" + ROOT + "` |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.split("`", -1)[1])
        .toList();
  }

  /** Returns a package's first name below the module's package, or {@link #SELF} for the latter. */
  private static String packageOf(String name) {
    return name.equals(ROOT) ? SELF : name.substring(ROOT.length() + 1).split("\\.", -1)[0];
  }

  /** Returns the modules whose classes are used, by the names of packages after org.athanor. */
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
        Files.readAllLines(ARCHITECTURE).stream()
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
