// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.ApplicationChange;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Ending;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Entitled;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.QueueChange;
import io.github.yarnfair.scheduler.plan.WhatIfAnswer.Share;
import io.github.yarnfair.scheduler.plan.WhatIfReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeoutException;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.Response.Status;
import org.apache.hadoop.thirdparty.com.google.common.io.ByteStreams;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code POST /ws/v1/cluster/scheduler/what-if}: 400 with one line for each thing that is
 * wrong with the request, 413 if it is too large, 503 with the reason if it took too long.
 */
final class WhatIfAnswers {
  /** Most bytes of a request. */
  static final int MOST_BYTES = 1 << 20;

  /** Most bytes of a body that is too large which are read all the same. */
  private static final long MOST_DISCARDED = 1L << 26;

  private static final int TOO_LARGE = 413;
  private static final Logger LOG = LoggerFactory.getLogger(WhatIfAnswers.class);

  private final HierarchicalScheduler scheduler;

  WhatIfAnswers(HierarchicalScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Answers a request.
   *
   * @param length of the body as the caller says, -1 if it does not
   */
  Response answer(InputStream body, long length, boolean isXml, boolean asXml) {
    try {
      byte[] bytes = length > MOST_BYTES ? null : read(body);
      if (bytes == null) {
        discard(body);
        return refusal(
            TOO_LARGE, "The body is too large: expected at most " + MOST_BYTES + " bytes");
      }
      WhatIfAnswer answer = scheduler.readings().whatIf(WhatIfReader.read(bytes, isXml));
      return AnswerTree.response("whatIf", tree(answer), asXml);
    } catch (TimeoutException e) {
      LOG.warn("A what-if request was not answered: {}", LogText.line(e.getMessage()));
      return refusal(Status.SERVICE_UNAVAILABLE.getStatusCode(), e.getMessage());
    } catch (IOException e) {
      return refusal(Status.BAD_REQUEST.getStatusCode(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("A what-if request failed", e);
      return refusal(Status.INTERNAL_SERVER_ERROR.getStatusCode(), "Failed: " + e);
    }
  }

  private static byte @Nullable [] read(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(MOST_BYTES + 1);
    return bytes.length > MOST_BYTES ? null : bytes;
  }

  /** A caller that is cut off while it sends does not read the answer. */
  private static void discard(InputStream body) throws IOException {
    ByteStreams.limit(body, MOST_DISCARDED).transferTo(OutputStream.nullOutputStream());
  }

  private static Response refusal(int status, @Nullable String why) {
    return Response.status(status)
        .type(MediaType.TEXT_PLAIN + "; charset=utf-8")
        .entity(String.valueOf(why))
        .build();
  }

  private static JsonNode tree(WhatIfAnswer answer) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode findings = root.putArray("findings");
    answer.findings().forEach(findings::add);
    root.set("clusterBefore", AnswerTree.of(answer.clusterBefore()));
    root.set("clusterAfter", AnswerTree.of(answer.clusterAfter()));
    ArrayNode queues = root.putArray("queues");
    answer.queues().forEach(queue -> queues.add(tree(queue)));
    root.putObject("counts")
        .put("applicationsThatGain", answer.counts().gain())
        .put("applicationsThatLose", answer.counts().lose())
        .put("applicationsThatWait", answer.counts().waiting())
        .put("applicationsThatWaitedBefore", answer.counts().waitedBefore())
        .put("applicationsWithWithheldRequests", answer.counts().withheld())
        .put("applicationsThatMayLoseContainers", answer.counts().mayLoseContainers());
    ArrayNode applications = root.putArray("applications");
    answer.applications().forEach(application -> applications.add(tree(application)));
    ArrayNode submissions = root.putArray("submitted");
    answer.submissions().forEach(each -> submissions.add(tree(each)));
    ArrayNode ended = root.putArray("endedWithNodes");
    answer
        .endedWithNodes()
        .forEach((id, count) -> ended.addObject().put("id", id).put("containers", count));
    ArrayNode preempted = root.putArray("preempted");
    answer.preempted().forEach(each -> preempted.add(tree(each)));
    return root;
  }

  private static JsonNode tree(Ending ending) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("container", ending.id())
            .put("application", ending.application())
            .put("node", ending.node())
            .put("ranMillis", ending.ranMillis());
    node.set("resources", AnswerTree.of(ending.size()));
    return node;
  }

  private static JsonNode tree(QueueChange queue) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("path", queue.path()).put("leaf", queue.isLeaf()).put("held", queue.held());
    put(node, "before", queue.before());
    put(node, "after", queue.after());
    if (queue.before() != null && queue.after() != null) {
      node.put("idealChange", queue.after().ideal() - queue.before().ideal());
    }
    node.set("mayLose", AnswerTree.of(queue.mayLose()));
    return node;
  }

  private static void put(ObjectNode node, String name, @Nullable Share share) {
    if (share != null) {
      ObjectNode inner = node.putObject(name);
      inner.put("guaranteed", share.guaranteed()).put("ideal", share.ideal());
      if (share.reached() != null) {
        inner.put("reachedByPreemption", share.reached());
      }
      if (share.inTurns() != null) {
        inner.put("inTurns", share.inTurns());
      }
      inner.set("idealAmounts", AnswerTree.of(share.amounts()));
    }
  }

  private static JsonNode tree(ApplicationChange application) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", application.id())
        .put("queue", application.queue())
        .put("user", application.user())
        .put("held", application.held())
        .put("idealBefore", application.idealBefore())
        .put("idealAfter", application.idealAfter())
        .put("waits", application.waits())
        .put("mayLoseContainers", application.mayLoseContainers())
        .put("preemptedContainers", application.preempted());
  }

  private static JsonNode tree(Entitled entitled) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("queue", entitled.queue())
            .put("ideal", entitled.ideal())
            .put("idealTasks", entitled.tasks())
            .put("tasks", entitled.wanted());
    if (entitled.reason() != null) {
      node.put("reason", entitled.reason());
    }
    return node;
  }
}
