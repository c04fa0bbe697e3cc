// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Replaces secrets by {@value #REDACTED} before settings, commands and configuration files are
 * written to files that others may read. A secret is recognised by its key: keys on Hadoop's
 * default list ({@code hadoop.security.sensitive-config-keys}), keys that contain {@code password}
 * or {@code secret}, and keys that end with {@code token}, {@code credential} or a kind of key,
 * such as {@code access.key}; case does not matter. Settings may name more keys in Hadoop's list. A
 * secret under any other key is not recognised. The methods have no side effects.
 */
public final class Secrets {
  /** The text that replaces a secret. */
  public static final String REDACTED = "(redacted)";

  /** The setting that names further keys of secrets, by regular expressions. */
  public static final String HADOOP_KEY = "hadoop.security.sensitive-config-keys";

  private static final Pattern KEY =
      Pattern.compile(
          "passw(?:or)?d|passphrase|secret|(?:^|[._-])pwd$|pass$|tokens?$|credentials?$"
              + "|(?:access|account|api|auth|encryption|master|private|shared|signing)[._-]?key"
              + "|oauth.*(?:secret|password|token)",
          Pattern.CASE_INSENSITIVE);

  /** Values that are not secrets under any key: {@code dfs.block.access.token.enable=true}. */
  private static final Set<String> HARMLESS = Set.of("", "true", "false", REDACTED);

  private static final String NAME = "[A-Za-z_][A-Za-z0-9_.-]*";
  private static final String QUOTED = "'[^'\\n]*'|\"(?:\\\\.|[^\"\\\\\\n])*\"";
  private static final String VALUE = "(?:" + QUOTED + "|[^\\s&;,'\"<>{}\\]]+)+";

