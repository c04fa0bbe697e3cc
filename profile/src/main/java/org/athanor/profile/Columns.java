// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Converts values to columns and back. Instants are text of a fixed width, which sorts by time.
 * NULL means absent.
 */
final class Columns {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Columns() {}

  static String text(Instant instant) {
    return INSTANT.format(instant);
  }

  static Optional<String> optionalText(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  static OptionalLong optionalLong(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  static OptionalDouble optionalDouble(ResultSet row, String column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Sets parameters 1, 2, … to these values; an empty optional is NULL. */
  static void set(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      set(statement, i + 1, values[i]);
    }
  }

  private static void set(PreparedStatement statement, int index, Object value)
      throws SQLException {
    if (value instanceof Optional<?> optional) {
      if (optional.isPresent()) {
        set(statement, index, optional.get());
      } else {
        statement.setNull(index, Types.VARCHAR);
      }
    } else if (value instanceof OptionalLong optional) {
      if (optional.isPresent()) {
        statement.setLong(index, optional.getAsLong());
      } else {
        statement.setNull(index, Types.BIGINT);
      }
    } else if (value instanceof OptionalDouble optional) {
      if (optional.isPresent()) {
        statement.setDouble(index, optional.getAsDouble());
      } else {
        statement.setNull(index, Types.DOUBLE);
      }
    } else if (value instanceof Instant instant) {
      statement.setString(index, text(instant));
    } else if (value instanceof Double number) {
      statement.setDouble(index, number);
    } else if (value instanceof Integer number) {
      statement.setInt(index, number);
    } else if (value instanceof Long number) {
      statement.setLong(index, number);
    } else {
      statement.setString(index, (String) value);
    }
  }
}
