// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.plots;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls and events of a page by Chromium's DevTools protocol. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
  private static final int SECONDS_TO_WAIT = 60;

  private final ObjectMapper mapper = new ObjectMapper();
  private final WebSocket socket;
  private final StringBuilder received = new StringBuilder();
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();

  DevTools(URI page) {
    socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, this).join();
  }

  /**
   * Calls a method.
   *
   * @param parameters names and values by turns
   * @return its result
   */
  JsonNode call(String method, Object... parameters) throws Exception {
    ObjectNode message = mapper.createObjectNode();
    int id = calls.incrementAndGet();
    message.put("id", id).put("method", method);
    ObjectNode named = message.putObject("params");
    for (int i = 0; i < parameters.length; i += 2) {
      named.set((String) parameters[i], mapper.valueToTree(parameters[i + 1]));
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(message.toString(), true).join();
    JsonNode got = answer.get(SECONDS_TO_WAIT, TimeUnit.SECONDS);
    if (got.has("error")) {
      throw new IOException(method + ": " + got.get("error"));
    }
    return got.get("result");
  }

  /** Returns the parameters of all events of a name since the last {@link #forget}. */
  List<JsonNode> events(String method) {
    return events.stream()
        .filter(event -> event.get("method").asText().equals(method))
        .map(event -> event.get("params"))
        .toList();
  }

  /** Forgets all events. */
  void forget() {
    events.clear();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
    received.append(part);
    if (isLast) {
      try {
        take(mapper.readTree(received.toString()));
      } catch (IOException e) {
        answers.values().forEach(answer -> answer.completeExceptionally(e));
      }
      received.setLength(0);
    }
    return WebSocket.Listener.super.onText(from, part, isLast);
  }

  private void take(JsonNode message) {
    if (message.has("method")) {
      events.add(message);
      return;
    }
    CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
    if (answer != null) {
      answer.complete(message);
    }
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    answers.values().forEach(answer -> answer.completeExceptionally(error));
  }

  @Override
  public void close() {
    socket.abort();
  }
}
