// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.ArrayList;
import java.util.List;

/**
 * The options of a Worker's JVM. They are those of the script {@code athanor}, which says why, and
 * a test compares them. Stateless.
 */
final class WorkerJvm {
  /** Up to so many threads, one more for garbage collection or compilation would be missed. */
  private static final int FEW_THREADS = 4;

  /** From this heap on, the young generation has a fixed size, in MB. */
  private static final int SMALL_HEAP_MB = 640;

  static final List<String> FEW_THREADS_COLLECTION =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:PretenureSizeThreshold=131072",
          "-XX:-ResizeTLAB",
          "-XX:TLABSize=128k",
          "-XX:InitialRAMPercentage=25",
          "-XX:MetaspaceSize=96m");

  static final List<String> FEW_THREADS_COMPILATION =
      List.of(
          "-XX:FreqInlineSize=150",
          "-XX:InlineSmallCode=1200",
          "-XX:Tier4InvocationThreshold=90000",
          "-XX:Tier4MinInvocationThreshold=10800",
          "-XX:Tier4CompileThreshold=270000",
          "-XX:Tier4BackEdgeThreshold=720000");

  /** Methods that are called once per record, comparison or block. */
  static final List<String> NOT_INLINED =
      List.of(
          "org.athanor.engine.files.ChecksummedOutput::write",
          "org.athanor.engine.files.LocalInput::agrees",
          "org.athanor.engine.files.LocalInput::grant",
          "org.athanor.engine.files.LocalInput::nextChunk",
          "org.athanor.engine.files.LocalInput::readSome",
          "org.athanor.engine.merge.RunMerger::compareKeys",
          "org.athanor.engine.sort.SortBuffer::compareKeys",
          "org.athanor.engine.task.EngineReduceContext::nextKeyValue",
          "org.athanor.engine.task.MapOutputCollector::collectExclusively",
          "org.athanor.engine.sequencefile.PlainSequenceRecords::nextKey",
          "org.athanor.engine.task.TrackedInput::nextKeyValue",
          "org.athanor.engine.task.TrackedOutput::write");

  private WorkerJvm() {}

  /**
   * Returns options.
   *
   * @param threads engine threads of the Worker
   * @param memoryMb memory of its container
   */
  static String options(int threads, int memoryMb) {
    List<String> options = new ArrayList<>();
    options.add("-XX:+IgnoreUnrecognizedVMOptions"); // of a newer Java on some node
    options.add("-XX:CompileCommand=quiet");
    NOT_INLINED.forEach(method -> options.add("-XX:CompileCommand=dontinline," + method));
    if (threads > FEW_THREADS) {
      options.add("-XX:+UseParallelGC");
    } else {
      options.addAll(FEW_THREADS_COLLECTION);
      options.add(memoryMb >= SMALL_HEAP_MB ? "-XX:MaxNewSize=128m" : "-XX:NewRatio=4");
      options.addAll(FEW_THREADS_COMPILATION);
    }
    return String.join(" ", options);
  }
}
