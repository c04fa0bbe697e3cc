// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/** Tags reads about which there is news as not trusted. */
public final class TagTrusted extends MapReduceBase
    implements Reducer<LongWritable, ReadMessage, LongWritable, ReadMessage> {
  private final ReadMessage tagged = new ReadMessage();

  @Override
  public void reduce(
      LongWritable position,
      Iterator<ReadMessage> messages,
      OutputCollector<LongWritable, ReadMessage> output,
      Reporter reporter)
      throws IOException {
    boolean present = false;
    boolean trusted = true;
    while (messages.hasNext()) {
      ReadMessage message = messages.next();
      if (message.kind() == ReadMessage.Kind.READ) {
        tagged.setRead(message.read(), true);
        present = true;
      } else {
        trusted = false;
      }
    }
    if (!present) {
      throw new IOException("read " + position + " is missing, but there is news about it");
    }
    tagged.setTrusted(trusted);
    reporter.incrCounter(Tally.KEPT, 1);
    reporter.incrCounter(Tally.UNTRUSTED, trusted ? 0 : 1);
    output.collect(position, tagged);
  }
}
