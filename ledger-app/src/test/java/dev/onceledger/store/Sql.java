package dev.onceledger.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** One statement on a connection of its own. */
final class Sql {
  private Sql() {}

  static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of the rows. */
  static List<String> column(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return column(connection, sql);
    }
  }

  static List<String> column(Connection connection, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }
}
