// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.yaml.YamlNode.Entry;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;
import org.athanor.yaml.YamlNode.Sequence;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads YAML into a tree with line numbers, which Jackson's own tree does not have. The text must
 * be one document without aliases. Not thread-safe; each file needs its own reader.
 */
public final class YamlReader {
  private static final YAMLMapper MAPPER = new YAMLMapper();

  private final String file;
  private final String remedy;
  private final List<Problem> problems;

  /**
   * Makes a reader.
   *
   * @param file the file as the user named it
   * @param remedy what a user can do about an empty file, as the end of that message
   * @param problems the list to which problems are added, also by the places of the document
   */
  public YamlReader(String file, String remedy, List<Problem> problems) {
    this.file = file;
    this.remedy = remedy;
    this.problems = problems;
  }

  /**
   * Reads the document. Returns empty and reports a problem if there is none, if it is not YAML, or
   * if the content is not text in UTF-8.
   */
  public Optional<Place> read(byte[] content) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      return document(text)
          .map(document -> new Place(file, document.line(), "", document, problems));
    } catch (CharacterCodingException notText) {
      problems.add(new Problem(file, 0, "it is not text in UTF-8"));
      return Optional.empty();
    }
  }

  private Optional<YamlNode> document(String text) {
    int known = problems.size();
    try (JsonParser parser = MAPPER.createParser(text)) {
      if (parser.nextToken() == null) {
        problems.add(new Problem(file, 0, "is empty; " + remedy));
        return Optional.empty();
      }
      YamlNode document = node(parser);
      if (parser.nextToken() != null) {
        problems.add(
            new Problem(file, line(parser), "the file has a second document; only one is allowed"));
      }
      return Optional.of(document);
    } catch (JacksonException notYaml) {
      NotYaml why = NotYaml.of(notYaml);
      problems.subList(known, problems.size()).clear();
      problems.add(new Problem(file, why.line(), "not YAML: " + why.reason()));
      return Optional.empty();
    }
  }

  private YamlNode node(JsonParser parser) {
    int line = line(parser);
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      List<Entry> entries = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        int keyLine = line(parser);
        String key = parser.currentName();
        parser.nextToken();
        entries.add(new Entry(keyLine, key, node(parser)));
      }
      return new Mapping(line, entries);
    }
    if (token == JsonToken.START_ARRAY) {
      List<YamlNode> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(node(parser));
      }
      return new Sequence(line, items);
    }
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      problems.add(
          new Problem(
              file,
              line,
              "*" + parser.getString() + ": aliases are not supported; write the value itself"));
    }
    String text = parser.getString();
    return new Scalar(line, text == null ? "" : text, token == JsonToken.VALUE_STRING);
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }
}
