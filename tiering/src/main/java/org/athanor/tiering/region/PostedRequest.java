// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A job's request to the daemon. It holds until it is closed, or was not renewed for as long as the
 * daemon waits for that. For one thread at a time.
 */
public final class PostedRequest implements Closeable {
  private static final FsPermission MODE = new FsPermission((short) 0600);

  private final DistributedFileSystem files;
  private final Path request;
  private final Path answer;
  private long stamp;

  private PostedRequest(DistributedFileSystem files, Path request, Path answer, long stamp) {
    this.files = files;
    this.request = request;
    this.answer = answer;
    this.stamp = stamp;
  }

  /**
   * Asks.
   *
   * @param directory of the requests
   * @throws FileNotFoundException if no daemon has made this directory
   * @throws IOException if the request is too large, or cannot be written
   */
  public static PostedRequest post(DistributedFileSystem files, String directory, JobRequest job)
      throws IOException {
    byte[] bytes = RequestJson.of(job);
    if (job.files().size() > JobRequest.MOST_FILES || bytes.length > JobRequest.MOST_BYTES) {
      throw new IOException(
          "the input has "
              + job.files().size()
              + " files: a request may have "
              + JobRequest.MOST_FILES
              + " in "
              + JobRequest.MOST_BYTES
              + " bytes");
    }
    Path box = new Path(directory);
    if (!files.exists(box)) {
      throw new FileNotFoundException(directory + ": does not exist");
    }
    String id = UUID.randomUUID().toString();
    Path part = new Path(box, id + RequestNames.PART);
    Path request = new Path(box, id + RequestNames.REQUEST);
    try (FSDataOutputStream out = files.create(part, MODE, false, 4096, (short) 3, 1 << 20, null)) {
      out.write(bytes);
    }
    if (!files.rename(part, request)) {
      throw new IOException(request + ": could not be written");
    }
    long stamp = files.getFileStatus(request).getModificationTime();
    return new PostedRequest(files, request, new Path(box, id + RequestNames.ANSWER), stamp);
  }

  /**
   * What the daemon has said; empty if it has said nothing yet.
   *
   * @throws IOException if it cannot be read, or is not understood
   */
  public Optional<Answer> answer() throws IOException {
    try {
      if (!files.exists(answer)) {
        return Optional.empty();
      }
      return Optional.of(RequestJson.answer(HdfsRequestBox.read(files, answer)));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (RequestException e) {
      throw new IOException(answer + ": " + e.getMessage(), e);
    }
  }

  /**
   * Says that the job still runs. The daemon sees that the time of the file is another one; what
   * time it is does not matter.
   *
   * @throws FileNotFoundException if the daemon has ended the request
   */
  public void renew() throws IOException {
    stamp = Math.max(stamp + 1, System.currentTimeMillis());
    files.setTimes(request, stamp, -1);
  }

  /** Ends the request; the daemon removes its answer. */
  @Override
  public void close() throws IOException {
    files.delete(request, false);
  }
}
