// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.evaluator;

import java.io.IOException;
import org.athanor.cli.Version;
import picocli.CommandLine.IVersionProvider;

/** The versions that a problem report should name. */
public final class EvaluatorVersion implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      "athanor " + Version.athanor(),
      "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
    };
  }
}
