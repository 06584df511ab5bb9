// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.security.authorize.AccessControlList;

/**
 * One group of {@code acl_application_max_priority}: {@code [user=a,b group=g max_priority=7
 * default_priority=2]}.
 *
 * @param users the users and groups that the limit applies to
 * @param maximum highest application priority that they may ask for
 * @param byDefault priority of their applications that ask for none, at least 0
 */
public record PriorityAcl(AccessControlList users, int maximum, int byDefault) {
  private static final Pattern GROUP = Pattern.compile("\\[([^\\]]*)]");
  private static final Set<String> NAMES =
      Set.of("user", "group", "max_priority", "default_priority");

  /**
   * All groups of a value, lowest maximum first. A value without any, such as {@code *}, restricts
   * no user.
   *
   * @throws IllegalArgumentException if a group is malformed
   */
  static List<PriorityAcl> parse(String text) {
    List<PriorityAcl> acls = new ArrayList<>();
    Matcher groups = GROUP.matcher(text);
    while (groups.find()) {
      String group = groups.group(1).trim();
      if (!group.isEmpty()) {
        acls.add(parseGroup(group));
      }
    }
    acls.sort(Comparator.comparingInt(PriorityAcl::maximum));
    return List.copyOf(acls);
  }

  private static PriorityAcl parseGroup(String group) {
    Map<String, String> parts = new HashMap<>();
    for (String part : group.split("\\s+", -1)) {
      String[] pair = part.split("=", 2);
      String name = pair[0].toLowerCase(Locale.ROOT);
      if (pair.length < 2 || !NAMES.contains(name) || parts.put(name, pair[1]) != null) {
        throw new IllegalArgumentException("unreadable: " + part);
      }
    }
    String users = parts.getOrDefault("user", "");
    String userGroups = parts.getOrDefault("group", "");
    if (users.isEmpty() && userGroups.isEmpty()) {
      throw new IllegalArgumentException("neither user nor group");
    }
    return new PriorityAcl(
        new AccessControlList(users, userGroups),
        Integer.parseInt(parts.getOrDefault("max_priority", "missing")),
        Math.max(0, Integer.parseInt(parts.getOrDefault("default_priority", "0"))));
  }
}
