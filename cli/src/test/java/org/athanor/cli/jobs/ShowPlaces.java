// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Prints where resources and a class of its jar are found. */
public final class ShowPlaces {
  private ShowPlaces() {}

  /** Opens resources as a file and as a directory, as drivers may under {@code hadoop jar}. */
  public static void main(String[] args) throws Exception {
    URL resource = ShowPlaces.class.getResource("/data.txt");
    System.out.println(resource.getProtocol() + " " + Files.readString(Path.of(resource.toURI())));
    URL directory = ShowPlaces.class.getClassLoader().getResource("dictionaries");
    try (Stream<Path> files = Files.walk(Path.of(directory.toURI())).filter(Files::isRegularFile)) {
      System.out.println(files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    URL classes = ShowPlaces.class.getProtectionDomain().getCodeSource().getLocation();
    System.out.println(Path.of(classes.toURI()).getFileName());
  }
}
