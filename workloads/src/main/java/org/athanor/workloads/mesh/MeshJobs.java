// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.athanor.workloads.lines.LineSource;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.program.UserFiles;

/** The jobs. A query is one job, a simplified mesh five. */
final class MeshJobs {
  /** Directories of the output of {@link #simplified}. */
  static final String VERTICES = "vertices";

  static final String TETRAHEDRA = "tetrahedra";

  private final Configuration configuration;
  private final MeshSource source;
  private final int reduces;
  private final Path work;
  private final Map<Tally, Long> counts = new EnumMap<>(Tally.class);

  /**
   * @param reduces reduce tasks of each job
   * @param work directory for intermediate data
   */
  MeshJobs(Configuration configuration, MeshSource source, int reduces, Path work) {
    this.configuration = configuration;
    this.source = source;
    this.reduces = reduces;
    this.work = work;
  }

  /** Returns a counter of the last job that has counted it; -1 without counters, as with Tez. */
  long count(Tally tally) {
    return counts.getOrDefault(tally, -1L);
  }

  /** Answers a query whose result is one list. */
  void list(Query query, Path output)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = read(query.word());
    switch (query) {
      case BOUNDING_BOX -> {
        shuffle(job, BoundingBox.Map.class, NullWritable.class, Box.class);
        job.setReducerClass(BoundingBox.Reduce.class);
        job.setNumReduceTasks(1);
        write(job, NullWritable.class, Text.class, output);
      }
      case BOUNDARY -> {
        shuffle(job, Boundary.Map.class, Face.class, FaceUse.class);
        job.setSortComparatorClass(Face.ByBytes.class);
        job.setCombinerClass(Boundary.Combine.class);
        job.setReducerClass(Boundary.Reduce.class);
        write(job, Face.class, NullWritable.class, output);
      }
      case VERTICES -> {
        shuffle(job, Vertices.Map.class, LongWritable.class, Position.class);
        job.setReducerClass(Vertices.Reduce.class);
        write(job, LongWritable.class, Text.class, output);
      }
      case MISSING -> {
        shuffle(job, Missing.Map.class, LongWritable.class, LongWritable.class);
        job.setCombinerClass(Missing.Combine.class);
        job.setReducerClass(Missing.Reduce.class);
        write(job, LongWritable.class, LongWritable.class, output);
      }
      case SIMPLIFIED -> throw new IllegalArgumentException("has two lists");
    }
    run(job);
  }

  /**
   * Returns the answer to the query for the bounding box.
   *
   * @throws IOException if there is none
   */
  Box box(Path output) throws IOException {
    List<String> lines = lines(output);
    if (lines.isEmpty()) {
      throw new IOException(source.shown() + ": has no vertices; must have some");
    }
    return Box.of(lines);
  }

  private List<String> lines(Path output) throws IOException {
    List<String> lines = new ArrayList<>();
    Text line = new Text();
    for (Path part : new UserFiles(configuration).parts(output, "part-")) {
      try (LineSource source = new LineSource(configuration, part, 0)) {
        while (source.read(line)) {
          lines.add(line.toString());
        }
      }
    }
    return lines;
  }

  /**
   * Writes vertices and tetrahedra of a simplified mesh to two directories of the output.
   *
   * @param cells of the grid along an edge
   * @throws IOException if the mesh has no tetrahedra
   */
  void simplified(int cells, Path output)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path box = new Path(work, "box");
    list(Query.BOUNDING_BOX, box);
    Path joined = new Path(work, "joined");
    join(Grid.around(box(box), cells), joined);
    Path corners = new Path(joined, Simplified.CORNERS);
    if (!joined.getFileSystem(configuration).exists(corners)) {
      throw new IOException(source.shown() + ": has no tetrahedra; must have some");
    }

    Job mean = again("means of cells", new Path(joined, Simplified.CELLS));
    shuffle(mean, Mapper.class, LongWritable.class, Position.class);
    mean.setCombinerClass(Simplified.MeanCombine.class);
    mean.setReducerClass(Simplified.MeanReduce.class);
    write(mean, LongWritable.class, Text.class, new Path(output, VERTICES));
    run(mean);

    Path assembled = new Path(work, "assembled");
    Job assemble = again("tetrahedra of cells", corners);
    shuffle(assemble, Mapper.class, Tetrahedron.class, LongWritable.class);
    assemble.setSortComparatorClass(Tetrahedron.ByBytes.class);
    assemble.setReducerClass(Simplified.AssembleReduce.class);
    write(assemble, Tetrahedron.class, BooleanWritable.class, assembled);
    assemble.setOutputFormatClass(SequenceFileOutputFormat.class);
    run(assemble);

    Job keep = again("different tetrahedra", assembled);
    shuffle(keep, Mapper.class, Tetrahedron.class, BooleanWritable.class);
    keep.setSortComparatorClass(Tetrahedron.ByBytes.class);
    keep.setCombinerClass(Simplified.KeepCombine.class);
    keep.setReducerClass(Simplified.KeepReduce.class);
    write(keep, Tetrahedron.class, NullWritable.class, new Path(output, TETRAHEDRA));
    run(keep);
  }

  private void join(Grid grid, Path joined)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = read("cells of corners");
    grid.putInto(job.getConfiguration());
    shuffle(job, Simplified.JoinMap.class, JoinKey.class, JoinValue.class);
    job.setSortComparatorClass(JoinKey.Order.class);
    job.setGroupingComparatorClass(JoinKey.Group.class);
    job.setPartitionerClass(JoinKey.ById.class);
    job.setReducerClass(Simplified.JoinReduce.class);
    write(job, LongWritable.class, Position.class, joined);
    LazyOutputFormat.setOutputFormatClass(job, SequenceFileOutputFormat.class);
    MultipleOutputs.addNamedOutput(
        job, Simplified.CELLS, SequenceFileOutputFormat.class, LongWritable.class, Position.class);
    MultipleOutputs.addNamedOutput(
        job,
        Simplified.CORNERS,
        SequenceFileOutputFormat.class,
        Tetrahedron.class,
        LongWritable.class);
    run(job);
  }

  /** Writes all records to a table. */
  void importInto(MeshTable table, List<Path> files)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = read("import");
    table.importing(job, files);
    job.setNumReduceTasks(0);
    run(job);
  }

  /** Reads all records, and only counts them. */
  void count() throws IOException, InterruptedException, ClassNotFoundException {
    Job job = read("count");
    job.setMapperClass(Count.class);
    job.setOutputFormatClass(NullOutputFormat.class);
    job.setNumReduceTasks(0);
    run(job);
  }

  /** Counts records. */
  static final class Count extends MeshMapper<NullWritable, NullWritable> {}

  private Job job(String step) throws IOException {
    return job(configuration, step, reduces);
  }

  /** Returns a job without formats and classes. */
  static Job job(Configuration configuration, String step, int reduces) throws IOException {
    Job job = Job.getInstance(configuration, "mesh, " + step);
    job.setJarByClass(MeshJobs.class);
    JobRun.once(job.getConfiguration());
    job.setNumReduceTasks(reduces);
    return job;
  }

  /** Returns a job that reads the mesh. */
  private Job read(String step) throws IOException, InterruptedException, ClassNotFoundException {
    Job job = job(step);
    source.into(job);
    return job;
  }

  /** Returns a job that reads what another has written. */
  private Job again(String step, Path directory) throws IOException {
    Job job = job(step);
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, directory);
    return job;
  }

  @SuppressWarnings("rawtypes") // Hadoop's signature
  private static void shuffle(
      Job job,
      Class<? extends Mapper> mapper,
      Class<? extends Writable> key,
      Class<? extends Writable> value) {
    job.setMapperClass(mapper);
    job.setMapOutputKeyClass(key);
    job.setMapOutputValueClass(value);
  }

  static void write(
      Job job, Class<? extends Writable> key, Class<? extends Writable> value, Path output) {
    job.setOutputFormatClass(TextOutputFormat.class);
    job.setOutputKeyClass(key);
    job.setOutputValueClass(value);
    FileOutputFormat.setOutputPath(job, output);
  }

  private void run(Job job) throws IOException, InterruptedException, ClassNotFoundException {
    JobRun.complete(job);
    Counters counters = job.getCounters();
    if (counters == null || counters.countCounters() == 0) {
      return;
    }
    requireComplete("$Nodes", counters.findCounter(Tally.VERTICES_LACKING));
    requireComplete("$Elements", counters.findCounter(Tally.ELEMENTS_LACKING));
    for (Tally tally : Tally.values()) {
      long value = counters.findCounter(tally).getValue();
      if (tally == Tally.CONNECTIONS) {
        counts.merge(tally, value, Long::sum);
        continue;
      }
      // Jobs that do not read the mesh count none of its records.
      if (value > 0 || tally == Tally.RESULTS || count(tally) < 0) {
        counts.put(tally, value);
      }
    }
  }

  /** Files that are not cut are checked as they are read; of others, only the sum is known. */
  private void requireComplete(String section, Counter lacking) throws IOException {
    long lines = lacking.getValue();
    if (lines != 0) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: lines of %s: %,d %s than announced; must be as many",
              source.shown(),
              section,
              Math.abs(lines),
              lines > 0 ? "fewer" : "more"));
    }
  }
}
