// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One table of an HBase without servers, as far as {@link HBaseMeshTable} and {@link RegionReader}
 * ask for it: the newest version of a cell counts, a deletion hides all versions up to its time,
 * also those that are written later, and scans send rows in pieces of one cell. Any call may be
 * made to fail. Not thread-safe.
 */
final class FakeHBase {
  static final String NAME = "t";

  /** Whether the table is there. */
  boolean exists;

  boolean enabled = true;
  String family = MeshCells.FAMILY;
  byte[][] borders = {};

  /** What else happens before the next change of a mark, once. */
  Runnable beforeSwap = () -> {};

  /** Whether the answer to the next change of a mark is lost, so that the client tries again. */
  boolean losesAnswer;

  /** What else happens when the table is made, once. */
  Runnable beforeCreation = () -> {};

  /** The number of the call that fails, from 1; 0 for none. */
  int broken;

  /** Scanners that were not closed. */
  int openScanners;

  private int calls;
  private final List<KeyValue> written = new ArrayList<>();

  Connection connection() {
    return proxy(
        Connection.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "getAdmin" -> admin();
              case "getTable" -> table();
              case "getBufferedMutator" -> mutator();
              default -> throw new AssertionError(method);
            });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** Makes one of the calls from now on fail, from 1; none if it is 0. */
  void breakCall(int call) {
    calls = 0;
    broken = call;
  }

  private void called() throws IOException {
    calls++;
    if (calls == broken) {
      throw new IOException("call " + calls + " is broken");
    }
  }

  private Admin admin() {
    return proxy(
        Admin.class,
        (self, method, arguments) -> {
          if (method.getName().equals("close")) {
            return null;
          }
          called();
          return switch (method.getName()) {
            case "tableExists" -> exists;
            case "isTableEnabled" -> enabled;
            case "getDescriptor" ->
                TableDescriptorBuilder.newBuilder(TableName.valueOf(NAME))
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
                    .build();
            case "createTable" -> create((byte[][]) arguments[1]);
            default -> throw new AssertionError(method);
          };
        });
  }

  private Void create(byte[][] regions) throws TableExistsException {
    Runnable first = beforeCreation;
    beforeCreation = () -> {};
    first.run();
    if (exists) {
      throw new TableExistsException(NAME);
    }
    exists = true;
    borders = regions;
    return null;
  }

  private Table table() {
    return proxy(
        Table.class,
        (self, method, arguments) -> {
          if (method.getName().equals("close")) {
            return null;
          }
          called();
          return switch (method.getName()) {
            case "get" -> get((Get) arguments[0]);
            case "getScanner" -> scanner((Scan) arguments[0]);
            case "checkAndMutate" -> swap((CheckAndMutate) arguments[0]);
            default -> throw new AssertionError(method);
          };
        });
  }

  private BufferedMutator mutator() {
    List<Mutation> buffer = new ArrayList<>();
    return proxy(
        BufferedMutator.class,
        (self, method, arguments) -> {
          switch (method.getName()) {
            case "mutate" -> buffer.add((Mutation) arguments[0]);
            case "close" -> {
              called();
              buffer.forEach(this::write);
            }
            default -> throw new AssertionError(method);
          }
          return null;
        });
  }

  /** Writes a cell, whatever is there. */
  void put(byte[] row, byte[] qualifier, long time, byte[] value) {
    written.add(new KeyValue(row, Bytes.toBytes(MeshCells.FAMILY), qualifier, time, value));
  }

  private void write(Mutation mutation) {
    mutation.getFamilyCellMap().values().stream()
        .flatMap(List::stream)
        .forEach(
            cell -> {
              long time = cell.getTimestamp();
              written.add(
                  new KeyValue(
                      CellUtil.cloneRow(cell),
                      CellUtil.cloneFamily(cell),
                      CellUtil.cloneQualifier(cell),
                      time == HConstants.LATEST_TIMESTAMP ? System.currentTimeMillis() : time,
                      KeyValue.Type.codeToType(cell.getType().getCode()),
                      CellUtil.cloneValue(cell)));
            });
  }

