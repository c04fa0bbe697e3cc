// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.workloads.usage.UsageException;

/** Runs the driver of an application as a program. */
public final class Driver {
  private Driver() {}

  /**
   * Runs a driver; prints one line if it fails. Returns the exit status: that of the driver, 1 if
   * it has failed, 2 if its arguments are wrong.
   *
   * @param name of the application, which begins the line
   */
  public static int run(String name, Tool tool, String... arguments) throws Exception {
    try {
      return ToolRunner.run(tool, arguments);
    } catch (UsageException | FileAlreadyExistsException wrong) {
      System.err.println(name + ": " + wrong.getMessage());
      return 2;
    } catch (IOException failed) {
      System.err.println(name + ": " + failed.getMessage());
      return 1;
    }
  }
}
