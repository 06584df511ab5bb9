// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import io.github.yarnfair.conformance.json.Field;
import io.github.yarnfair.conformance.json.FormatException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/** The other end of {@link ProcessAdapter}: serves an adapter over lines of JSON. */
public final class AdapterServer {
  private AdapterServer() {}

  /** Answers each line until the input ends. */
  public static void serve(Adapter adapter, BufferedReader events, PrintWriter answers)
      throws IOException, FormatException, AdapterException {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      answers.println(
          EventJson.write(adapter.apply(EventJson.read(Field.read("standard input", line)))));
      answers.flush();
    }
  }
}