  private CheckAndMutateResult swap(CheckAndMutate change) {
    Runnable first = beforeSwap;
    beforeSwap = () -> {};
    first.run();
    boolean isAsExpected =
        Arrays.equals(
            value(change.getRow(), change.getQualifier()), change.getValue()); // null if none
    if (isAsExpected) {
      write((Mutation) change.getAction());
    }
    boolean isSuccess = isAsExpected && !losesAnswer;
    losesAnswer = false;
    return new CheckAndMutateResult(isSuccess, null);
  }

  /** Returns the value of a cell; null if there is none. */
  byte[] value(byte[] row, byte[] qualifier) {
    return visible(TimeRange.allTime()).stream()
        .filter(cell -> CellUtil.matchingRows(cell, row))
        .filter(cell -> CellUtil.matchingQualifier(cell, qualifier))
        .map(CellUtil::cloneValue)
        .findFirst()
        .orElse(null);
  }

  private Result get(Get get) {
    byte[] qualifier = get.getFamilyMap().values().iterator().next().first();
    return Result.create(
        visible(get.getTimeRange()).stream()
            .filter(cell -> CellUtil.matchingRows(cell, get.getRow()))
            .filter(cell -> CellUtil.matchingQualifier(cell, qualifier))
            .toArray(Cell[]::new));
  }

  /** Returns the newest version of each cell within a range of times, in HBase's order. */
  private List<Cell> visible(TimeRange range) {
    NavigableMap<byte[], Cell> newest = new TreeMap<>(Arrays::compareUnsigned);
    for (KeyValue cell : written) {
      if (cell.getType() == Cell.Type.Put
          && range.withinTimeRange(cell.getTimestamp())
          && !isDeleted(cell)) {
        // Rows and columns of these tests have no bytes of zero, which end the row here.
        byte[] key = Bytes.add(CellUtil.cloneRow(cell), new byte[1], CellUtil.cloneQualifier(cell));
        newest.merge(
            key, cell, (one, other) -> one.getTimestamp() > other.getTimestamp() ? one : other);
      }
    }
    return List.copyOf(newest.values());
  }

  private boolean isDeleted(Cell cell) {
    return written.stream()
        .filter(one -> one.getType() != Cell.Type.Put)
        .filter(one -> CellUtil.matchingRowColumn(one, cell))
        .anyMatch(one -> one.getTimestamp() >= cell.getTimestamp());
  }

  private Iterator<Result> scan(Scan scan) throws IOException {
    List<Result> results = new ArrayList<>();
    for (Cell cell : visible(scan.getTimeRange())) {
      byte[] row = CellUtil.cloneRow(cell);
      if (Arrays.compareUnsigned(row, scan.getStartRow()) >= 0
          && Arrays.compareUnsigned(row, scan.getStopRow()) < 0) {
        filtered(cell, scan.getFilter()).map(Result::create).ifPresent(results::add);
      }
    }
    return results.iterator();
  }

  private static Optional<Cell[]> filtered(Cell cell, Filter filter) throws IOException {
    if (filter == null) {
      return Optional.of(new Cell[] {cell});
    }
    return filter.filterCell(cell) == Filter.ReturnCode.INCLUDE
        ? Optional.of(new Cell[] {filter.transformCell(cell)})
        : Optional.empty();
  }

  private ResultScanner scanner(Scan scan) throws IOException {
    Iterator<Result> results = scan(scan);
    openScanners++;
    return proxy(
        ResultScanner.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "iterator" -> results;
              case "next" -> {
                called();
                yield results.hasNext() ? results.next() : null;
              }
              case "close" -> {
                openScanners--;
                yield null;
              }
              default -> throw new AssertionError(method);
            });
  }
}
