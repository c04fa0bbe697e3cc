// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prints where a resource and a class of its jar are found. */
public final class ShowPlaces {
  private ShowPlaces() {}

  /** Opens the resource as a file, as drivers may under {@code hadoop jar}. */
  public static void main(String[] args) throws Exception {
    URL resource = ShowPlaces.class.getResource("/data.txt");
    System.out.println(resource.getProtocol() + " " + Files.readString(Path.of(resource.toURI())));
    URL classes = ShowPlaces.class.getProtectionDomain().getCodeSource().getLocation();
    System.out.println(Path.of(classes.toURI()).getFileName());
  }
}
