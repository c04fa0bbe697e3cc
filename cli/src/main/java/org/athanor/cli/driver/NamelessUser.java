// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Gives a name to a user that the system has no name for, as in containers that run with an
 * arbitrary user identifier. The JDK names such a user {@code ?}, and Hadoop's login refuses it
 * ("Invalid UID"). This command takes the name from {@code HADOOP_USER_NAME}, as Hadoop does; if
 * that is not set, the name is {@code uid-} and the user's number.
 */
final class NamelessUser {
  private static final String NAME_KEY = "user.name";
  private static final String NAME_OF_NAMELESS = "?";
  private static final String HADOOP_NAME = "HADOOP_USER_NAME";

  private NamelessUser() {}

  /**
   * Gives this process's user a name if it has none. Must be called before Hadoop reads the name.
   *
   * @param own a file that this process has created
   */
  static void giveName(Path own) throws IOException {
    String name = System.getProperty(NAME_KEY);
    if (name != null && !name.equals(NAME_OF_NAMELESS)) {
      return;
    }
    String wanted = System.getenv(HADOOP_NAME);
    String given = wanted == null ? "uid-" + Files.getAttribute(own, "unix:uid") : wanted;
    System.setProperty(NAME_KEY, given);
    UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser(given));
  }
}
