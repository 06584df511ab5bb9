// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.scheduler.forecast.ExpectedStart;
import io.github.yarnfair.scheduler.forecast.ExpectedStart.Interval;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import javax.ws.rs.core.Response;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** Answers {@code GET /ws/v1/cluster/scheduler/when/{appid}}. */
final class StartAnswer {
  private static final long MOST_MILLIS = 10_000;

  private StartAnswer() {}

  static Response response(ExpectedStarts starts, ApplicationId id, boolean asXml) {
    ExpectedStart start = starts.await(id, MOST_MILLIS);
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", id.toString());
    Interval interval = start.interval();
    node.put("known", interval != null);
    if (interval != null) {
      node.put("madeAt", interval.madeAt())
          .put("earliest", interval.p10())
          .put("median", interval.median())
          .put("latest", interval.p90())
          .put("probability", 0.8);
    } else {
      node.put("reason", start.reason());
    }
    node.put("observedDurations", start.durations())
        .put("comparedForecasts", start.outcomes())
        .put("forecastsThatHeld", start.contained());
    return AnswerTree.response("expectedStart", node, asXml);
  }
}
