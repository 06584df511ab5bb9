// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an application asks for that is given its first containers all at once: by an application
 * tag {@code gang=<containers>} or {@code gang=<containers>:<seconds>}, or by the value after the
 * equals sign as {@code YARN_GANG} in its scheduling properties, to which YARN counts the
 * environment of the master. No comma separates the two, since MapReduce and Spark split their
 * lists of tags by commas.
 *
 * @param size how many containers start together, besides the master's; 2 or more
 * @param timeoutMillis longest that room is kept for them, empty if that is left to the
 *     administrator
 */
public record GangRequest(int size, OptionalLong timeoutMillis) {
  private static final String TAG = "gang=";
  private static final String PROPERTY = "YARN_GANG";
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?::(\\d{1,9}))?");

  /**
   * Reads what an application asks for.
   *
   * @param tags the application's
   * @param properties the application's scheduling properties
   * @return null if it asks for no gang, or for one of a single container
   * @throws IllegalArgumentException naming the tag or the property, its value and what was
   *     expected, if it is malformed or there are several
   */
  public static @Nullable GangRequest read(
      @Nullable Collection<String> tags, @Nullable Map<String, String> properties) {
    List<String> asked = new ArrayList<>();
    if (tags != null) {
      tags.stream().filter(tag -> tag.startsWith(TAG)).sorted().forEach(asked::add);
    }
    String property = properties == null ? null : properties.get(PROPERTY);
    if (property != null) {
      asked.add(PROPERTY + "=" + property);
    }
    if (asked.isEmpty()) {
      return null;
    }
    if (asked.size() > 1) {
      throw new IllegalArgumentException(
          "%s: expected one of them at most".formatted(LogText.of(asked.toString())));
    }
    GangRequest request = parse(asked.get(0));
    return request.size() == 1 ? null : request;
  }

  private static GangRequest parse(String tag) {
    Matcher form = FORM.matcher(tag.substring(tag.indexOf('=') + 1).trim());
    if (form.matches()) {
      int size = Integer.parseInt(form.group(1));
      String seconds = form.group(2);
      long timeout = seconds == null ? 1 : Long.parseLong(seconds);
      if (size > 0 && timeout > 0) {
        return new GangRequest(
            size, seconds == null ? OptionalLong.empty() : OptionalLong.of(1000 * timeout));
      }
    }
    throw new IllegalArgumentException(
        "%s: expected <containers> or <containers>:<seconds>, each a whole number from 1 to 999999999"
            .formatted(LogText.of(tag)));
  }
}
