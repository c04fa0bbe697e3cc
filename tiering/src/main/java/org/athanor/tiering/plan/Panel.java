// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.athanor.storage.popularity.Predictor;

/** Several predictors that learn from the same accesses. The first one answers. */
final class Panel implements Predictor {
  private final List<Predictor> members;

  Panel(List<Predictor> members) {
    this.members = List.copyOf(members);
  }

  Predictor member(int place) {
    return members.get(place);
  }

  @Override
  public String name() {
    return "panel";
  }

  @Override
  public void created(int file, long timeMillis) {
    members.forEach(member -> member.created(file, timeMillis));
  }

  @Override
  public void accessed(int file, long timeMillis, int blocks) {
    members.forEach(member -> member.accessed(file, timeMillis, blocks));
  }

  @Override
  public void deleted(int file) {
    members.forEach(member -> member.deleted(file));
  }

  @Override
  public void forgotten(int file) {
    members.forEach(member -> member.forgotten(file));
  }

  @Override
  public void endOfPeriod(long endMillis) {
    members.forEach(member -> member.endOfPeriod(endMillis));
  }

  @Override
  public double predicted(int file) {
    return members.get(0).predicted(file);
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
