// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.athanor.storage.popularity.Predictor;

/** Several predictors that learn from the same accesses. The first one answers. */
final class Panel implements Predictor {
  /** An array, because each access goes to all of them. */
  private final Predictor[] members;

  Panel(List<Predictor> members) {
    this.members = members.toArray(Predictor[]::new);
  }

  Predictor member(int place) {
    return members[place];
  }

  @Override
  public String name() {
    return "panel";
  }

  @Override
  public void created(int file, long timeMillis) {
    for (Predictor member : members) {
      member.created(file, timeMillis);
    }
  }

  @Override
  public void accessed(int file, long timeMillis, int blocks) {
    for (Predictor member : members) {
      member.accessed(file, timeMillis, blocks);
    }
  }

  @Override
  public void deleted(int file) {
    for (Predictor member : members) {
      member.deleted(file);
    }
  }

  @Override
  public void forgotten(int file) {
    for (Predictor member : members) {
      member.forgotten(file);
    }
  }

  @Override
  public void endOfPeriod(long endMillis) {
    for (Predictor member : members) {
      member.endOfPeriod(endMillis);
    }
  }

  @Override
  public double predicted(int file) {
    return members[0].predicted(file);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    for (Predictor member : members) {
      member.write(out);
    }
  }

  @Override
  public void read(DataInput in) throws IOException {
    for (Predictor member : members) {
      member.read(in);
    }
  }
}
