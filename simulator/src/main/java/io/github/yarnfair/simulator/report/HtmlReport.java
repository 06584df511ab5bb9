// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Writes pictures of runs into one HTML file that needs nothing else: no network, no other file.
 * Its content security policy forbids all loading, and all scripts but the two in it.
 */
public final class HtmlReport {
  /** Name of the file. */
  public static final String FILE = "report.html";

  /** Most runs in one report. */
  public static final int MOST_RUNS = 16;

  private static final String PLOTS = "/io/github/yarnfair/plots/";

  private HtmlReport() {}

  /**
   * Creates a directory for a report, if it is not there, and checks that one can be written.
   *
   * @throws IOException naming the directory, what is there and what was expected
   */
  public static void checkDirectory(Path directory) throws IOException {
    try {
      Files.createDirectories(directory);
      Files.delete(Files.write(newFile(directory), new byte[0]));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "%s: %s is no directory: expected a directory for %s"
              .formatted(directory, e.getMessage(), FILE),
          e);
    } catch (IOException e) {
      throw new IOException(
          "%s: %s: expected a directory in which %s can be written".formatted(directory, e, FILE),
          e);
    }
    if (Files.isDirectory(directory.resolve(FILE))) {
      throw new IOException(
          "%s is a directory: expected a file, or none".formatted(directory.resolve(FILE)));
    }
  }

  private static Path newFile(Path directory) {
    return directory.resolve(FILE + "." + ProcessHandle.current().pid());
  }

  /**
   * Writes a report of simulated runs, in place of one that is there, which stays until the new one
   * is complete.
   *
   * @param directory created if it is not there
   * @param pictures pictures of 1 to {@link #MOST_RUNS} runs; the first two are shown first, side
   *     by side
   * @return the file
   * @throws IOException naming the file, if it cannot be written
   */
  public static Path write(Path directory, List<ObjectNode> pictures) throws IOException {
    return write(directory, "Report of simulated runs", pictures);
  }

  /** Writes a report with a title of its own; see {@link #write(Path, List)}. */
  public static Path write(Path directory, String title, List<ObjectNode> pictures)
      throws IOException {
    if (pictures.isEmpty() || pictures.size() > MOST_RUNS) {
      throw new IllegalArgumentException(
          pictures.size() + " runs: expected from 1 to " + MOST_RUNS);
    }
    checkDirectory(directory);
    Path file = newFile(directory);
    // Names with broken characters are written with replacements, not refused.
    Files.write(file, html(title, pictures).getBytes(StandardCharsets.UTF_8));
    return Files.move(file, directory.resolve(FILE), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the text of a report. */
  static String html(String title, List<ObjectNode> pictures) throws IOException {
    String library = script("echarts.min.js");
    String plots = script("plots.js");
    return String.join(
        "\n",
        "<!DOCTYPE html>",
        "<html lang=\"en\">",
        "<head>",
        "<meta charset=\"utf-8\">",
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
            + "style-src 'unsafe-inline'; script-src "
            + hash(library)
            + " "
            + hash(plots)
            + "\">",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "<title>" + escaped(title) + "</title>",
        "<style>",
        ":root { color-scheme: light dark }",
        "body { font: 14px/1.45 system-ui, sans-serif; color: #222; margin: 0 auto;"
            + " max-width: 1500px; padding: 0.5em 16px 2em }",
        "h1 { font-size: 1.4em }",
        "@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } }",
        resource("plots.css"),
        "</style>",
        "</head>",
        "<body>",
        "<h1>" + escaped(title) + "</h1>",
        "<noscript><p>The plots are drawn by scripts in this file; the figures are in it as"
            + " JSON.</p></noscript>",
        "<div id=\"plots\"></div>",
        "<script id=\"pictures\" type=\"application/json\">" + data(pictures) + "</script>",
        "<script>" + library + "</script>",
        "<script>" + plots + "</script>",
        "</body>",
        "</html>",
        "");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** No text in JSON can end the element: only strings have a {@code <}, and it may be escaped. */
  private static String data(List<ObjectNode> pictures) {
    StringBuilder text = new StringBuilder("[");
    for (ObjectNode picture : pictures) {
      text.append(text.length() > 1 ? "," : "").append(picture);
    }
    return text.append("]").toString().replace("<", "\\u003c").replace("&", "\\u0026");
  }

  private static String script(String name) throws IOException {
    String text = resource(name);
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.contains("</script") || lower.contains("<!--")) {
      throw new IllegalStateException(name + " cannot be part of an HTML file");
    }
    return text;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(PLOTS + name)) {
      if (in == null) {
        throw new FileNotFoundException(PLOTS + name + " is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
