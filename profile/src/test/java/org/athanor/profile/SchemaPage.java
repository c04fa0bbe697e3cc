// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the schema from docs/profile.md: a heading {@code ### `table`}, then lines {@code |
 * `column` | type | meaning |}. The type ends with {@code or NULL} where NULL is allowed.
 */
final class SchemaPage {
  private static final Pattern TABLE = Pattern.compile("### `(\\w+)`");
  private static final Pattern COLUMN = Pattern.compile("\\| `(\\w+)` \\| [^|]*?( or NULL)? \\|.*");

  private static final Pattern QUERY = Pattern.compile("```sql\\n(.*?);\\n```", Pattern.DOTALL);
  private static final Path PAGE = Path.of("..", "docs", "profile.md");

  private SchemaPage() {}

  static List<String> queries() throws IOException {
    return QUERY.matcher(Files.readString(PAGE)).results().map(match -> match.group(1)).toList();
  }

  /**
   * Name of a table → its columns, such as {@code input_bytes or NULL}; in a view without the
   * latter.
   */
  static Map<String, List<String>> tables() throws IOException {
    Map<String, List<String>> tables = new TreeMap<>();
    List<String> columns = new ArrayList<>();
    boolean view = false;
    for (String line : Files.readAllLines(PAGE)) {
      Matcher table = TABLE.matcher(line);
      Matcher column = COLUMN.matcher(line);
      if (table.matches()) {
        columns = new ArrayList<>();
        tables.put(table.group(1), columns);
        view = table.group(1).equals("run_summary");
      } else if (column.matches()) {
        String nullable = column.group(2) == null || view ? "" : column.group(2);
        columns.add(column.group(1) + nullable);
      }
    }
    return tables;
  }
}
