// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * How messages name a configuration key: where it was set, the key and its value.
 *
 * @param conf which may contain the key
 * @param key full name
 * @param expectedIn the file that a key which is not set was expected in
 */
public record ConfiguredKey(Configuration conf, String key, String expectedIn) {

  /** Returns the file that sets the value; the file in which it was expected if it is not set. */
  public String source() {
    String[] sources = conf.getPropertySources(key);
    if (sources == null || sources.length == 0) {
      return expectedIn;
    }
    String last = sources[sources.length - 1];
    return last.equals("programmatically") ? "set by a program" : last;
  }

  /** Returns the beginning of every message: the file that sets the key, the key and its value. */
  public String describe() {
    // Variables stay unexpanded: they may be the error, and may stand for secrets.
    String value = conf.getRaw(key);
    String shown =
        value == null ? " is not set" : " = \"" + value.trim().replaceAll("\\s+", " ") + "\"";
    return source() + ": " + key + shown;
  }

  /** Returns the whole message about a refused value. */
  public String refusal(String expected) {
    return describe() + ": expected " + expected;
  }

  /** Returns an error with the refusal of an option of {@code yarn-site.xml}. */
  public static IOException refused(Configuration conf, String key, String expected) {
    return new IOException(new ConfiguredKey(conf, key, "yarn-site.xml").refusal(expected));
  }
}
