// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.InputStream;

/** Reads of a file in HDFS that go another way than through Hadoop's stream. */
public interface DistributedReads {
  /** Returns Hadoop's stream, at the position of this one. All reads go through it from now on. */
  InputStream wrapped();
}
