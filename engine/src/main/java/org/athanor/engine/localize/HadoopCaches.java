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
 * Removes the classes of ended jobs from two static caches of Hadoop: one of constructors, one of
 * comparators. The caches hold a class, and so its class loader with all classes and statics, until
 * the JVM ends. A comparator, which all jobs share, also holds the configuration that was last used
 * to look it up, and so that configuration's class loader. On a cluster the JVM ends with the task;
 * here it may run hundreds of jobs more. Hadoop has no API to remove a class, so this class
 * accesses private fields by reflection. If a release of Hadoop has no such field, the classes stay
 * in memory. Thread-safe.
 */
public final class HadoopCaches {
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
      LOG.info(
          "classes of ended jobs stay in memory, because the cache of {} cannot be read: {}",
          owner.getName(),
          e.toString());
      return Collections.emptyMap();
    }
  }

  /** Removes the classes of these loaders, which must not be used any more. */
  public static void remove(Collection<? extends ClassLoader> loaders) {
    Set<ClassLoader> closed = new HashSet<>(loaders);
    Configuration neutral = new Configuration(false);
    neutral.setClassLoader(HadoopCaches.class.getClassLoader());
    CONSTRUCTORS.keySet().removeIf(key -> closed.contains(((Class<?>) key).getClassLoader()));
    COMPARATORS.keySet().removeIf(key -> closed.contains(((Class<?>) key).getClassLoader()));
    for (Object comparator : COMPARATORS.values()) {
      Configuration conf = ((WritableComparator) comparator).getConf();
      if (conf != null && closed.contains(conf.getClassLoader())) {
        ((WritableComparator) comparator).setConf(neutral);
      }
    }
  }
}
