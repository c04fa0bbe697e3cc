// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.HeavyKey;
import org.athanor.engine.skew.ReduceLoad;

/** What the reducers of a partition have seen, as fields of a message. Stateless. */
final class ShapeForm {
  /** The bytes that each has at least: two lengths and whether keys are known. */
  static final int LEAST_BYTES = 2 * Integer.BYTES + 1;

  private ShapeForm() {}

  static void write(ReduceLoad.Shape shape, MessageOutput out) {
    out.writeText(shape.cuts().name());
    out.writeBoolean(shape.keys().isPresent());
    shape.keys().ifPresent(keys -> writeKeys(keys, out));
    out.writeInt(shape.chunkMillis().size());
    shape.chunkMillis().forEach(out::writeLong);
  }

  private static void writeKeys(List<HeavyKey> keys, MessageOutput out) {
    out.writeInt(keys.size());
    for (HeavyKey key : keys) {
      out.writeText(key.text());
      out.writeLong(key.records());
    }
  }

  static ReduceLoad.Shape read(MessageInput in) throws IOException {
    Cuts cuts = in.readEnum(Cuts.class);
    Optional<List<HeavyKey>> keys = in.readBoolean() ? Optional.of(readKeys(in)) : Optional.empty();
    int chunks = in.readCount(Long.BYTES);
    List<Long> millis = new ArrayList<>(chunks);
    for (int i = 0; i < chunks; i++) {
      millis.add(in.readNaturalLong());
    }
    return new ReduceLoad.Shape(keys, millis, cuts);
  }

  private static List<HeavyKey> readKeys(MessageInput in) throws IOException {
    int count = in.readCount(Integer.BYTES + Long.BYTES);
    List<HeavyKey> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      keys.add(new HeavyKey(in.readText(), in.readNaturalLong()));
    }
    return keys;
  }
}
