// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

/** Names of files. */
final class FileNames {
  private FileNames() {}

  /** A text as part of a file's name: other characters than letters, digits, '.', '-' are '_'. */
  static String of(String text) {
    return text.replaceAll("[^A-Za-z0-9.-]+", "_");
  }
}
