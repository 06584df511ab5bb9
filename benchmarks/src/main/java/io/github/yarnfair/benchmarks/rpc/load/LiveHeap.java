// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

/** What a ResourceManager's heap holds when its garbage is collected. */
final class LiveHeap {
  private LiveHeap() {}

  /**
   * Collects garbage and asks the ResourceManager's web server.
   *
   * @param process number of its process, which must be this user's
   * @return MiB
   * @throws IOException if it does not answer
   */
  static double mebibytes(long process, String webAddress)
      throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process collection =
        new ProcessBuilder(jcmd, Long.toString(process), "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (collection.waitFor() != 0) {
      throw new IOException("exit status %d of %s".formatted(collection.exitValue(), jcmd));
    }
    String query = "http://" + webAddress + "/jmx?qry=java.lang:type=Memory";
    String answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(URI.create(query)).build(), BodyHandlers.ofString())
            .body();
    JsonNode used = new ObjectMapper().readTree(answer).at("/beans/0/HeapMemoryUsage/used");
    if (!used.isNumber()) {
      throw new IOException(query + " answers " + answer);
    }
    return used.asLong() / (double) (1 << 20);
  }
}