  /** {@code KEY=VALUE} in commands, variables, URLs; {@code KEY: VALUE} in YAML and JSON. */
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(" + NAME + ")([\"']?[ \\t]*[=:][ \\t]*)(" + VALUE + ")");

  /** {@code --KEY VALUE}. */
  private static final Pattern OPTION =
      Pattern.compile("(?<=^|\\s)--?(" + NAME + ")([ \\t]+)(?!-)(" + VALUE + ")");

  /**
   * A line that begins with a key, in properties, YAML, a script, or Spark's configuration: indent,
   * key, separator, value. The value is all the rest of the line.
   */
  private static final Pattern LINE =
      Pattern.compile(
          "([ \\t]*)(?:(?:export|-)[ \\t]+)?[\"']?("
              + NAME
              + ")[\"']?([ \\t]*[=:][ \\t]*|[ \\t]+(?![=:]))(\\S.*)");

  /** The start of a YAML block scalar, whose value is in the indented lines below. */
  private static final Pattern BLOCK = Pattern.compile("[|>][+-]?[0-9]?[+-]?[ \\t]*(?:#.*)?");

  /** {@code user:password@host}. */
  private static final Pattern USER_INFO = Pattern.compile("(://[^\\s/:@]*:)[^\\s/@]+(?=@)");

  private static final Pattern PROPERTY =
      Pattern.compile("(?s)<property\\b[^>]*>.*?</property\\s*>");

  private static final Pattern PROPERTY_NAME =
      Pattern.compile("(?s)<name\\s*>\\s*(.*?)\\s*</name\\s*>");
  private static final Pattern PROPERTY_VALUE =
      Pattern.compile("(?s)(<value\\s*>)(.*?)(</value\\s*>)");

  private static final Pattern PRIVATE_KEY =
      Pattern.compile(
          "(?s)(-----BEGIN [A-Z ]*PRIVATE KEY-----).*?(-----END [A-Z ]*PRIVATE KEY-----)");

  private Secrets() {}

  /** Whether the values of a key are secrets. */
  public static boolean isKey(String key) {
    return KEY.matcher(key).find();
  }

  /**
   * The same settings in the same order, without secrets. The values of other keys are searched for
   * secrets too, since they may be commands.
   */
  public static Map<String, String> redacted(Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    String more = settings.getOrDefault(HADOOP_KEY, "");
    settings.forEach(
        (key, value) ->
            all.put(
                key,
                isSecret(key, more) && !HARMLESS.contains(value) ? REDACTED : redacted(value)));
    return Collections.unmodifiableMap(all);
  }

  /** Whether a key matches one of the regular expressions, separated by commas or white space. */
  private static boolean isNamed(String key, String expressions) {
    for (String expression : expressions.split("[,\\s]+", -1)) {
      try {
        if (!expression.isEmpty() && Pattern.compile(expression).matcher(key).find()) {
          return true;
        }
      } catch (PatternSyntaxException wrong) {
        // What the expression should match is unknown. It is safer to hide too much than too
        // little.
        return true;
      }
    }
    return false;
  }

  /** A text, such as a command or a line of a log, without the secrets in it. */
  public static String redacted(String text) {
    return redacted(text, "");
  }

  private static String redacted(String text, String more) {
    String result = replaced(ASSIGNMENT, text, more);
    result = replaced(OPTION, result, more);
    result = USER_INFO.matcher(result).replaceAll("$1" + Matcher.quoteReplacement(REDACTED));
    return PRIVATE_KEY.matcher(result).replaceAll("$1 " + REDACTED + " $2");
  }

  /**
   * Redacts a configuration file: Hadoop's XML, properties, YAML, or a script.
   *
   * @param more regular expressions for further keys, as {@link #namedIn} returns them
   */
  public static String redactedFile(String content, String more) {
    String properties =
        PROPERTY
            .matcher(content)
            .replaceAll(property -> Matcher.quoteReplacement(property(property.group(), more)));
    return redacted(lines(properties, more), more);
  }

  /** The regular expressions of Hadoop's list in a configuration file; empty if there are none. */
  public static String namedIn(String content) {
    StringBuilder named = new StringBuilder();
    Matcher property = PROPERTY.matcher(content);
    while (property.find()) {
      Matcher name = PROPERTY_NAME.matcher(property.group());
      Matcher value = PROPERTY_VALUE.matcher(property.group());
      if (name.find() && name.group(1).equals(HADOOP_KEY) && value.find()) {
        named.append(value.group(2)).append(' ');
      }
    }
    for (String text : content.split("\n", -1)) {
      Matcher line = LINE.matcher(text);
      if (line.matches() && line.group(2).equals(HADOOP_KEY)) {
        named.append(line.group(4).replaceAll("[\"']", "")).append(' ');
      }
    }
    return named.toString();
  }

  /** Replaces everything after a secret's key, to the end of the value's last line. */
  private static String lines(String content, String more) {
    StringBuilder result = new StringBuilder();
    String[] lines = content.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      Matcher line = LINE.matcher(lines[i]);
      if (line.matches()
          && isSecret(line.group(2), more)
          && !HARMLESS.contains(line.group(4).strip())) {
        String value = line.group(4);
        if (BLOCK.matcher(value).matches()) {
          i = endOfBlock(lines, i, line.group(1).length());
        }
        while (lines[i].endsWith("\\") && i + 1 < lines.length) {
          i++; // the value continues, in properties and scripts
        }
        result.append(line.group(), 0, line.start(4)).append(REDACTED);
      } else {
        result.append(lines[i]);
      }
      if (i + 1 < lines.length) {
        result.append('\n');
      }
    }
    return result.toString();
  }

  /** The index of the last line of a block; its lines are indented deeper than that of its key. */
  private static int endOfBlock(String[] lines, int key, int indent) {
    int end = key;
    for (int i = key + 1; i < lines.length; i++) {
      String text = lines[i].stripLeading();
      if (!text.isEmpty() && lines[i].length() - text.length() <= indent) {
        break;
      }
      if (!text.isEmpty()) {
        end = i;
      }
    }
    return end;
  }

  private static boolean isSecret(String key, String more) {
    return isKey(key) || isNamed(key, more);
  }

  private static String property(String property, String more) {
    Matcher name = PROPERTY_NAME.matcher(property);
    if (!name.find() || !isSecret(name.group(1), more)) {
      return property;
    }
    return PROPERTY_VALUE
        .matcher(property)
        .replaceAll(
            value ->
                Matcher.quoteReplacement(
                    HARMLESS.contains(value.group(2).strip())
                        ? value.group()
                        : value.group(1) + REDACTED + value.group(3)));
  }

  /** Group 1 of the form is the key, group 3 the value; the value may contain further pairs. */
  private static String replaced(Pattern form, String text, String more) {
    StringBuilder result = new StringBuilder();
    Matcher found = form.matcher(text);
    int copied = 0;
    int from = 0;
    while (found.find(from)) {
      from = found.start(3);
      if (isSecret(found.group(1), more) && !HARMLESS.contains(found.group(3).strip())) {
        result.append(text, copied, found.start(3)).append(REDACTED);
        copied = found.end(3);
        from = copied;
      }
    }
    return result.append(text, copied, text.length()).toString();
  }
}
