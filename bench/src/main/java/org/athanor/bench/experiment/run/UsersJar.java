// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/** A jar of the user. */
record UsersJar(Path file) {

  /**
   * What is wrong with a readable file, so that it is known before the first trial: it is no jar,
   * or does not have some classes.
   *
   * @param classes with their packages
   */
  List<String> problems(List<String> classes) {
    List<String> problems = new ArrayList<>();
    try (ZipFile jar = new ZipFile(file.toFile())) {
      for (String name : classes) {
        if (jar.getEntry(name.replace('.', '/') + ".class") == null) {
          problems.add(
              file + ": has no class " + name + "; must have it, with its package as directories");
        }
      }
    } catch (IOException damaged) {
      problems.add(file + ": is no jar: " + damaged.getMessage());
    }
    return problems;
  }
}
