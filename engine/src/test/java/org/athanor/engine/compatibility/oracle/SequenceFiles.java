// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;

/**
 * A sequence file holds a random marker, so two files of the same content differ in bytes. The
 * canonical form has all but the marker: length, header, and the raw bytes of every record.
 */
final class SequenceFiles {
  private static final byte[] MAGIC = {'S', 'E', 'Q'};

  private SequenceFiles() {}

  static boolean is(byte[] content) {
    return content.length > MAGIC.length
        && java.util.Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  static byte[] canonical(Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    Configuration conf = new Configuration();
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(conf, SequenceFile.Reader.file(path))) {
      out.writeBytes("length " + Files.size(file) + "\n");
      out.writeBytes(reader.getKeyClassName() + " " + reader.getValueClassName() + "\n");
      out.writeBytes(reader.getCompressionType() + " " + reader.getCompressionCodec());
      out.writeBytes(" " + reader.getMetadata() + "\n");
      DataOutputBuffer key = new DataOutputBuffer();
      SequenceFile.ValueBytes value = reader.createValueBytes();
      while (reader.nextRaw(key, value) != -1) {
        out.writeInt(key.getLength());
        out.write(key.getData(), 0, key.getLength());
        value.writeUncompressedBytes(out);
        key.reset();
      }
    }
    return stripIdentity(bytes);
  }

  /** A codec without toString prints its identity hash, which differs between two readers. */
  private static byte[] stripIdentity(ByteArrayOutputStream bytes) {
    String text = bytes.toString(java.nio.charset.StandardCharsets.ISO_8859_1);
    return text.replaceFirst("Codec@[0-9a-f]+", "Codec")
        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
