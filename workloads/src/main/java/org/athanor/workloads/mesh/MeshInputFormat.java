// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.athanor.workloads.lines.LineSource;

/**
 * Vertices and tetrahedra of files of Gmsh; see {@link MeshScanner}. The key is the id. Files that
 * are not compressed are cut anywhere; if there are cuts, {@link Sections} must be known.
 */
public final class MeshInputFormat extends FileInputFormat<LongWritable, MeshRecord> {
  private static final String SECTIONS = "athanor.workloads.mesh.sections";

  /** Sets the output of {@link Sections.MarkMapper} for all files of the input. */
  static void setSections(Configuration configuration, Path directory) {
    configuration.set(SECTIONS, directory.toString());
  }

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return LineSource.splittable(context.getConfiguration(), file);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration configuration = context.getConfiguration();
    String directory = configuration.get(SECTIONS);
    Optional<Sections> sections =
        directory == null
            ? Optional.empty()
            : Optional.of(Sections.read(configuration, new Path(directory)));
    List<InputSplit> splits = new ArrayList<>();
    for (InputSplit each : super.getSplits(context)) {
      FileSplit split = (FileSplit) each;
      Path file = split.getPath();
      long start = split.getStart();
      String section = start == 0 ? "" : sections.map(known -> known.at(file, start)).orElse("");
      splits.add(new MeshSplit(file, start, split.getLength(), split.getLocations(), section));
    }
    return splits;
  }

  /** Whether files are cut, so that a map may begin within a section. */
  static boolean cuts(JobContext context) throws IOException {
    return new MeshInputFormat()
        .getSplits(context).stream().anyMatch(split -> ((MeshSplit) split).getStart() > 0);
  }

  @Override
  public RecordReader<LongWritable, MeshRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new MeshReader();
  }

  private static final class MeshReader extends RecordReader<LongWritable, MeshRecord> {
    private final LongWritable id = new LongWritable();
    private final MeshRecord record = new MeshRecord();
    private MeshScanner scanner;
    private TaskAttemptContext context;
    private boolean ended;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext newContext) throws IOException {
      MeshSplit part = (MeshSplit) split;
      context = newContext;
      scanner =
          new MeshScanner(
              context.getConfiguration(),
              part.getPath(),
              part.getStart(),
              part.getLength(),
              part.section());
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (!scanner.next(record)) {
        end();
        return false;
      }
      id.set(record.id());
      return true;
    }

    private void end() {
      if (!ended) {
        ended = true;
        context.getCounter(Tally.VERTICES_LACKING).increment(scanner.verticesLacking());
        context.getCounter(Tally.ELEMENTS_LACKING).increment(scanner.elementsLacking());
      }
    }

    @Override
    public LongWritable getCurrentKey() {
      return id;
    }

    @Override
    public MeshRecord getCurrentValue() {
      return record;
    }

    @Override
    public float getProgress() throws IOException {
      return scanner.progress();
    }

    @Override
    public void close() throws IOException {
      if (scanner != null) {
        scanner.close();
      }
    }
  }
}
