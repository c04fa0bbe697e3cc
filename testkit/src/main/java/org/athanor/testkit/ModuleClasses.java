// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The compiled classes of a module, and what they depend on.
 *
 * @param root the package that all packages of the module are in, such as {@code
 *     org.athanor.engine}
 */
record ModuleClasses(String root, JavaClasses all) {

  /** The module whose tests run. */
  static ModuleClasses here(String root) {
    return new ModuleClasses(
        root, new ClassFileImporter().importPath(ModuleDirectory.PATH.resolve("target/classes")));
  }

  /** The modules whose classes are used: the part of a package's name after org.athanor. */
  Set<String> modulesUsed() {
    return all.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .map(dependency -> target(dependency).getName())
        .filter(name -> name.startsWith("org.athanor.") && !all.contain(name))
        .map(name -> name.split("\\.", -1)[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Set<String> packages() {
    return all.stream()
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .map(this::packageOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those from one class of the module to another. */
  List<Dependency> inside() {
    return all.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .filter(dependency -> all.contain(target(dependency).getName()))
        .toList();
  }

  /** The packages of the module that classes of one of its packages depend on. */
  Set<String> usedBy(String name) {
    return inside().stream()
        .filter(dependency -> from(dependency).equals(name))
        .map(this::to)
        .filter(used -> !used.equals(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  String from(Dependency dependency) {
    return packageOf(dependency.getOriginClass());
  }

  String to(Dependency dependency) {
    return packageOf(target(dependency));
  }

  /**
   * The first part of its package's name below {@link #root}; that of the root package is the last
   * part of its own name.
   */
  private String packageOf(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(root)
        ? root.substring(root.lastIndexOf('.') + 1)
        : name.substring(root.length() + 1).split("\\.", -1)[0];
  }

  private static JavaClass target(Dependency dependency) {
    return dependency.getTargetClass().getBaseComponentType();
  }
}
