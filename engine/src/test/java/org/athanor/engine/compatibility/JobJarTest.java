// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.util.GenericOptionsParser;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.ChildJvm;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.athanor.engine.testing.CompiledJar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Job jars, class loading, static state")
class JobJarTest extends OracleTest {
  private static final String MAPPER = "org.example.job.StatefulMapper";
  private static final String SOURCE =
      """
      package org.example.job;

      import java.io.IOException;
      import org.apache.hadoop.io.IntWritable;
      import org.apache.hadoop.io.Text;
      import org.apache.hadoop.mapreduce.Mapper;

      /** As if it had a JVM for itself: static fields without any synchronisation. */
      public class StatefulMapper extends Mapper<Object, Text, Text, IntWritable> {
        static String owner;
        static int lines;
        static final Text WORD = new Text();
        static final IntWritable LENGTH = new IntWritable();

        @Override
        protected void setup(Context context) {
          owner = context.getTaskAttemptID().toString();
          lines = 0;
        }

        @Override
        protected void map(Object key, Text line, Context context)
            throws IOException, InterruptedException {
          for (String word : line.toString().split(" ")) {
            WORD.set(word);
            LENGTH.set(word.length());
            Thread.yield();
            if (!owner.equals(context.getTaskAttemptID().toString())) {
              throw new IllegalStateException(owner + " changed the state of "
                  + context.getTaskAttemptID());
            }
            context.write(WORD, LENGTH);
          }
          lines++;
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
          context.write(new Text("#lines"), new IntWritable(lines));
        }
      }
      """;

  @Test
  @Tag("short")
  void keepsStaticStateOfTasksApart() throws Exception {
    check(
        JobCase.of("static state", "a job jar whose mapper has static fields, 4 maps")
            .input(
                (directory, random) -> {
                  for (int i = 0; i < 4; i++) {
                    Inputs.words(directory.resolve("f" + i), random, 400 + 10 * i);
                  }
                })
            .program(withJar(JobJarTest::jobJar)));
  }

  @Test
  void letsEachThreadsClassesSetTheFactoryOfUrlHandlers() throws Exception {
    check(
        JobCase.of("URL handlers", "a mapper that calls URL.setURLStreamHandlerFactory, 3 maps")
            .input(Inputs::threeTexts)
            .program(
                workspace ->
                    ChildJvm.run(
                        workspace,
                        UrlHandlerJob.class.getName(),
                        workspace.in().toString(),
                        workspace.out().toString())));
  }

  @Test
  void loadsClassesFromLibjars() throws Exception {
    check(
        JobCase.of("-libjars", "a mapper that is in a jar of -libjars only")
            .input(Inputs::threeTexts)
            .program(withJar(JobJarTest::libJar)));
  }

  @Test
  void loadsClassesAndResourcesByTheContextClassLoader() throws Exception {
    check(
        JobCase.of("context class loader", "Configuration.getClass and resources of the job jar")
            .input((directory, random) -> Inputs.lines(directory.resolve("a"), "one line"))
            .program(
                workspace -> {
                  Path jar = CompiledJar.of(workspace.scratch().resolve("job.jar"), MAPPER, SOURCE);
                  try (URLClassLoader loader = loaderOf(jar)) {
                    return within(
                        loader,
                        () -> {
                          Job job = Jobs.job(workspace, "context-loader");
                          job.getConfiguration().setClassLoader(loader);
                          job.setJar(jar.toString());
                          job.setMapperClass(LooksForClasses.class);
                          job.setNumReduceTasks(0);
                          job.setOutputKeyClass(Text.class);
                          job.setOutputValueClass(Text.class);
                          return Jobs.run(job);
                        });
                  }
                }));
  }

  /** Gives a job the class of {@link #MAPPER}. */
  private interface Giver {
    Job job(Workspace workspace, Path jar) throws Exception;
  }

  private interface Body {
    int run() throws Exception;
  }

  private static Job jobJar(Workspace workspace, Path jar) throws Exception {
    Job job = Jobs.job(workspace, "job-jar");
    job.setJar(jar.toString());
    return job;
  }

  private static Job libJar(Workspace workspace, Path jar) throws Exception {
    GenericOptionsParser parser =
        new GenericOptionsParser(
            workspace.conf(), new String[] {"-libjars", jar.toUri().toString()});
    Job job = Job.getInstance(parser.getConfiguration(), "libjars");
    org.apache.hadoop.mapreduce.lib.input.FileInputFormat.addInputPath(job, workspace.in());
    org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(job, workspace.out());
    return job;
  }

  private static JobProgram withJar(Giver giver) {
    return workspace -> {
      Path jar = CompiledJar.of(workspace.scratch().resolve("job.jar"), MAPPER, SOURCE);
      try (URLClassLoader loader = loaderOf(jar)) {
        return within(
            loader,
            () -> {
              Job job = giver.job(workspace, jar);
              job.getConfiguration().setClassLoader(loader);
              job.setMapperClass(loader.loadClass(MAPPER).asSubclass(Mapper.class));
              job.setReducerClass(IntSumReducer.class);
              job.setOutputKeyClass(Text.class);
              job.setOutputValueClass(IntWritable.class);
              return Jobs.run(job);
            });
      }
    };
  }

  private static URLClassLoader loaderOf(Path jar) throws Exception {
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, JobJarTest.class.getClassLoader());
  }

  /** As {@code hadoop jar} does: the jar's loader is the thread's while the driver runs. */
  private static int within(ClassLoader loader, Body body) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return body.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Finds a class and a resource that only the job jar has. */
  public static class LooksForClasses extends Mapper<Object, Text, Text, Text> {
    @Override
    protected void map(Object key, Text value, Context context)
        throws java.io.IOException, InterruptedException {
      try {
        String found = context.getConfiguration().getClassByName(MAPPER).getName();
        context.write(new Text("configuration"), new Text(found));
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        context.write(new Text("thread"), new Text(loader.loadClass(MAPPER).getName()));
        String resource = MAPPER.replace('.', '/') + ".class";
        context.write(
            new Text("resource"), new Text(String.valueOf(loader.getResource(resource) != null)));
      } catch (ClassNotFoundException e) {
        throw new java.io.IOException(e);
      }
    }
  }
}
