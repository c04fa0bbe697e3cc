// SPDX-License-Identifier: Apache-2.0
package org.example.crunch;

import org.apache.crunch.DoFn;
import org.apache.crunch.Emitter;
import org.apache.crunch.MapFn;
import org.apache.crunch.PCollection;
import org.apache.crunch.PTable;
import org.apache.crunch.Pair;
import org.apache.crunch.Target;
import org.apache.crunch.fn.Aggregators;
import org.apache.crunch.impl.mr.MRPipeline;
import org.apache.crunch.io.To;
import org.apache.crunch.lib.Join;
import org.apache.crunch.lib.Sort;
import org.apache.crunch.types.writable.Writables;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Visits of users by country, a join, and pages by their number of visits: {@code IN OUT}. */
public class Pipeline extends Configured implements Tool {
  /** A column as the key, the whole line as the value. */
  public static class ByColumn extends MapFn<String, Pair<String, String>> {
    private final int column;

    public ByColumn(int column) {
      this.column = column;
    }

    @Override
    public Pair<String, String> map(String line) {
      return Pair.of(line.split("\t")[column], line);
    }
  }

  /** The country of a pair of user and visit. */
  public static class Country extends DoFn<Pair<String, Pair<String, String>>, String> {
    @Override
    public void process(Pair<String, Pair<String, String>> joined, Emitter<String> emitter) {
      emitter.emit(joined.second().first().split("\t")[1]);
    }
  }

  @Override
  public int run(String[] args) {
    MRPipeline pipeline = new MRPipeline(Pipeline.class, getConf());
    PCollection<String> users = pipeline.readTextFile(args[0] + "/users");
    PCollection<String> visits = pipeline.readTextFile(args[0] + "/visits");
    PTable<String, String> usersById =
        users.parallelDo(new ByColumn(0), Writables.tableOf(Writables.strings(), Writables.strings()));
    PTable<String, String> visitsById =
        visits.parallelDo(new ByColumn(0), Writables.tableOf(Writables.strings(), Writables.strings()));
    PTable<String, Long> countries =
        Join.innerJoin(usersById, visitsById).parallelDo(new Country(), Writables.strings()).count();
    pipeline.write(countries, To.textFile(args[1] + "/countries"), Target.WriteMode.OVERWRITE);
    PTable<String, String> byPage =
        visits.parallelDo(new ByColumn(1), Writables.tableOf(Writables.strings(), Writables.strings()));
    PTable<String, Long> pages =
        byPage.keys().count().groupByKey(2).combineValues(Aggregators.SUM_LONGS());
    pipeline.write(Sort.sort(pages), To.textFile(args[1] + "/pages"), Target.WriteMode.OVERWRITE);
    return pipeline.done().succeeded() ? 0 : 1;
  }

  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new Pipeline(), args));
  }
}
