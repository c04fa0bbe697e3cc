// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

/** The files of this JVM's submissions, for a JVM that outlives the application that made them. */
public final class SubmissionFiles {
  private SubmissionFiles() {}

  /**
   * Deletes the directories for submissions, as the end of the JVM would. The file systems that
   * they are on must not be closed yet, and no job may run. Later submissions make new ones. What
   * cannot be deleted is logged.
   */
  public static void deleteAll() {
    StagingArea.deleteAll();
    JobFiles.SHARED.deleteUnless(id -> false);
  }
}
