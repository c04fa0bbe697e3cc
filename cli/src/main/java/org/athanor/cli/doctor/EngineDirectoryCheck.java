// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.athanor.engine.config.EngineKeys;

/** Looks at where containers get the engine from. */
final class EngineDirectoryCheck implements Check.Look {
  private final Target target;

  EngineDirectoryCheck(Target target) {
    this.target = target;
  }

  @Override
  public Finding now() throws IOException {
    String directory = target.conf().getTrimmed(EngineKeys.YARN_ENGINE.name(), "");
    if (directory.isEmpty()) {
      return Finding.ok("containers get the client's jars, copied once to the staging directory");
    }
    Path path = new Path(directory);
    if ("file".equals(path.toUri().getScheme())) {
      return Finding.ok(directory + " on each node, which cannot be seen from here");
    }
    try (FileSystem fs =
        FileSystem.newInstance(
            path.toUri().getScheme() == null
                ? FileSystem.getDefaultUri(target.conf())
                : path.toUri(),
            target.conf())) {
      long jars =
          Arrays.stream(fs.listStatus(path))
              .filter(file -> file.isFile() && file.getPath().getName().endsWith(".jar"))
              .count();
      return jars == 0
          ? Finding.problem(
              directory + " has no jars", "copy the jars of `athanor classpath` there")
          : Finding.ok(directory + ", " + jars + " jars");
    } catch (FileNotFoundException e) {
      return Finding.problem(
          directory + " does not exist", "copy the jars of `athanor classpath` there");
    }
  }
}
