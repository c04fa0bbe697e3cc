// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.Closeable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.athanor.engine.config.SkewSettings;
import org.athanor.engine.order.KeyOrder;

/**
 * Whether the reduces of a job may be cut into chunks, as far as its classes show. In both modes
 * the files of all chunks must be in directories of Hadoop's own committer, which commits them as
 * one attempt. In coherent mode the output must also be known to be that of one reducer. Stateless.
 */
final class CutRules {
  private static final String NAMED_OUTPUTS = "mapreduce.multipleoutputs";
  private static final String OLD_NAMED_OUTPUTS = "mo.namedOutputs";

  private CutRules() {}

  /**
   * Returns why an attempt's partition must not be cut, for people; empty if it may be.
   *
   * @param attempt that is set up
   */
  static Optional<String> obstacle(TaskAttempt attempt, SkewSettings.Mode mode)
      throws ClassNotFoundException {
    JobConf conf = attempt.conf;
    boolean newApi = attempt.usesNewApi(conf);
    Object format = newApi ? attempt.outputFormat : conf.getOutputFormat();
    boolean files = writesCommittedFiles(format, attempt.committer);
    boolean hasPath = FileOutputFormat.getOutputPath(attempt.context) != null;
    if (!(files && hasPath) && !writesNothing(format)) {
      return Optional.of(
          "its output format "
              + format.getClass().getName()
              + " with the committer "
              + attempt.committer.getClass().getName()
              + " does not write files that Hadoop's FileOutputCommitter commits");
    }
    return mode == SkewSettings.Mode.FREE
        ? Optional.empty()
        : incoherence(attempt, conf, newApi, format);
  }

  private static Optional<String> incoherence(
      TaskAttempt attempt, JobConf conf, boolean newApi, Object format)
      throws ClassNotFoundException {
    if (!writesNothing(format) && !joins(format, conf)) {
      return Optional.of(
          "parts of its output format "
              + format.getClass().getName()
              + " do not make one file when they are put together, as those of TextOutputFormat"
              + " without compression do");
    }
    if (conf.get(NAMED_OUTPUTS, conf.get(OLD_NAMED_OUTPUTS, "")).length() > 0) {
      return Optional.of("it has named outputs, whose files would become more");
    }
    Class<?> reducer = newApi ? attempt.context.getReducerClass() : conf.getReducerClass();
    Optional<String> ofReducer = dependence(reducer, newApi);
    if (ofReducer.isPresent()) {
      return ofReducer;
    }
    RawComparator<?> comparator = conf.getOutputValueGroupingComparator();
    if (!newApi && KeyOrder.of(conf.getMapOutputKeyClass(), comparator).isOpaque()) {
      return Optional.of(
          "its grouping comparator "
              + comparator.getClass().getName()
              + " compares keys as objects, by the old API");
    }
    return Optional.empty();
  }

  /** Returns why what a reducer emits may depend on all keys; empty if it shows no reason. */
  static Optional<String> dependence(Class<?> reducer, boolean newApi) {
    try {
      return methodAroundKeys(reducer, newApi)
          .map(
              method ->
                  "its reducer "
                      + reducer.getName()
                      + " has a method "
                      + method
                      + ", which may depend on all keys of the partition");
    } catch (LinkageError e) { // A class is missing that only some of its methods need.
      return Optional.of(
          "its reducer " + reducer.getName() + " has methods that cannot be looked at: " + e);
    }
  }

  private static boolean writesCommittedFiles(Object format, OutputCommitter committer) {
    boolean files =
        format instanceof FileOutputFormat
            || format instanceof org.apache.hadoop.mapred.FileOutputFormat
            || format.getClass() == LazyOutputFormat.class
            || format.getClass() == org.apache.hadoop.mapred.lib.LazyOutputFormat.class;
    boolean committed =
        committer.getClass() == FileOutputCommitter.class
            || committer.getClass() == org.apache.hadoop.mapred.FileOutputCommitter.class;
    return files && committed;
  }

  private static boolean writesNothing(Object format) {
    return format.getClass() == NullOutputFormat.class
        || format.getClass() == org.apache.hadoop.mapred.lib.NullOutputFormat.class;
  }

  /** Returns whether the files of chunks, one after the other, are the file of one reducer. */
  static boolean joins(Object format, JobConf conf) {
    boolean text =
        format.getClass() == TextOutputFormat.class
            || format.getClass() == org.apache.hadoop.mapred.TextOutputFormat.class;
    return text && !org.apache.hadoop.mapred.FileOutputFormat.getCompressOutput(conf);
  }

  /** Returns a method by which a reducer may do something after, or around, all keys. */
  private static Optional<String> methodAroundKeys(Class<?> reducer, boolean newApi) {
    for (Class<?> at = reducer; at != null && at != Reducer.class; at = at.getSuperclass()) {
      if (at == MapReduceBase.class || at == Object.class) {
        continue;
      }
      Optional<String> found =
          Arrays.stream(at.getDeclaredMethods())
              .filter(method -> newApi ? isAroundKeys(method) : isClose(method))
              .map(Method::getName)
              .sorted()
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static boolean isAroundKeys(Method method) {
    return method.getParameterCount() == 1
        && (method.getName().equals("cleanup") || method.getName().equals("run"))
        && method.getParameterTypes()[0].isAssignableFrom(Reducer.Context.class);
  }

  /** Returns whether it overrides {@link Closeable#close}. */
  private static boolean isClose(Method method) {
    return method.getParameterCount() == 0 && method.getName().equals("close");
  }
}
