// SPDX-License-Identifier: Apache-2.0

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Counts words, and says what its tasks see of the job's credentials, one job after the other:
 * {@code InspectJob IN OUT SECRET...}. For each file SECRET there is a job, whose credentials have
 * its content. A task goes on when {@code IN.go} exists, if {@code inspect.wait} is set.
 */
public final class InspectJob extends Configured implements Tool {
  private static final Text SECRET = new Text("inspect.secret");

  public static final class Inspect extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      Configuration conf = context.getConfiguration();
      UserGroupInformation user = UserGroupInformation.getCurrentUser();
      say(context, "user=" + user.getShortUserName() + "/" + user.getAuthenticationMethod());
      say(context, "user-credentials=" + describe(user.getCredentials()));
      say(context, "job-credentials=" + describe(new JobConf(conf).getCredentials()));
      say(context, "context-credentials=" + describe(context.getCredentials()));
      String file = System.getenv(UserGroupInformation.HADOOP_TOKEN_FILE_LOCATION);
      Credentials ofFile = Credentials.readTokenStorageFile(new File(file), conf);
      say(context, "file-credentials=" + describe(ofFile));
      FileSystem fs = FileSystem.get(conf);
      try (FSDataInputStream in = fs.open(new Path(conf.get("inspect.private")))) {
        say(context, "private=" + new String(in.readAllBytes()).trim());
      }
      Path go = new Path(conf.get("inspect.in") + ".go");
      while (conf.getBoolean("inspect.wait", false) && !fs.exists(go)) {
        Thread.sleep(200);
        context.progress();
      }
      if (conf.getBoolean("inspect.fail", false)) {
        throw new IOException("fails as it was told");
      }
    }

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (String word : line.toString().split(" +")) {
        context.write(new Text(word), ONE);
      }
    }

    private static void say(Context context, String what) throws IOException, InterruptedException {
      context.write(new Text("#" + what), ONE);
    }
  }

  /** Kinds of the tokens, and a digest of the secret. */
  private static String describe(Credentials credentials) throws IOException {
    TreeSet<String> kinds = new TreeSet<>();
    credentials.getAllTokens().forEach(token -> kinds.add(token.getKind().toString()));
    byte[] secret = credentials.getSecretKey(SECRET);
    return String.join("+", kinds) + "," + (secret == null ? "none" : digest(secret));
  }

  private static String digest(byte[] secret) throws IOException {
    try {
      byte[] all = MessageDigest.getInstance("SHA-256").digest(secret);
      return HexFormat.of().formatHex(Arrays.copyOf(all, 8));
    } catch (NoSuchAlgorithmException e) {
      throw new IOException(e);
    }
  }

  @Override
  public int run(String[] arguments) throws Exception {
    boolean good = true;
    for (int i = 2; i < arguments.length; i++) {
      Job job = Job.getInstance(getConf(), "inspect " + (i - 1));
      job.setJarByClass(InspectJob.class);
      job.setMapperClass(Inspect.class);
      job.setReducerClass(IntSumReducer.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(IntWritable.class);
      job.getConfiguration().set("inspect.in", arguments[0]);
      job.getCredentials().addSecretKey(SECRET, Files.readAllBytes(new File(arguments[i]).toPath()));
      FileInputFormat.addInputPath(job, new Path(arguments[0]));
      FileOutputFormat.setOutputPath(job, new Path(arguments[1] + "-" + (i - 1)));
      good &= job.waitForCompletion(true);
    }
    return good ? 0 : 1;
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new InspectJob(), arguments));
  }
}
