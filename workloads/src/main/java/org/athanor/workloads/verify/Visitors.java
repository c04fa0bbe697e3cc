// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Number of visits, ranks and revenue of each visitor, in 130 bytes per visitor. Visitors have
 * numbers from 0 on. Not thread-safe.
 */
final class Visitors {
  private final ByteCounts numbers = new ByteCounts();
  private long[] visits = new long[1 << 10];
  private long[] ranks = new long[1 << 10];
  private double[] revenues = new double[1 << 10];

  /** Adds visits of a visitor, whose address is a part of some bytes. */
  void add(byte[] bytes, int offset, int length, long count, long rank, double revenue) {
    int number = number(bytes, offset, length);
    if (number < 0) {
      number = numbers.size();
      numbers.add(bytes, offset, length, number + 1L);
      if (number == visits.length) {
        visits = Arrays.copyOf(visits, 2 * number);
        ranks = Arrays.copyOf(ranks, 2 * number);
        revenues = Arrays.copyOf(revenues, 2 * number);
      }
    }
    visits[number] += count;
    ranks[number] += rank;
    revenues[number] += revenue;
  }

  int size() {
    return numbers.size();
  }

  /** Returns the number of a visitor; -1 if there is no such visitor. */
  int number(byte[] bytes, int offset, int length) {
    return (int) numbers.get(bytes, offset, length) - 1;
  }

  double revenue(int number) {
    return revenues[number];
  }

  double meanRank(int number) {
    return (double) ranks[number] / visits[number];
  }

  /** Returns the address of a visitor, for a message: it is searched. */
  String address(int number) {
    String[] found = {""};
    numbers.forEach(
        (address, numberAndOne) -> {
          if (numberAndOne - 1 == number) {
            found[0] = new String(address, StandardCharsets.UTF_8);
          }
        });
    return found[0];
  }

  /** Writes the visitors of some tables that have no visitor in common. */
  static void write(List<Visitors> tables, OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(tables.stream().mapToInt(Visitors::size).reduce(0, Math::addExact));
    for (Visitors table : tables) {
      table.write(data);
    }
    data.flush();
  }

  private void write(DataOutputStream data) throws IOException {
    List<byte[]> addresses = new ArrayList<>(size());
    numbers.forEach((address, numberAndOne) -> addresses.add(address));
    for (byte[] address : addresses) {
      int number = number(address, 0, address.length);
      data.writeInt(address.length);
      data.write(address);
      data.writeLong(visits[number]);
      data.writeLong(ranks[number]);
      data.writeDouble(revenues[number]);
    }
  }

  static Visitors read(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    Visitors visitors = new Visitors();
    for (int left = data.readInt(); left > 0; left--) {
      byte[] address = data.readNBytes(data.readInt());
      visitors.add(address, 0, address.length, data.readLong(), data.readLong(), data.readDouble());
    }
    return visitors;
  }
}
