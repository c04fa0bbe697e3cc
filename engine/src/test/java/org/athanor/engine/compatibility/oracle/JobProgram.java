// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

/** A program as a user would write it: it configures jobs, runs them, and returns an exit code. */
@FunctionalInterface
public interface JobProgram {
  int run(Workspace workspace) throws Exception;
}
