// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.List;
import org.athanor.storage.view.FileFacts;

/**
 * How a job should run.
 *
 * @param configuration where its data should be
 * @param prefetch input that must be copied to SSDs before it starts
 * @param evict copies that must be removed from SSDs before that
 * @param reservedBytes what it may write to SSDs as intermediate data
 * @param region the temporary region while it runs
 * @param reason one line
 * @param degraded one line for each faster configuration that could not be granted
 */
public record ConfigurationChoice(
    StorageConfiguration configuration,
    List<FileFacts> prefetch,
    List<FileFacts> evict,
    long reservedBytes,
    TemporaryRegion region,
    String reason,
    List<String> degraded) {
  public ConfigurationChoice {
    prefetch = List.copyOf(prefetch);
    evict = List.copyOf(evict);
    degraded = List.copyOf(degraded);
  }
}
