// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.tiering.file.Replacement;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A keeper's {@link Progress} as a JSON file in the daemon's directory, which one process uses. It
 * is replaced as a whole and is on disk when {@link #store} returns: what is raised is known before
 * it is raised.
 */
public final class ProgressFile {
  private static final String NAME = "whole.json";
  private static final int VERSION = 1;
  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;

  /** In a directory that exists when something is stored. */
  public ProgressFile(Path directory) {
    this.file = directory.resolve(NAME);
  }

  /**
   * What was stored; {@link Progress#NONE} if nothing was.
   *
   * @throws IOException if it is damaged; with the remedy
   */
  Progress load() throws IOException {
    try {
      JsonNode node = JSON.readTree(Files.readString(file, UTF_8));
      if (node.path("version").intValue(0) != VERSION) {
        throw broken("is of another version", null);
      }
      List<Progress.Raised> raised = new ArrayList<>();
      for (JsonNode one : node.required("raised")) {
        raised.add(
            new Progress.Raised(
                one.required("path").stringValue(),
                one.required("id").longValue(),
                one.required("replicas").intValue(),
                one.required("most").intValue()));
      }
      return new Progress(
          node.required("period").longValue(),
          node.required("root").stringValue(),
          node.required("position").stringValue(),
          node.required("ended").booleanValue(),
          raised);
    } catch (NoSuchFileException e) {
      return Progress.NONE;
    } catch (JacksonException | java.nio.charset.CharacterCodingException e) {
      throw broken("is damaged", e);
    }
  }

  private IOException broken(String problem, Exception cause) {
    return new IOException(
        file
            + ": "
            + problem
            + "; it has the files whose replicas are raised for a while: see whether they have one"
            + " too many (hdfs fsck), and delete it",
        cause);
  }

  void store(Progress progress) throws IOException {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("version", VERSION);
    model.put("period", progress.periodMillis());
    model.put("root", progress.root());
    model.put("position", progress.position());
    model.put("ended", progress.hasEnded());
    List<Map<String, Object>> raised = new ArrayList<>();
    for (Progress.Raised one : progress.raised()) {
      Map<String, Object> file = new LinkedHashMap<>();
      file.put("path", one.path());
      file.put("id", one.id());
      file.put("replicas", one.replicas());
      file.put("most", one.most());
      raised.add(file);
    }
    model.put("raised", raised);
    byte[] text = JSON.writeValueAsString(model).getBytes(UTF_8);
    Replacement.write(file, out -> out.write(text));
  }
}
