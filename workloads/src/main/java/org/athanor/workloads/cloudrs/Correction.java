// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.athanor.workloads.reads.Read;

/**
 * Brings reads together with the news about their bases. A base is corrected if all that want to
 * correct it want the same base, and none has confirmed it. Its quality is 0 then, so that it does
 * not count as evidence in the next round.
 */
public final class Correction extends MapReduceBase
    implements Reducer<LongWritable, ReadMessage, LongWritable, ReadMessage> {
  private static final int DISPUTED = -1;

  private final ReadMessage corrected = new ReadMessage();

  @Override
  public void reduce(
      LongWritable position,
      Iterator<ReadMessage> messages,
      OutputCollector<LongWritable, ReadMessage> output,
      Reporter reporter)
      throws IOException {
    Map<Integer, Integer> fixes = new HashMap<>();
    BitSet confirmed = new BitSet();
    boolean present = false;
    while (messages.hasNext()) {
      ReadMessage message = messages.next();
      switch (message.kind()) {
        case READ -> {
          corrected.setRead(message.read(), message.trusted());
          present = true;
        }
        case FIX ->
            fixes.merge(
                message.offset(),
                message.base(),
                (one, other) -> one.equals(other) ? one : DISPUTED);
        case CONFIRM -> confirmed.set(message.offset());
        case UNTRUSTED -> throw new IOException("read " + position + ": news of another job");
      }
    }
    if (!present) {
      throw new IOException("read " + position + " is missing, but there is news about it");
    }
    Read read = corrected.read();
    byte[] bases = read.bases().getBytes();
    byte[] qualities = read.qualities().getBytes();
    for (Map.Entry<Integer, Integer> fix : fixes.entrySet()) {
      int offset = fix.getKey();
      if (fix.getValue() != DISPUTED && !confirmed.get(offset)) {
        bases[offset] = Kmers.letter(fix.getValue());
        qualities[offset] = Read.QUALITY_BASE;
        reporter.incrCounter(Tally.FIXES, 1);
      }
    }
    output.collect(position, corrected);
  }
}
