// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.net.URLStreamHandlerFactory;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.localize.TaskClassLoaders;

/** A driver whose mapper sets the JVM's factory of URL handlers, as Nutch's plugins do. */
public final class UrlHandlerJob {
  private UrlHandlerJob() {}

  /** Arguments: input and output directory. */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = new Configuration();
    conf.set(TaskClassLoaders.ISOLATION_KEY, TaskClassLoaders.CLASSLOADER);
    Job job = Job.getInstance(conf, "url handlers");
    job.setMapperClass(Lengths.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, new Path(arguments[0]));
    FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
    System.exit(job.waitForCompletion(false) ? 0 : 1);
  }

  /** Reads each word from a URL that only its own handler can open. */
  public static final class Lengths extends Mapper<Object, Text, Text, Text> {
    static {
      URL.setURLStreamHandlerFactory(new Echo());
    }

    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String word : line.toString().split(" ", -1)) {
        try (InputStream in = new URL("echo:" + word).openStream()) {
          context.write(new Text(word), new Text(in.readAllBytes()));
        }
      }
    }
  }

  private static final class Echo implements URLStreamHandlerFactory {
    @Override
    public URLStreamHandler createURLStreamHandler(String protocol) {
      return protocol.equals("echo") ? new Handler() : null;
    }
  }

  private static final class Handler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(url.getPath().getBytes(StandardCharsets.UTF_8));
        }
      };
    }
  }
}
