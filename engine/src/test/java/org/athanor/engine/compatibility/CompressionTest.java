// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.DeflateCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.util.VersionInfo;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Area("Compression")
class CompressionTest extends OracleTest {

  @ParameterizedTest
  @ValueSource(classes = {GzipCodec.class, BZip2Codec.class, DeflateCodec.class})
  void readsCompressedText(Class<? extends CompressionCodec> codec) throws Exception {
    check(
        JobCase.of("input: " + codec.getSimpleName(), "compressed text input")
            .input(
                (directory, random) -> {
                  compress(directory.resolve("a"), codec, random, 200);
                  compress(directory.resolve("b"), codec, random, 400);
                })
            .program(workspace -> Jobs.run(counting(workspace))));
  }

  @ParameterizedTest
  @ValueSource(classes = {GzipCodec.class, BZip2Codec.class, DefaultCodec.class, SnappyCodec.class})
  void writesCompressedText(Class<? extends CompressionCodec> codec) throws Exception {
    check(
        JobCase.of("output: " + codec.getSimpleName(), "compressed text output")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace);
                  FileOutputFormat.setCompressOutput(job, true);
                  FileOutputFormat.setOutputCompressorClass(job, codec);
                  return Jobs.run(job);
                }));
  }

  @ParameterizedTest
  @ValueSource(classes = {GzipCodec.class, BZip2Codec.class, DefaultCodec.class, SnappyCodec.class})
  void compressesMapOutput(Class<? extends CompressionCodec> codec) throws Exception {
    assumeFalse(
        codec.equals(GzipCodec.class) && VersionInfo.getVersion().equals("3.3.6"),
        "Hadoop 3.3.6 itself fails, without its native library, when it reads such map output");
    check(
        JobCase.of("map output: " + codec.getSimpleName(), "mapreduce.map.output.compress")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace);
                  job.getConfiguration().setBoolean("mapreduce.map.output.compress", true);
                  job.getConfiguration()
                      .setClass(
                          "mapreduce.map.output.compress.codec", codec, CompressionCodec.class);
                  return Jobs.run(job);
                }));
  }

  @Test
  @Tag("short")
  void readsSplitsOfBzip2() throws Exception {
    check(
        JobCase.of("splits of bzip2", "one compressed file, several maps")
            .input(
                (directory, random) -> {
                  StringBuilder text = new StringBuilder();
                  for (int i = 0; i < 40_000; i++) {
                    text.append(Long.toString(random.nextLong(), 36)).append('\n');
                  }
                  Configuration conf = new Configuration();
                  conf.setInt("bzip2.compress.blocksize", 1);
                  write(directory.resolve("a"), BZip2Codec.class, conf, text.toString());
                })
            .program(
                workspace -> {
                  Job job = Jobs.job(workspace, "bzip2-splits");
                  job.setMapperClass(Mapper.class);
                  job.setNumReduceTasks(0);
                  FileInputFormat.setMaxInputSplitSize(job, 150_000);
                  return Jobs.run(job);
                }));
  }

  @Test
  void failsOnACorruptFile() throws Exception {
    check(
        JobCase.of("corrupt gzip", "a compressed input that breaks off")
            .input(
                (directory, random) -> {
                  compress(directory.resolve("a"), GzipCodec.class, random, 300);
                  Path file = directory.resolve("a.gz");
                  byte[] bytes = Files.readAllBytes(file);
                  Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
                })
            .program(workspace -> Jobs.run(counting(workspace)))
            .failing());
  }

  private static void compress(
      Path file, Class<? extends CompressionCodec> codec, Random random, int lines)
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append(Inputs.word(random)).append(' ').append(Inputs.word(random)).append('\n');
    }
    write(file, codec, new Configuration(), text.toString());
  }

  private static void write(
      Path file, Class<? extends CompressionCodec> type, Configuration conf, String text)
      throws IOException {
    CompressionCodec codec = ReflectionUtils.newInstance(type, conf);
    Path named = file.resolveSibling(file.getFileName() + codec.getDefaultExtension());
    try (OutputStream out = codec.createOutputStream(Files.newOutputStream(named))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Job counting(Workspace workspace) throws IOException {
    Job job = Jobs.job(workspace, "compression");
    job.setMapperClass(WordSplit.class);
    job.setReducerClass(IntSumReducer.class);
    job.setNumReduceTasks(2);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    return job;
  }
}
