// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.hdfs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;

/**
 * A client of HDFS that writes and reads files when it is told to, so that no start of a JVM is
 * measured. It reads commands from standard input, words separated by tabs:
 *
 * <pre>
 * write  THREADS  REPLICAS  BLOCK_BYTES  PATH:BYTES...
 * read   THREADS  PATH...
 * search THREADS  WORD  PATH...
 * places THREADS  PATH...
 * delete THREADS  PATH...
 * policy THREADS  DIRECTORY:POLICY...
 * </pre>
 *
 * <p>and writes a line for each file, in the order of the command, and one at the end:
 *
 * <pre>
 * file  PATH  BYTES  SECONDS  HOST/STORAGE_TYPE=BYTES,...
 * end   SECONDS
 * failed  MESSAGE
 * </pre>
 *
 * <p>where hosts and storage types are those of the replicas that were read, and for {@code places}
 * of all replicas; there are none, and no bytes, if nothing was read or written. {@code search}
 * reads, and counts a word in each buffer: it is one more field of the line. A directory that gets
 * a storage policy is made first.
 */
public final class LoadProcess {
  private static final int BUFFER = 128 << 10;
  private static final byte[] NO_WORD = {};

  private final FileSystem files;

  private LoadProcess(FileSystem files) {
    this.files = files;
  }

  /** Serves commands until standard input ends. The configuration is on the class path. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (FileSystem files = FileSystem.get(new Configuration())) {
      LoadProcess process = new LoadProcess(files);
      System.out.println("ready");
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        process.serve(List.of(line.split("\t", -1)));
        System.out.flush();
      }
    }
  }

  private void serve(List<String> words) throws InterruptedException {
    long begin = System.nanoTime();
    List<Callable<String>> work = new ArrayList<>();
    switch (words.get(0)) {
      case "write" -> {
        short replicas = Short.parseShort(words.get(2));
        long block = Long.parseLong(words.get(3));
        for (String file : words.subList(4, words.size())) {
          String[] parts = file.split(":", -1);
          work.add(() -> write(parts[0], Long.parseLong(parts[1]), replicas, block));
        }
      }
      case "read" ->
          words.subList(2, words.size()).forEach(path -> work.add(() -> read(path, NO_WORD)));
      case "search" -> {
        byte[] word = words.get(2).getBytes(StandardCharsets.UTF_8);
        words.subList(3, words.size()).forEach(path -> work.add(() -> read(path, word)));
      }
      case "places" -> words.subList(2, words.size()).forEach(path -> work.add(() -> places(path)));
      case "delete" -> words.subList(2, words.size()).forEach(path -> work.add(() -> delete(path)));
      case "policy" ->
          words.subList(2, words.size()).forEach(pair -> work.add(() -> setPolicy(pair)));
      default -> throw new IllegalArgumentException("no command: " + words);
    }
    ExecutorService pool = Executors.newFixedThreadPool(Integer.parseInt(words.get(1)));
    try {
      for (Future<String> line : pool.invokeAll(work)) {
        System.out.println(line.get());
      }
      System.out.println("end\t" + seconds(begin));
    } catch (ExecutionException e) {
      System.out.println("failed\t" + e.getCause().toString().replaceAll("\\s+", " "));
    } finally {
      pool.shutdown();
    }
  }

  private String write(String path, long bytes, short replicas, long block) throws IOException {
    byte[] content = new byte[BUFFER];
    new Random(path.hashCode()).nextBytes(content);
    long begin = System.nanoTime();
    try (OutputStream out = files.create(new Path(path), true, BUFFER, replicas, block)) {
      for (long left = bytes; left > 0; left -= BUFFER) {
        out.write(content, 0, (int) Math.min(BUFFER, left));
      }
    }
    return line(path, bytes, begin, Map.of());
  }

  /**
   * Reads a file.
   *
   * @param word is looked for; not if it is empty
   */
  private String read(String path, byte[] word) throws IOException {
    long found = 0;
    byte[] buffer = new byte[BUFFER];
    Map<String, Long> sources = new TreeMap<>();
    long bytes = 0;
    long begin = System.nanoTime();
    try (FSDataInputStream in = files.open(new Path(path), BUFFER)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        bytes += n;
        sources.merge(source(in), (long) n, Long::sum);
        found += word.length == 0 ? 0 : count(buffer, n, word);
      }
    }
    String line = line(path, bytes, begin, sources);
    return word.length == 0 ? line : line + "\t" + found;
  }

  /** How often a word is in the first bytes of a buffer. */
  private static int count(byte[] buffer, int length, byte[] word) {
    int found = 0;
    for (int i = 0; i + word.length <= length; i++) {
      if (buffer[i] == word[0] && Arrays.equals(buffer, i, i + word.length, word, 0, word.length)) {
        found++;
      }
    }
    return found;
  }

  /** The replicas of a file that is not empty. */
  private String places(String path) throws IOException {
    long begin = System.nanoTime();
    Map<String, Long> replicas = new TreeMap<>();
    for (BlockLocation block : files.getFileBlockLocations(new Path(path), 0, Long.MAX_VALUE)) {
      for (int i = 0; i < block.getHosts().length; i++) {
        String place = block.getHosts()[i] + "/" + block.getStorageTypes()[i];
        replicas.merge(place, block.getLength(), Long::sum);
      }
    }
    return line(path, 0, begin, replicas);
  }

  private String delete(String path) throws IOException {
    long begin = System.nanoTime();
    files.delete(new Path(path), true);
    return line(path, 0, begin, Map.of());
  }

  private String setPolicy(String pair) throws IOException {
    String[] parts = pair.split(":", -1);
    long begin = System.nanoTime();
    Path directory = new Path(parts[0]);
    files.mkdirs(directory);
    files.setStoragePolicy(directory, parts[1]);
    return line(parts[0], 0, begin, Map.of());
  }

  private static String source(FSDataInputStream in) {
    DatanodeInfo node = ((HdfsDataInputStream) in).getCurrentDatanode();
    return node.getHostName()
        + "/"
        + (node instanceof DatanodeInfoWithStorage volume ? volume.getStorageType() : "UNKNOWN");
  }

  private static String line(String path, long bytes, long begin, Map<String, Long> sources) {
    String from =
        sources.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(","));
    return String.join(
        "\t", Arrays.asList("file", path, Long.toString(bytes), seconds(begin), from));
  }

  private static String seconds(long begin) {
    return String.format(Locale.ROOT, "%.6f", (System.nanoTime() - begin) / 1e9);
  }
}
