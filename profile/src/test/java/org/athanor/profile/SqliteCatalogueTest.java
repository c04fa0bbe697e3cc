// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteCatalogueTest extends CatalogueContract {
  @TempDir private Path directory;

  @Override
  CatalogueLocation empty() {
    return CatalogueLocation.of(directory.resolve("profile.db"));
  }
}
