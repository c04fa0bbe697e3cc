// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;

/** A serializable Hadoop configuration, which is sent with a job. */
final class HadoopSettings implements Serializable {
  private static final long serialVersionUID = 1;
  private transient Configuration configuration;

  HadoopSettings(Configuration configuration) {
    this.configuration = configuration;
  }

  Configuration get() {
    return configuration;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    configuration.write(out);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    configuration = new Configuration(false);
    configuration.readFields(in);
  }
}
