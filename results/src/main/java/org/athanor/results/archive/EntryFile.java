// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.athanor.results.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code entry.json}: what an archive says about an entry. Later versions may add members. */
final class EntryFile {
  static final String NAME = "entry.json";

  /** An empty file that accepts the entry. It can be made at any time, by any number of writers. */
  static final String ACCEPTED = "accepted";

  private static final int FORMAT = 1;
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .build();

  private EntryFile() {}

  private record Members(
      int format,
      String machine,
      String machineText,
      String experiment,
      Instant started,
      String athanor,
      Optional<String> commit,
      Optional<Integer> trials) {

    boolean complete() {
      return machine != null
          && machineText != null
          && experiment != null
          && started != null
          && athanor != null;
    }
  }

  /**
   * Writes the file of an entry.
   *
   * @param directory where the entry is prepared
   */
  static void write(Entry entry, Path directory) throws IOException {
    Members members =
        new Members(
            FORMAT,
            entry.machine(),
            entry.machineText(),
            entry.experiment(),
            entry.started(),
            entry.athanor(),
            entry.commit(),
            Optional.of(entry.trials()));
    WholeFile.write(
        directory.resolve(NAME),
        MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(members) + "\n");
  }

  /**
   * Reads the file of an entry.
   *
   * @throws java.nio.file.NoSuchFileException if there is none any more
   */
  static Entry read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    byte[] json = Files.readAllBytes(file);
    Members members;
    try {
      members = MAPPER.readValue(json, Members.class);
    } catch (JacksonException e) {
      throw damaged(file, e);
    }
    if (members.format() != FORMAT) {
      throw new IOException(
          file
              + ": format "
              + members.format()
              + ", this Athanor reads format "
              + FORMAT
              + ": use the version that wrote it, or remove its directory");
    }
    if (!members.complete()) {
      throw damaged(file, null);
    }
    return new Entry(
        directory,
        members.machine(),
        members.machineText(),
        members.experiment(),
        members.started(),
        members.athanor(),
        members.commit(),
        members.trials().orElse(0),
        Files.isRegularFile(directory.resolve(ACCEPTED), LinkOption.NOFOLLOW_LINKS));
  }

  private static IOException damaged(Path file, Exception cause) {
    return new IOException(
        file + ": not readable as an archive's entry: remove its directory", cause);
  }
}
