// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.ReduceContext;
import org.apache.hadoop.mapreduce.task.TaskInputOutputContextImpl;
import org.athanor.engine.meter.RecordCounter;

/**
 * The context of a new-API reducer or combiner. As in Hadoop, there is one key object and one value
 * object, which every record fills anew, and the value iterator can be marked and reset. A mark
 * copies one value only, because sorted runs stay in place until the task has ended.
 */
final class EngineReduceContext<KI, VI, KO, VO> extends TaskInputOutputContextImpl<KI, VI, KO, VO>
    implements ReduceContext<KI, VI, KO, VO> {
  private final GroupedRecords<KI, VI> records;
  private final RecordCounter groups; // null for a combiner
  private final RecordCounter values;
  private final Class<VI> valueClass;
  private final Values iterator = new Values();
  private KI key;
  private VI value;
  private boolean firstValue;

  EngineReduceContext(
      AttemptScope attempt,
      GroupedRecords<KI, VI> records,
      Class<VI> valueClass,
      ReduceCounters counters,
      RecordWriter<KO, VO> output,
      OutputCommitter committer) {
    super(attempt.conf(), attempt.id(), output, committer, attempt.reporter());
    this.records = records;
    this.valueClass = valueClass;
    this.groups = counters.groups();
    this.values = counters.values();
  }

  @Override
  public boolean nextKey() throws IOException {
    while (records.sameGroup()) {
      nextKeyValue();
    }
    if (!records.hasNext()) {
      return false;
    }
    if (groups != null) {
      groups.increment(1);
    }
    return nextKeyValue();
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    if (!records.hasNext()) {
      key = null;
      value = null;
      return false;
    }
    firstValue = !records.sameGroup();
    key = records.readKey(key);
    value = records.readValue(value);
    if (records.advance()) {
      values.increment(1);
    }
    return true;
  }

  @Override
  public KI getCurrentKey() {
    return key;
  }

  @Override
  public VI getCurrentValue() {
    return value;
  }

  @Override
  public Iterable<VI> getValues() {
    return () -> iterator;
  }

  private final class Values implements ReduceContext.ValueIterator<VI> {
    private DataOutputBuffer markedValue;
    private boolean marked;
    private boolean replayMarked;

    @Override
    public boolean hasNext() {
      return firstValue || replayMarked || records.sameGroup();
    }

    @Override
    public VI next() {
      try {
        if (replayMarked) {
          replayMarked = false;
          value = records.readValue(markedValue.getData(), markedValue.getLength(), value);
          return value;
        }
        if (firstValue) {
          firstValue = false;
          return value;
        }
        if (!records.sameGroup()) {
          throw new NoSuchElementException("iterate past last value");
        }
        nextKeyValue();
        return value;
      } catch (IOException e) {
        throw new ReadFailure(e);
      }
    }

    @Override
    public void remove() {
      throw new UnsupportedOperationException("remove not implemented");
    }

    /** Marks the current value, which will be the first one after a reset. */
    @Override
    public void mark() throws IOException {
      if (markedValue == null) {
        markedValue = new DataOutputBuffer();
      }
      markedValue.reset();
      Serializer<VI> serializer =
          new SerializationFactory(getConfiguration()).getSerializer(valueClass);
      serializer.open(markedValue);
      serializer.serialize(value);
      records.mark();
      marked = true;
    }

    @Override
    public void reset() throws IOException {
      if (!marked) {
        throw new IOException("Reset called without a previous mark");
      }
      records.rewind();
      firstValue = false;
      replayMarked = true;
    }

    @Override
    public void clearMark() {
      marked = false;
    }

    @Override
    public void resetBackupStore() {
      marked = false;
      replayMarked = false;
    }
  }

  /** Carries an I/O failure through {@link Iterator#next}, which cannot declare it. */
  static final class ReadFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReadFailure(IOException cause) {
      super(cause);
    }
  }
}
