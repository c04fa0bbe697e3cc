// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The list as a file of the HDFS that is kept, which its superuser can read. It is replaced as a
 * whole, when the list has changed.
 */
public final class HdfsRaisedFiles implements RaisedFiles {
  /** Beside the claim of the daemon. */
  public static final Path FILE = new Path("/system/athanor-storage-raised.json");

  private static final Path PART = FILE.suffix(".part");
  private static final FsPermission MODE = new FsPermission((short) 0600);
  private static final int VERSION = 1;
  private static final JsonMapper JSON = new JsonMapper();

  private final DistributedFileSystem files;

  /** What the file has; empty if that is not known. */
  private Optional<List<Progress.Raised>> stored = Optional.empty();

  /** In an HDFS that this daemon has claimed. */
  public HdfsRaisedFiles(DistributedFileSystem files) {
    this.files = files;
  }

  @Override
  public Optional<List<Progress.Raised>> load() throws IOException {
    byte[] text;
    try (FSDataInputStream in = files.open(FILE)) {
      text = in.readAllBytes();
    } catch (FileNotFoundException e) {
      stored = Optional.of(List.of()); // as good as an empty list, which need not be written
      return Optional.empty();
    }
    try {
      JsonNode node = JSON.readTree(text);
      if (node.path("version").intValue(0) != VERSION) {
        throw broken("is of another version", null);
      }
      stored = Optional.of(List.copyOf(RaisedJson.of(node.required("raised"))));
      return stored;
    } catch (JacksonException e) {
      throw broken("is damaged", e);
    }
  }

  private static IOException broken(String problem, Exception cause) {
    return new IOException(
        FILE
            + " in HDFS: "
            + problem
            + "; it has the files whose replicas are raised for a while: see whether they have one"
            + " too many (hdfs fsck), and delete it",
        cause);
  }

  @Override
  public void store(List<Progress.Raised> raised) throws IOException {
    if (stored.isPresent() && raised.equals(stored.get())) {
      return;
    }
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("version", VERSION);
    model.put("raised", RaisedJson.model(raised));
    stored = Optional.empty(); // whatever becomes of the next calls
    try (FSDataOutputStream out =
        files.create(PART, MODE, true, 4096, (short) 3, files.getDefaultBlockSize(PART), null)) {
      out.write(JSON.writeValueAsBytes(model));
    }
    files.rename(PART, FILE, Options.Rename.OVERWRITE);
    stored = Optional.of(List.copyOf(raised));
  }
}
