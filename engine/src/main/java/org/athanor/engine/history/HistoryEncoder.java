// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.Event;
import org.apache.hadoop.mapreduce.jobhistory.HistoryEvent;
import org.apache.hadoop.mapreduce.jobhistory.TaskAttemptStartedEvent;

/**
 * Writes the binary form of a {@code .jhist} file: a line with the name of the form, a line with
 * the Avro schema of events, then the events. Hadoop's own writer cannot be used, because only its
 * own package can pass events to it.
 */
final class HistoryEncoder {
  private static final String FORM = "Avro-Binary";

  private final DatumWriter<Event> writer = new SpecificDatumWriter<>(Event.class);
  private final BinaryEncoder encoder;

  /**
   * Loads the classes that encoders need, so that the first history is written as quickly as later
   * ones. It writes an event to nowhere, which loads most of them.
   */
  static void load() throws IOException {
    HistoryEncoder encoder = new HistoryEncoder(OutputStream.nullOutputStream());
    TaskAttemptID nobody = new TaskAttemptID("", 0, TaskType.MAP, 0, 0);
    encoder.write(new TaskAttemptStartedEvent(nobody, TaskType.MAP, 0, "", 0, 0, "", ""));
    encoder.flush();
  }

  HistoryEncoder(OutputStream out) throws IOException {
    out.write((FORM + "\n" + Event.SCHEMA$ + "\n").getBytes(StandardCharsets.UTF_8));
    encoder = EncoderFactory.get().binaryEncoder(out, null);
  }

  void write(HistoryEvent event) throws IOException {
    Event wrapper = new Event();
    wrapper.setType(event.getEventType());
    wrapper.setEvent(event.getDatum());
    writer.write(wrapper, encoder);
  }

  void flush() throws IOException {
    encoder.flush();
  }
}
