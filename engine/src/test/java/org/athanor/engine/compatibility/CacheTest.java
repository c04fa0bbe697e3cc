// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.athanor.engine.testing.CompiledJar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Distributed cache")
class CacheTest extends OracleTest {

  @Test
  @Tag("short")
  void readsACacheFileByItsLink() throws Exception {
    check(
        JobCase.of("cache file and link", "Job.addCacheFile with #name, read as a local file")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = looking(workspace, "cache-file", "stop words");
                  job.addCacheFile(URI.create(stopWords(workspace) + "#stop"));
                  job.getConfiguration().set(Looks.AT, "stop");
                  return Jobs.run(job);
                }));
  }

  @Test
  void readsACacheFileByItsLocalPath() throws Exception {
    check(
        JobCase.of("local cache files", "JobContext.getLocalCacheFiles, getCacheFiles")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 5))
            .program(
                workspace -> {
                  Job job = looking(workspace, "local-cache-file", "stop words");
                  job.addCacheFile(stopWords(workspace));
                  workspace.moveClassesToJobJar(job.getConfiguration());
                  job.setMapperClass(LooksAtLocalPaths.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  void readsFilesAndArchivesOfGenericOptions() throws Exception {
    check(
        JobCase.of("-files and -archives", "a Tool; an archive unpacked under its link")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 5))
            .program(
                workspace -> {
                  Path content =
                      Files.createDirectories(workspace.scratch().resolve("content/sub"));
                  Inputs.lines(content.resolve("inner.txt"), "in the archive");
                  Inputs.lines(content.resolveSibling("top.txt"), "on top");
                  Path archive = workspace.scratch().resolve("content.zip");
                  CompiledJar.pack(content.getParent(), archive);
                  return ToolRunner.run(
                      workspace.conf(),
                      new LookingTool(),
                      new String[] {
                        "-files",
                        stopWords(workspace) + "#renamed",
                        "-archives",
                        archive.toUri() + "#unpacked",
                        workspace.in().toString(),
                        workspace.out().toString()
                      });
                }));
  }

  @Test
  void failsIfACacheFileIsMissing() throws Exception {
    check(
        JobCase.of("missing cache file", "the job fails, or its submission does")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 5))
            .program(
                workspace -> {
                  Job job = looking(workspace, "missing-cache-file", "nothing");
                  job.addCacheFile(URI.create(stopWords(workspace) + "-missing#x"));
                  return Jobs.run(job);
                })
            .failing());
  }

  private static URI stopWords(Workspace workspace) throws IOException {
    Path file = workspace.scratch().resolve("stop-words");
    Inputs.lines(file, "one", "two", "w0");
    return file.toUri();
  }

  private static Job looking(Workspace workspace, String name, String what) throws IOException {
    Job job = Jobs.job(workspace, name);
    job.setMapperClass(Looks.class);
    job.getConfiguration().set("looking.for", what);
    return texts(job);
  }

  private static Job texts(Job job) {
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  /** Lists files and directories by relative names. */
  public static class Looks extends Mapper<Object, Text, Text, Text> {
    static final String AT = "compatibility.look.at";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      for (String name : context.getConfiguration().getStrings(AT, new String[0])) {
        show(context, Path.of(name));
      }
    }

    private static void show(Context context, Path root) throws IOException, InterruptedException {
      List<Path> files = new ArrayList<>();
      try (Stream<Path> walk = Files.walk(root, java.nio.file.FileVisitOption.FOLLOW_LINKS)) {
        walk.filter(Files::isRegularFile)
            .filter(file -> !file.toString().endsWith(".crc"))
            .sorted()
            .forEach(files::add);
      }
      for (Path file : files) {
        context.write(new Text(file.toString()), new Text(Files.readString(file)));
      }
    }

    @Override
    protected void map(Object key, Text value, Context context) {}
  }

  /** Reads all cache files where the context says they are. */
  public static class LooksAtLocalPaths extends Mapper<Object, Text, Text, Text> {
    @Override
    @SuppressWarnings("deprecation") // of Hadoop, but what older jobs call
    protected void setup(Context context) throws IOException, InterruptedException {
      Map<String, String> found = new HashMap<>();
      for (org.apache.hadoop.fs.Path path : context.getLocalCacheFiles()) {
        found.put(path.getName(), Files.readString(Path.of(path.toUri().getPath())));
      }
      for (URI uri : context.getCacheFiles()) {
        String name = new org.apache.hadoop.fs.Path(uri.getPath()).getName();
        context.write(new Text(name), new Text(found.get(name)));
      }
    }

    @Override
    protected void map(Object key, Text value, Context context) {}
  }

  /** Looks at what generic options shipped. */
  private static final class LookingTool extends Configured implements Tool {
    @Override
    public int run(String[] arguments) throws Exception {
      Job job = texts(Job.getInstance(getConf(), "generic-options"));
      FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(arguments[0]));
      FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(arguments[1]));
      job.setMapperClass(Looks.class);
      job.getConfiguration().setStrings(Looks.AT, "renamed", "unpacked");
      return Jobs.run(job);
    }
  }
}
