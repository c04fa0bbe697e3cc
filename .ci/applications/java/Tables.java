// SPDX-License-Identifier: Apache-2.0
package org.example.hbase;

import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Creates tables of three regions, or prints them: {@code Tables create|print NAME...}. */
public class Tables {
  public static void main(String[] args) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create())) {
      for (String name : Arrays.asList(args).subList(1, args.length)) {
        if (args[0].equals("create")) {
          create(connection, TableName.valueOf(name));
        } else {
          print(connection, TableName.valueOf(name));
        }
      }
    }
  }

  private static void create(Connection connection, TableName name) throws Exception {
    byte[][] borders = {Bytes.toBytes("u2"), Bytes.toBytes("u6")};
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build(),
          borders);
    }
  }

  private static void print(Connection connection, TableName name) throws Exception {
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          System.out.println(
              Bytes.toString(CellUtil.cloneRow(cell))
                  + " "
                  + Bytes.toString(CellUtil.cloneQualifier(cell))
                  + " "
                  + Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
  }
}
