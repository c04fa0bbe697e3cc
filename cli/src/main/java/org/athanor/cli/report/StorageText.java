// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import org.athanor.cli.placement.StorageUse;

/** Says in lines for people where the data of a run's jobs are. */
public final class StorageText {
  private StorageText() {}

  /** A line with its end, and one for each note. */
  public static String of(StorageUse use) {
    StringBuilder text = new StringBuilder("storage: ");
    if (use.isGranted()) {
      text.append(use.configuration().orElse("")).append(": ").append(use.reason());
      if (use.prefetchedFiles() > 0) {
        text.append("; ")
            .append(use.prefetchedFiles())
            .append(use.prefetchedFiles() == 1 ? " file, " : " files, ")
            .append(Amounts.bytes(use.prefetchedBytes()))
            .append(", copied to SSDs");
      }
      if (use.reservedBytes() > 0) {
        text.append("; ").append(Amounts.bytes(use.reservedBytes())).append(" reserved");
      }
    } else {
      text.append("not ").append(use.asked().equals("auto") ? "used" : use.asked());
      text.append(": ").append(use.reason());
      use.tier()
          .ifPresent(
              tier ->
                  text.append("; intermediate data go to ")
                      .append(tier.equals("ssd") ? "SSDs" : "disks"));
    }
    text.append(System.lineSeparator());
    for (String note : use.notes()) {
      text.append("storage: ").append(note).append(System.lineSeparator());
    }
    return text.toString();
  }
}
