// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.skew.ReduceLoad;

/** What the master tells a driver. */
public sealed interface ToDriver extends Message {
  /** Returns the job that the message is about. */
  JobID job();

  /** The job was taken. */
  record Submitted(JobID job) implements ToDriver {
    @Override
    public MessageType type() {
      return MessageType.SUBMITTED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
    }

    static Submitted read(MessageInput in) throws IOException {
      return new Submitted(in.readJob());
    }
  }

  /**
   * The job was not taken, and does not exist.
   *
   * @param reason one line
   */
  record Refused(JobID job, String reason) implements ToDriver {
    @Override
    public MessageType type() {
      return MessageType.REFUSED;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeReason(reason);
    }

    static Refused read(MessageInput in) throws IOException {
      return new Refused(in.readJob(), in.readText());
    }
  }

  /**
   * What the reducers of a job have seen.
   *
   * @param shapes by the index of the reduce; of some reduces, or none
   */
  record Shapes(JobID job, Map<Integer, ReduceLoad.Shape> shapes) implements ToDriver {
    public Shapes {
      shapes = Collections.unmodifiableMap(new TreeMap<>(shapes)); // a fixed order of the bytes
    }

    @Override
    public MessageType type() {
      return MessageType.SHAPES;
    }

    @Override
    public void writeTo(MessageOutput out) {
      out.writeJob(job);
      out.writeInt(shapes.size());
      shapes.forEach(
          (reduce, shape) -> {
            out.writeInt(reduce);
            ShapeForm.write(shape, out);
          });
    }

    static Shapes read(MessageInput in) throws IOException {
      JobID job = in.readJob();
      int count = in.readCount(Integer.BYTES + ShapeForm.LEAST_BYTES);
      Map<Integer, ReduceLoad.Shape> shapes = new HashMap<>();
      for (int i = 0; i < count; i++) {
        shapes.put(in.readNatural(), ShapeForm.read(in));
      }
      return new Shapes(job, shapes);
    }
  }
}
