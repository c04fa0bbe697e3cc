// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.athanor.cli.session.DriverRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnservedTest {
  private static final String FILE_SYSTEM = "META-INF/services/org.apache.hadoop.fs.FileSystem";

  private static final String APPLICATIONS_JAR = "athanor.applications.jar";

  @TempDir private Path directory;

  private Optional<String> reason(String... words) {
    return Unserved.reason(
        new DriverRequest(1, 0, 022, directory.toString(), Map.of(), List.of(words)));
  }

  private void jar(String name, String... entries) throws IOException {
    try (OutputStream out = Files.newOutputStream(directory.resolve(name))) {
      out.write(zip(entries));
    }
  }

  private static byte[] zip(String... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String entry : entries) {
        zip.putNextEntry(new ZipEntry(entry));
        zip.write(entry.startsWith("lib/") ? zip(FILE_SYSTEM) : new byte[1]);
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void refusesAJarWithAServiceThatAJvmLooksUpOnce() throws IOException {
    String reason = "its jar has a service that a JVM looks up once, ";
    jar("service.jar", "a/B.class", FILE_SYSTEM);
    assertThat(reason("run", "service.jar", "in")).contains(reason + FILE_SYSTEM);
    jar("library.jar", "lib/inner.jar");
    assertThat(reason("run", "-D", "a=b", "library.jar")).contains(reason + FILE_SYSTEM);
    jar("other.jar", "a/B.class", "META-INF/services/javax.xml.parsers.SAXParserFactory");
    assertThat(reason("run", "other.jar")).isEmpty();
  }

  @Test
  void looksIntoLibrariesForHadoopsTools() throws IOException {
    jar("service.jar", FILE_SYSTEM);
    jar("other.jar", "a/B.class");
    for (String jar : List.of("service.jar", "file://" + directory + "/service.jar")) {
      assertThat(reason("run", "a.jar", "-libjars", "other.jar," + jar, "in"))
          .contains(jar + ": its jar has a service that a JVM looks up once, " + FILE_SYSTEM);
    }
    assertThat(reason("run", "a.jar", "-libjars", "hdfs:///a.jar"))
        .contains("hdfs:///a.jar: may have a service that a JVM looks up once");
    assertThat(reason("run", "a.jar", "-libjars", "other.jar", "service.jar")).isEmpty();
  }

  @Test
  void refusesWhatNeedsAnotherJvm() {
    assertThat(reason("run", "--debug", "a.jar"))
        .contains("--debug needs a log that is set up for it");
    assertThat(reason("run", "--conf", "d", "a.jar"))
        .contains("--conf names another configuration than the session has");
    assertThat(reason("run", "-Dhadoop.security.authentication=kerberos", "a.jar"))
        .contains(
            "-Dhadoop.security.authentication=kerberos: Hadoop reads such a setting once in a JVM");
  }

  @Test
  void refusesFilesOfTheClientsProcess() {
    for (String file : List.of("/dev/fd/63", "-Din=file:///proc/self/fd/3", "/dev/tty")) {
      assertThat(reason("run", "a.jar", file))
          .contains(file + " may be a file of the client's process");
    }
    assertThat(reason("run", "a.jar", "/dev/stdin", "dev/fdx", "/proc/selfish")).isEmpty();
  }

  @Test
  void findsTheJarAfterAllOptions() throws IOException {
    jar("service.jar", FILE_SYSTEM);
    assertThat(reason("run", "--storage", "auto", "--storage-wait", "5", "-v", "service.jar"))
        .isPresent();
  }

  @Test
  void looksForOptionsOfAnApplicationAmongItsArguments() throws IOException {
    String missing = "the jar of the applications was not there when the session was started";
    assertThat(reason("apps", "mardre", "-i", "a")).contains(missing);
    jar("apps.jar", "a/B.class");
    System.setProperty(APPLICATIONS_JAR, directory.resolve("apps.jar").toString());
    try {
      assertThat(reason("apps")).isEmpty();
      assertThat(reason("apps", "mardre", "-i", "a")).isEmpty();
      assertThat(reason("apps", "mardre", "-i", "a", "--debug"))
          .contains("--debug needs a log that is set up for it");
      assertThat(reason("apps", "mardre", "--conf=d", "-i", "a"))
          .contains("--conf names another configuration than the session has");
    } finally {
      System.clearProperty(APPLICATIONS_JAR);
    }
  }

  @Test
  void leavesMistakesAndTheDriversArgumentsAlone() {
    assertThat(reason("run")).isEmpty();
    assertThat(reason("run", "--help")).isEmpty();
    assertThat(reason("run", "missing.jar", "--debug", "--conf")).isEmpty();
  }
}
