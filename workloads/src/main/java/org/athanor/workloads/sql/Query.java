// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.sql;

/** A query, in the SQL that Spark, Flink and Hive have in common. */
public enum Query {
  /** All visits. */
  SCAN("SELECT * FROM uservisits", Table.USERVISITS.columns()),

  /** The revenue of each visitor. */
  AGGREGATE(
      "SELECT sourceIP, SUM(adRevenue) AS totalRevenue FROM uservisits GROUP BY sourceIP",
      "sourceIP STRING, totalRevenue DOUBLE"),

  /** Of each visitor in one year: the mean rank of the pages, and the revenue, largest first. */
  JOIN(
      "SELECT sourceIP, AVG(CAST(pageRank AS DOUBLE)) AS avgPageRank,"
          + " SUM(adRevenue) AS totalRevenue"
          + " FROM rankings JOIN uservisits ON pageURL = destURL"
          + " WHERE visitDate BETWEEN DATE '1999-01-01' AND DATE '1999-12-31'"
          + " GROUP BY sourceIP ORDER BY totalRevenue DESC",
      "sourceIP STRING, avgPageRank DOUBLE, totalRevenue DOUBLE");

  /** What dates of the year that {@link #JOIN} selects begin with. */
  public static final String YEAR = "1999-";

  private final String text;
  private final String columns;

  Query(String text, String columns) {
    this.text = text;
    this.columns = columns;
  }

  /** Returns the query, without a semicolon. */
  public String text() {
    return text;
  }

  /** Returns names and types of the result's columns as SQL declares them. */
  public String columns() {
    return columns;
  }
}
