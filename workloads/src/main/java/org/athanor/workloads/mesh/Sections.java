// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.athanor.workloads.lines.LineSource;
import org.athanor.workloads.program.UserFiles;

/**
 * Which section is open where, in all files of an input. A map that begins amid a file cannot know
 * it, so a job lists the marks of all files first.
 */
final class Sections {
  private final Map<String, TreeMap<Long, String>> marks = new HashMap<>();

  /**
   * Reads the output of {@link MarkMapper}.
   *
   * @param directory the output
   */
  static Sections read(Configuration configuration, Path directory) throws IOException {
    Sections sections = new Sections();
    Text line = new Text();
    for (Path part : new UserFiles(configuration).parts(directory, "part-")) {
      try (LineSource lines = new LineSource(configuration, part, 0)) {
        while (lines.read(line)) {
          String[] fields = line.toString().split("\t", 3);
          sections
              .marks
              .computeIfAbsent(fields[2], file -> new TreeMap<>())
              .put(Long.parseLong(fields[0]), fields[1]);
        }
      }
    }
    sections.marks.values().forEach(Sections::open);
    return sections;
  }

  /** Replaces each mark, in their order, by the name of the section that is open after it. */
  private static void open(Map<Long, String> marks) {
    String open = "";
    for (Map.Entry<Long, String> mark : marks.entrySet()) {
      if (open.isEmpty() && !mark.getValue().startsWith("$End")) {
        open = mark.getValue().substring(1);
      } else if (mark.getValue().equals("$End" + open)) {
        open = "";
      }
      mark.setValue(open);
    }
  }

  /** Returns the section that is open at an offset; empty if none is. */
  String at(Path file, long offset) {
    TreeMap<Long, String> ofFile = marks.get(file.toString());
    Map.Entry<Long, String> before = ofFile == null ? null : ofFile.lowerEntry(offset);
    return before == null ? "" : before.getValue();
  }

  /** Lists the marks: offset, mark, file. */
  static final class MarkMapper extends Mapper<LongWritable, Text, NullWritable, Text> {
    private final Fields fields = new Fields();
    private final Text mark = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (line.getLength() > 0 && line.getBytes()[0] == '$') {
        fields.split(line);
        Path file = ((FileSplit) context.getInputSplit()).getPath();
        mark.set((offset + "\t" + fields.text(0) + "\t" + file).getBytes(StandardCharsets.UTF_8));
        context.write(NullWritable.get(), mark);
      }
    }
  }
}
