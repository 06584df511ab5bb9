// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's configuration directory, as an administrator has one: on the class path of the
 * ResourceManager (here a class loader) and of the ApplicationMasters.
 */
final class ConfDirectory {
  static final String QUEUE_FILE = "capacity-scheduler.xml";
  static final String FAIR_FILE = "fair-scheduler.xml";

  private final Path path;

  ConfDirectory(Path path) throws IOException {
    this.path = Files.createDirectories(path).toAbsolutePath();
  }

  Path path() {
    return path;
  }

  Path file(String name) {
    return path.resolve(name);
  }

  /** Writes {@code keys} in Hadoop's XML format. */
  void writeKeys(String name, Map<String, String> keys) throws IOException {
    Configuration conf = new Configuration(false);
    keys.forEach(conf::set);
    try (OutputStream out = Files.newOutputStream(file(name))) {
      conf.writeXml(out);
    }
  }

  /** A class loader that finds these files before any of the same name on the class path. */
  URLClassLoader classLoader(ClassLoader parent) throws MalformedURLException {
    return new URLClassLoader(new URL[] {path.toUri().toURL()}, parent) {
      @Override
      public @Nullable URL getResource(String name) {
        // Hadoop's test jar has a capacity-scheduler.xml of its own.
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
      }
    };
  }
}
