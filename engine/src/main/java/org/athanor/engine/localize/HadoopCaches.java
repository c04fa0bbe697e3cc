// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's maps of classes that it has made objects of or has comparators for. They keep a class,
 * and with it all that its loader has loaded and all its statics, until the JVM ends; comparators,
 * which all jobs share, keep the configuration they were last asked for with, and so its loader. On
 * a cluster the JVM ends with the task; here it may be hundreds of jobs later. Hadoop has no public
 * way to take a class out, so this looks into its private fields, as nothing else does. Classes
 * stay where a release of Hadoop has no such field. Thread-safe.
 */
final class HadoopCaches {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopCaches.class);

  private static final Map<?, ?> CONSTRUCTORS = map(ReflectionUtils.class, "CONSTRUCTOR_CACHE");
  private static final Map<?, ?> COMPARATORS = map(WritableComparator.class, "comparators");

  private HadoopCaches() {}

  private static Map<?, ?> map(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return (Map<?, ?>) field.get(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.info("{} keeps the classes of jobs that have ended: {}", owner.getName(), e.toString());
      return Collections.emptyMap();
    }
  }

  /** Takes out the classes of these loaders, which must not be used any more. */
  static void forget(Collection<? extends ClassLoader> loaders) {
    Set<ClassLoader> gone = new HashSet<>(loaders);
    Configuration nobodys = new Configuration(false);
    nobodys.setClassLoader(HadoopCaches.class.getClassLoader());
    CONSTRUCTORS.keySet().removeIf(key -> gone.contains(((Class<?>) key).getClassLoader()));
    COMPARATORS.keySet().removeIf(key -> gone.contains(((Class<?>) key).getClassLoader()));
    for (Object comparator : COMPARATORS.values()) {
      Configuration conf = ((WritableComparator) comparator).getConf();
      if (conf != null && gone.contains(conf.getClassLoader())) {
        ((WritableComparator) comparator).setConf(nobodys);
      }
    }
  }
}
