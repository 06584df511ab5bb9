// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.AddedNodes;
import io.github.yarnfair.scheduler.plan.WhatIfRequest.Submission;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what-if requests. */
public final class WhatIfReader {
  private static final String ROOT = "what-if";
  private static final Set<String> PARTS =
      Set.of("keys", "queue-file", "add-nodes", "remove-nodes", "policy", "submit");

  /** The most nodes, and the most distinct sizes of those that are added. */
  private static final int MOST_NODES = 1_000_000;

  private static final int MOST_SIZES = 1_000;
  private static final int MOST_SUBMISSIONS = 1_000;
  private static final long MOST_TASKS = 1_000_000_000;

  private WhatIfReader() {}

  /**
   * Reads a request.
   *
   * @throws QueueFileException with one line for each finding: key, value, and what was expected
   */
  public static WhatIfRequest read(byte[] body, boolean isXml) throws IOException {
    JsonNode root = RequestBody.read(body, isXml, ROOT);
    List<String> problems = new ArrayList<>();
    RequestFields fields = new RequestFields("", root, PARTS, problems);
    WhatIfRequest request =
        new WhatIfRequest(
            keys(fields),
            fields.text("queue-file"),
            addedNodes(fields),
            fields.texts("remove-nodes"),
            fields.text("policy"),
            submissions(fields));
    if (request.submissions().size() > MOST_SUBMISSIONS) {
      problems.add("submit: expected at most " + MOST_SUBMISSIONS + " applications");
    }
    long nodes = request.addedNodes().stream().mapToLong(AddedNodes::count).sum();
    if (nodes > MOST_NODES || request.addedNodes().size() > MOST_SIZES) {
      problems.add(
          "add-nodes: expected at most %d entries and %d nodes, not %d entries and %d nodes"
              .formatted(MOST_SIZES, MOST_NODES, request.addedNodes().size(), nodes));
    }
    if (request.removedNodes().size() > MOST_NODES) {
      problems.add("remove-nodes: expected at most " + MOST_NODES + " nodes");
    }
    if (request.isEmpty() && problems.isEmpty()) {
      problems.add("The request is empty: expected some of " + PARTS.stream().sorted().toList());
    }
    if (!problems.isEmpty()) {
      throw new QueueFileException(problems);
    }
    return request;
  }

  private static Map<String, @Nullable String> keys(RequestFields fields) {
    Map<String, @Nullable String> keys = new LinkedHashMap<>();
    for (RequestFields each : fields.objects("keys", Set.of("key", "value"))) {
      String key = each.required("key", "a key of the queue file, such as root.a.capacity");
      String value = each.text("value");
      if (!key.isEmpty()) {
        keys.put(key, value == null || value.isEmpty() ? null : value);
      }
    }
    return keys;
  }

  private static List<AddedNodes> addedNodes(RequestFields fields) {
    List<AddedNodes> nodes = new ArrayList<>();
    for (RequestFields each : fields.objects("add-nodes", Set.of("resources", "count", "label"))) {
      nodes.add(
          new AddedNodes(
              orEmpty(each.text("label")),
              each.resources("resources"),
              (int) each.number("count", 1, 1, MOST_NODES)));
    }
    return nodes;
  }

  private static List<Submission> submissions(RequestFields fields) {
    List<Submission> submissions = new ArrayList<>();
    for (RequestFields each :
        fields.objects(
            "submit", Set.of("queue", "user", "priority", "label", "resources", "count"))) {
      submissions.add(
          new Submission(
              each.required("queue", "a leaf queue"),
              each.required("user", "the user who submits"),
              (int) each.number("priority", 0, 0, Integer.MAX_VALUE),
              orEmpty(each.text("label")),
              each.resources("resources"),
              each.number("count", 1, 1, MOST_TASKS)));
    }
    return submissions;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text.trim();
  }
}
