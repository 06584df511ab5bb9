// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An adapter in a process of its own, which reads events from its standard input and answers on its
 * standard output, a line each. What it writes to its standard error is passed on.
 */
public final class ProcessAdapter implements Adapter {
  private static final long ANSWER_SECONDS = 60;

  /** An adapter may have to be built before it can answer. */
  private static final long FIRST_ANSWER_SECONDS = 900;

  private final String name;
  private final Process process;
  private final BufferedWriter events;
  private final BufferedReader answers;
  private final ExecutorService reading =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "adapter answers");
            thread.setDaemon(true);
            return thread;
          });

  private long patience = FIRST_ANSWER_SECONDS;

  /**
   * Starts the process.
   *
   * @param command the program and its arguments
   */
  public ProcessAdapter(String name, List<String> command) throws AdapterException {
    this.name = name;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new AdapterException(
          "adapter %s: cannot be started: %s".formatted(name, e.getMessage()));
    }
    events = process.outputWriter();
    answers = process.inputReader();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer apply(Event event) throws AdapterException {
    String line = EventJson.write(event);
    try {
      events.write(line);
      events.newLine();
      events.flush();
      String answer = reading.submit(answers::readLine).get(patience, TimeUnit.SECONDS);
      patience = ANSWER_SECONDS;
      return read(line, answer);
    } catch (IOException | ExecutionException e) {
      throw error(line, "its process has ended: " + e.getMessage());
    } catch (TimeoutException e) {
      throw error(line, "no answer within " + patience + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw error(line, "interrupted");
    }
  }

  private Answer read(String line, @Nullable String answer) throws AdapterException {
    if (answer == null) {
      throw error(line, "its process has ended");
    }
    try {
      return EventJson.readAnswer(Field.read("answer", answer));
    } catch (FormatException e) {
      throw error(line, e.getMessage());
    }
  }

  private AdapterException error(String line, @Nullable String reason) {
    return new AdapterException("adapter %s: after %s: %s".formatted(name, line, reason));
  }

  @Override
  public void close() {
    process.destroy();
    reading.shutdownNow();
  }
}
