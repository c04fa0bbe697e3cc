// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.athanor.tiering.file.Replacement;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A keeper's {@link Progress} as a JSON file in the daemon's directory, which one process uses. It
 * is replaced as a whole and is on disk when {@link #store} returns: what is raised is known before
 * it is raised. What is raised is in {@link RaisedFiles}, too, which a daemon on another host has
 * as well; if the two differ, another one has worked since, and that list counts.
 */
public final class ProgressFile {
  private static final String NAME = "whole.json";
  private static final int VERSION = 1;
  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final RaisedFiles shared;

  /**
   * In a directory that exists when something is stored.
   *
   * @param shared by all daemons that work on the HDFS, one after the other
   */
  public ProgressFile(Path directory, RaisedFiles shared) {
    this.file = directory.resolve(NAME);
    this.shared = shared;
  }

  /**
   * What was stored; {@link Progress#NONE} if nothing was.
   *
   * @throws IOException if it is damaged; with the remedy
   */
  Progress load() throws IOException {
    Progress own = loadOwn();
    return own.with(shared.load().orElse(own.raised()));
  }

  private Progress loadOwn() throws IOException {
    try {
      JsonNode node = JSON.readTree(Files.readString(file, UTF_8));
      if (node.path("version").intValue(0) != VERSION) {
        throw broken("is of another version", null);
      }
      return new Progress(
          node.required("period").longValue(),
          node.required("root").stringValue(),
          node.required("position").stringValue(),
          node.required("ended").booleanValue(),
          RaisedJson.of(node.required("raised")));
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
    shared.store(progress.raised());
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("version", VERSION);
    model.put("period", progress.periodMillis());
    model.put("root", progress.root());
    model.put("position", progress.position());
    model.put("ended", progress.hasEnded());
    model.put("raised", RaisedJson.model(progress.raised()));
    byte[] text = JSON.writeValueAsString(model).getBytes(UTF_8);
    Replacement.write(file, out -> out.write(text));
  }
}
