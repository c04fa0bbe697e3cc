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
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.sql.Query;
import org.athanor.workloads.sql.Row;
import org.athanor.workloads.sql.Table;

/**
 * Joins the visits of one year with their pages, {@link Query#JOIN}: mean rank and revenue of each
 * visitor, the largest revenue first. The first job joins by page, a page before its visits, so
 * that reduces need no memory for them; the second adds up by visitor, with a combiner; the third
 * sorts, in one reduce, as Hive does.
 */
@SuppressWarnings("SameNameButDifferent") // Context, of mappers and of reducers
public final class SqlJoin extends IterativeTool {

  public static void main(String[] args) throws Exception {
    main(new SqlJoin(), args);
  }

  @Override
  protected void run(JobArguments arguments, Path work)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path joined = new Path(work, "joined");
    Path summed = new Path(work, "summed");
    join(arguments, joined);
    sum(arguments, joined, summed);
    sort(arguments, summed);
  }

  private void join(JobArguments arguments, Path joined)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job join = job("join", arguments);
    MultipleInputs.addInputPath(
        join,
        new Path(Table.RANKINGS.in(arguments.input())),
        TextInputFormat.class,
        PageMapper.class);
    MultipleInputs.addInputPath(
        join,
        new Path(Table.USERVISITS.in(arguments.input())),
        TextInputFormat.class,
        VisitMapper.class);
    join.setMapOutputKeyClass(PageKey.class);
    join.setMapOutputValueClass(Visit.class);
    join.setPartitionerClass(PageKey.Pages.class);
    join.setSortComparatorClass(PageKey.Order.class);
    join.setGroupingComparatorClass(PageKey.ByPage.class);
    join.setReducerClass(JoinReducer.class);
    write(join, joined, Text.class, VisitSum.class);
    JobRun.complete(join);
  }

  private void sum(JobArguments arguments, Path joined, Path summed)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job sum = job("sum", arguments);
    read(sum, joined);
    sum.setMapOutputKeyClass(Text.class);
    sum.setMapOutputValueClass(VisitSum.class);
    sum.setCombinerClass(Adder.class);
    sum.setReducerClass(MeanReducer.class);
    write(sum, summed, DoubleWritable.class, Text.class);
    JobRun.complete(sum);
  }

  private void sort(JobArguments arguments, Path summed)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job sort = job("sort", arguments);
    read(sort, summed);
    sort.setNumReduceTasks(1);
    sort.setSortComparatorClass(LargestFirst.class);
    sort.setMapOutputKeyClass(DoubleWritable.class);
    sort.setMapOutputValueClass(Text.class);
    sort.setReducerClass(LineReducer.class);
    sort.setOutputKeyClass(Text.class);
    sort.setOutputValueClass(DoubleWritable.class);
    FileOutputFormat.setOutputPath(sort, new Path(arguments.output()));
    JobRun.complete(sort);
  }

  /** Emits the rank of a page. */
  static final class PageMapper extends Mapper<LongWritable, Text, PageKey, Visit> {
    private final Row page = new Row(Table.RANKINGS);
    private final int url = page.column("pageURL");
    private final int rank = page.column("pageRank");
    private final PageKey key = new PageKey();
    private final Visit value = new Visit();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      page.set(line);
      page.copy(url, key.of(false));
      value.set(page.whole(rank));
      context.write(key, value);
    }
  }

  /** Emits visitor and revenue of the visits of the year. */
  static final class VisitMapper extends Mapper<LongWritable, Text, PageKey, Visit> {
    private final Row visit = new Row(Table.USERVISITS);
    private final int url = visit.column("destURL");
    private final int date = visit.column("visitDate");
    private final int source = visit.column("sourceIP");
    private final int revenue = visit.column("adRevenue");
    private final PageKey key = new PageKey();
    private final Visit value = new Visit();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      visit.set(line);
      if (visit.startsWith(date, Query.YEAR)) {
        visit.copy(url, key.of(true));
        visit.copy(source, value.of(visit.number(revenue)));
        context.write(key, value);
      }
    }
  }

  /**
   * Emits each visit of a page with its rank. Visits of unknown pages are dropped; those of a page
   * that is there several times count for each of them, as in SQL.
   */
  static final class JoinReducer extends Reducer<PageKey, Visit, Text, VisitSum> {
    private final VisitSum sum = new VisitSum();

    @Override
    protected void reduce(PageKey key, Iterable<Visit> values, Context context)
        throws IOException, InterruptedException {
      long pages = 0;
      long ranks = 0;
      for (Visit value : values) {
        if (!key.isVisit()) {
          pages++;
          ranks += value.rank();
        } else if (pages > 0) {
          sum.set(pages, ranks, pages * value.revenue());
          context.write(value.address(), sum);
        } else {
          return;
        }
      }
    }
  }

  /** Adds up the visits of a visitor. {@code K} and {@code V} are the output types. */
  abstract static class AddingReducer<K, V> extends Reducer<Text, VisitSum, K, V> {
    private final VisitSum sum = new VisitSum();

    final VisitSum add(Iterable<VisitSum> sums) {
      sum.set(0, 0, 0);
      for (VisitSum other : sums) {
        sum.add(other);
      }
      return sum;
    }
  }

  /** Combines visits into sums. */
  static final class Adder extends AddingReducer<Text, VisitSum> {
    @Override
    protected void reduce(Text address, Iterable<VisitSum> sums, Context context)
        throws IOException, InterruptedException {
      context.write(address, add(sums));
    }
  }

  /** Writes revenue, and address and mean rank. */
  static final class MeanReducer extends AddingReducer<DoubleWritable, Text> {
    private final DoubleWritable revenue = new DoubleWritable();
    private final Text text = new Text();

    @Override
    protected void reduce(Text address, Iterable<VisitSum> sums, Context context)
        throws IOException, InterruptedException {
      VisitSum sum = add(sums);
      revenue.set(sum.revenue());
      text.set(address + "\t" + sum.meanRank());
      context.write(revenue, text);
    }
  }

  /** The order of revenues, descending. */
  public static final class LargestFirst extends DoubleWritable.Comparator {
    @Override
    public int compare(byte[] left, int at, int length, byte[] right, int from, int size) {
      return super.compare(right, from, size, left, at, length);
    }
  }

  /** Writes lines. */
  static final class LineReducer extends Reducer<DoubleWritable, Text, Text, DoubleWritable> {
    @Override
    protected void reduce(DoubleWritable revenue, Iterable<Text> visitors, Context context)
        throws IOException, InterruptedException {
      for (Text visitor : visitors) {
        context.write(visitor, revenue);
      }
    }
  }
}
