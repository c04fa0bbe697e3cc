// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.sql.Row;
import org.athanor.workloads.sql.Table;

/**
 * Adds up the revenue of each visitor, {@link org.athanor.workloads.sql.Query#AGGREGATE}: one job
 * with a combiner.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class SqlAggregate extends IterativeTool {

  public static void main(String[] args) throws Exception {
    main(new SqlAggregate(), args);
  }

  @Override
  protected void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job sum = job("sum", arguments);
    FileInputFormat.addInputPath(sum, new Path(Table.USERVISITS.in(arguments.input())));
    sum.setMapperClass(RevenueMapper.class);
    sum.setCombinerClass(Adder.class);
    sum.setReducerClass(Adder.class);
    sum.setOutputKeyClass(Text.class);
    sum.setOutputValueClass(DoubleWritable.class);
    FileOutputFormat.setOutputPath(sum, new Path(arguments.output()));
    JobRun.complete(sum);
  }

  /** Emits address and revenue of a visit. */
  static final class RevenueMapper extends Mapper<LongWritable, Text, Text, DoubleWritable> {
    private final Row visit = new Row(Table.USERVISITS);
    private final int source = visit.column("sourceIP");
    private final int price = visit.column("adRevenue");
    private final Text address = new Text();
    private final DoubleWritable revenue = new DoubleWritable();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      visit.set(line);
      visit.copy(source, address);
      revenue.set(visit.number(price));
      context.write(address, revenue);
    }
  }

  /** Adds up revenues. */
  static final class Adder extends Reducer<Text, DoubleWritable, Text, DoubleWritable> {
    private final DoubleWritable total = new DoubleWritable();

    @Override
    protected void reduce(Text address, Iterable<DoubleWritable> revenues, Context context)
        throws IOException, InterruptedException {
      double sum = 0;
      for (DoubleWritable revenue : revenues) {
        sum += revenue.get();
      }
      total.set(sum);
      context.write(address, total);
    }
  }
}
