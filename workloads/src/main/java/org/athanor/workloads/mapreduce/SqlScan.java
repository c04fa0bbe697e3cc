// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.sql.Table;

/**
 * Copies the table of visits, {@link org.athanor.workloads.sql.Query#SCAN}: maps without reduces.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class SqlScan extends IterativeTool {

  public static void main(String[] args) throws Exception {
    main(new SqlScan(), args);
  }

  @Override
  protected void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job copy = job("copy", arguments);
    FileInputFormat.addInputPath(copy, new Path(Table.USERVISITS.in(arguments.input())));
    copy.setMapperClass(LineMapper.class);
    copy.setNumReduceTasks(0);
    copy.setOutputKeyClass(NullWritable.class);
    copy.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(copy, new Path(arguments.output()));
    JobRun.complete(copy);
  }

  /** Passes lines on. */
  static final class LineMapper extends Mapper<LongWritable, Text, NullWritable, Text> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(NullWritable.get(), line);
    }
  }
}
