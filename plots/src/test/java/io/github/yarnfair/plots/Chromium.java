// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.plots;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A page in headless Chromium, driven by the DevTools protocol, which the page's own policy of
 * scripts does not bind.
 */
public final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final int SECONDS_TO_WAIT = 60;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * True once each plot has been drawn: a plot is an element that the library fills with a canvas.
   */
  private static final String DRAWN =
      "document.readyState === 'complete'"
          + " && document.querySelectorAll('.plot-canvas').length > 0"
          + " && [...document.querySelectorAll('.plot-canvas')].every(p => p.querySelector('canvas'))";

  /**
   * The fewest colours in a plot: a blank one has one. Each tenth pixel is enough to meet areas,
   * bars and text.
   */
  private static final String FEWEST_COLOURS =
      """
      Math.min(...[...document.querySelectorAll('.plot-canvas canvas')].map(canvas => {
        const of = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        const colours = new Set();
        for (let i = 0; i < of.length; i += 40) {
          colours.add(of[i] + ',' + of[i + 1] + ',' + of[i + 2] + ',' + of[i + 3]);
        }
        return colours.size;
      }))
      """;

  private final Path profile;
  private final Process process;
  private final DevTools tools;

  /** Starts the browser; skips the test, saying so, where none is on the {@code PATH}. */
  public Chromium() throws Exception {
    Optional<Path> binary = find();
    assumeThat(binary).as("skipped: none of %s is on the PATH", NAMES).isPresent();
    profile = Files.createTempDirectory("chromium");
    process =
        new ProcessBuilder(
                binary.orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-quic",
                "--disable-sync",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int port = port();
    JsonNode targets =
        new ObjectMapper().readTree(URI.create("http://127.0.0.1:" + port + "/json/list").toURL());
    JsonNode page = null;
    for (JsonNode target : targets) {
      page = target.path("type").asText().equals("page") ? target : page;
    }
    if (page == null) {
      throw new IOException("the browser has no page: " + targets);
    }
    tools = new DevTools(URI.create(page.get("webSocketDebuggerUrl").asText()));
    for (String domain : List.of("Page", "Runtime", "Log")) {
      tools.call(domain + ".enable");
    }
  }

  private static Optional<Path> find() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The browser writes its port into its profile when it listens. */
  private int port() throws Exception {
    Path file = profile.resolve("DevToolsActivePort");
    await("the browser listens", () -> Files.exists(file) && Files.readAllLines(file).size() > 1);
    return Integer.parseInt(Files.readAllLines(file).get(0));
  }

  private void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_WAIT);
    while (!condition.call()) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new IOException("waited in vain until " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * Opens a page and waits until its plots are drawn.
   *
   * @param width of the window, in pixels
   */
  public void open(URI address, int width) throws Exception {
    open(address, width, DRAWN);
  }

  /** Opens a page that has no plots; see {@link #open}. */
  public void openWithoutPlots(URI address, int width) throws Exception {
    open(address, width, "document.readyState === 'complete'");
  }

  /**
   * Sets which colours the browser asks for from now on.
   *
   * @param scheme {@code light} or {@code dark}
   */
  public void prefer(String scheme) throws Exception {
    tools.call(
        "Emulation.setEmulatedMedia",
        "features",
        List.of(Map.of("name", "prefers-color-scheme", "value", scheme)));
  }

  private void open(URI address, int width, String ready) throws Exception {
    tools.forget();
    tools.call(
        "Emulation.setDeviceMetricsOverride",
        "width",
        width,
        "height",
        1000,
        "deviceScaleFactor",
        1,
        "mobile",
        false);
    tools.call("Page.navigate", "url", address.toString());
    await(
        address + " is there with its plots",
        () ->
            !tools.events("Page.javascriptDialogOpening").isEmpty()
                || !tools.events("Page.loadEventFired").isEmpty() && evaluate(ready).asBoolean());
  }

  /** Returns the value of an expression of JavaScript in the page. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode result =
        tools.call("Runtime.evaluate", "expression", expression, "returnByValue", true);
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.get("exceptionDetails"));
    }
    return result.path("result").path("value");
  }

  /** Returns the least number of colours in a plot; about one of a plot that shows nothing. */
  public int fewestColours() throws Exception {
    return evaluate(FEWEST_COLOURS).asInt();
  }

  /**
   * Returns all that went wrong since the page was opened: uncaught exceptions, errors on the
   * console (a policy that was violated, a file that was not there), dialogues.
   */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    tools.events("Runtime.exceptionThrown").forEach(event -> problems.add(event.toString()));
    tools.events("Page.javascriptDialogOpening").forEach(event -> problems.add(event.toString()));
    tools.events("Log.entryAdded").stream()
        .map(event -> event.get("entry"))
        .filter(entry -> entry.get("level").asText().equals("error"))
        // Asked for by the browser, not by the page.
        .filter(entry -> !entry.path("url").asText().endsWith("/favicon.ico"))
        .forEach(entry -> problems.add(entry.toString()));
    return problems;
  }

  /** Writes the whole page as PNG, for people to look at. */
  public void screenshot(Path file) throws Exception {
    JsonNode shot = tools.call("Page.captureScreenshot", "captureBeyondViewport", true);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, Base64.getDecoder().decode(shot.get("data").asText()));
  }

  @Override
  public void close() throws Exception {
    tools.close();
    process.destroy();
    if (!process.waitFor(SECONDS_TO_WAIT, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    deleteProfile();
  }

  /** Children of the browser may still write into its profile: what cannot be deleted stays. */
  private void deleteProfile() throws IOException {
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
