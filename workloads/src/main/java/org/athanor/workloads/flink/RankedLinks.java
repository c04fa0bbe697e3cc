// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.Value;

/**
 * The links of a vertex, and perhaps its rank of the iteration before. Serialised form: number of
 * links (4 bytes), links (8 bytes each); with the rank, -1 - the number, rank (8 bytes), links. Not
 * thread-safe.
 */
public final class RankedLinks implements Value {
  private static final long serialVersionUID = 1;
  private Ids links;
  private double before;
  private boolean hasBefore;

  /** Neither links nor a rank; also called by Flink. */
  public RankedLinks() {
    links = new Ids();
  }

  private RankedLinks(Ids links) {
    this.links = links;
  }

  static RankedLinks of(Ids links) {
    return new RankedLinks(links);
  }

  /** Returns the same links with a rank. */
  RankedLinks withBefore(double rank) {
    RankedLinks ranked = new RankedLinks(links);
    ranked.before = rank;
    ranked.hasBefore = true;
    return ranked;
  }

  /** Returns the rank of the iteration before; NaN if there is none. */
  double before() {
    return hasBefore ? before : Double.NaN;
  }

  Ids links() {
    return links;
  }

  /** Whether there are neither links nor a rank. */
  boolean isEmpty() {
    return links.count() == 0 && !hasBefore;
  }

  @Override
  public void write(DataOutputView out) throws IOException {
    out.writeInt(hasBefore ? -1 - links.count() : links.count());
    if (hasBefore) {
      out.writeDouble(before);
    }
    links.writeEach(out);
  }

  @Override
  public void read(DataInputView in) throws IOException {
    int number = in.readInt();
    hasBefore = number < 0;
    before = hasBefore ? in.readDouble() : 0;
    links = new Ids();
    links.readEach(in, hasBefore ? -1 - number : number);
  }
}
