// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.athanor.yaml.Problem;

/**
 * A workflow of Oozie, translated to a workflow file.
 *
 * @param yaml the workflow file; empty if the workflow could not be read
 * @param notes what was not translated, or needs a look, ordered by line; if {@code yaml} is empty,
 *     why
 */
public record OozieImport(Optional<String> yaml, List<Problem> notes) {
  private static final int MOST_BYTES = 4 << 20;

  /**
   * Reads a {@code workflow.xml}. Never throws: an error becomes a note. Files with document types
   * or of more than 4 MiB are refused.
   *
   * @param properties the {@code job.properties} with values of parameters
   */
  public static OozieImport read(Path workflow, Optional<Path> properties) {
    Map<String, String> values = new TreeMap<>();
    Path reading = workflow;
    try {
      if (properties.isPresent()) {
        reading = properties.get();
        values.putAll(properties(content(reading)));
        reading = workflow;
      }
      return parse(workflow.toString(), content(workflow), values);
    } catch (IOException | IllegalArgumentException unreadable) {
      String why =
          unreadable instanceof NoSuchFileException
              ? "there is no such file"
              : String.valueOf(unreadable.getMessage());
      return failed(new Problem(reading.toString(), 0, "cannot be read: " + why));
    }
  }

  private static byte[] content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MOST_BYTES + 1);
      if (content.length > MOST_BYTES) {
        throw new IOException("it is longer than " + (MOST_BYTES >> 20) + " MiB");
      }
      return content;
    }
  }

  private static Map<String, String> properties(byte[] content) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(new String(content, StandardCharsets.UTF_8)));
    Map<String, String> values = new TreeMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> values.put(name, properties.getProperty(name)));
    return values;
  }

  private static OozieImport failed(Problem why) {
    return new OozieImport(Optional.empty(), List.of(why));
  }

  static OozieImport parse(String file, byte[] content, Map<String, String> properties) {
    try {
      XmlElement root = SafeXml.read(content);
      if (!root.name().equals("workflow-app")) {
        return failed(
            new Problem(
                file, root.line(), "<" + root.name() + ">: must be <workflow-app>, a workflow"));
      }
      Notes notes = new Notes(file);
      String yaml = new WorkflowTranslation(root, properties, notes).yaml();
      return new OozieImport(Optional.of(yaml), notes.sorted());
    } catch (SafeXml.Refused refused) {
      return failed(new Problem(file, refused.line(), refused.getMessage()));
    }
  }
}
