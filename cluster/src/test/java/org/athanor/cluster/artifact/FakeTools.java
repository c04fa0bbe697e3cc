// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Shell scripts that behave like the parts of Maven and pip that the store needs. */
final class FakeTools {

  /** Copies a jar for each artifact of the pom; counts its calls in the file {@code calls}. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo call >> "$(dirname "$0")/calls"
      for word; do
        case $word in
          -DoutputDirectory=*) out=${word#*=} ;;
          *pom.xml) pom=$word ;;
        esac
      done
      sed -n 's:.*<artifactId>\\(.*\\)</artifactId>.*:\\1:p;s:.*<version>\\(.*\\)</version>.*:\\1:p' "$pom" |
        sed 1,2d | grep -vFx '*' | while read -r artifact && read -r version; do
          echo "Downloaded from central: $artifact"
          echo jar > "$out/$artifact-$version.jar"
        done
      """;

  private final Path directory;

  FakeTools(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
  }

  Tools tools() throws IOException {
    return new Tools(maven(MAVEN), pip("exit 1"), List.of("tar"));
  }

  /** Maven that copies half of a set, writes to the pipe, and waits to be ended. */
  Tools hangingHalfWay(Path pipe) throws IOException {
    String script = MAVEN + "echo half > '" + pipe + "'\nexec sleep 600\n";
    return new Tools(maven(script), List.of(), List.of());
  }

  /** Maven that prints a text and fails. */
  Tools failing(String output) throws IOException {
    Path text = Files.writeString(directory.resolve("output"), output);
    return new Tools(maven("#!/bin/sh\ncat '" + text + "'\nexit 1\n"), List.of(), List.of());
  }

  /** Pip that delivers an archive. */
  Tools delivering(Path archive) throws IOException {
    String script =
        """
        while [ "$1" != --dest ]; do shift; done
        echo "  Downloading something (1 MB)"
        cp '%s' "$2"
        """
            .formatted(archive);
    return new Tools(List.of(), pip(script), List.of("tar"));
  }

  /** Pip that fails with an error. */
  Tools pipFailing(String error) throws IOException {
    return new Tools(List.of(), pip("echo 'ERROR: " + error + "'; exit 1"), List.of("tar"));
  }

  int calls() throws IOException {
    return Files.readAllLines(directory.resolve("calls")).size();
  }

  private List<String> maven(String script) throws IOException {
    return List.of(write("mvn", script));
  }

  private List<String> pip(String script) throws IOException {
    return List.of(write("pip", "#!/bin/sh\n" + script + "\n"));
  }

  private String write(String name, String script) throws IOException {
    Path file = Files.writeString(directory.resolve(name), script);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
    return file.toString();
  }
}
