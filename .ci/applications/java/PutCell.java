// SPDX-License-Identifier: Apache-2.0
package org.example.hbase;

import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Writes a cell: {@code PutCell TABLE ROW FAMILY QUALIFIER VALUE}. */
public class PutCell {
  public static void main(String[] args) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        Table table = connection.getTable(TableName.valueOf(args[0]))) {
      table.put(
          new Put(Bytes.toBytes(args[1]))
              .addColumn(Bytes.toBytes(args[2]), Bytes.toBytes(args[3]), Bytes.toBytes(args[4])));
    }
  }
}
