// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** The files of this jar for the plots on the scheduler's page; answers compressed by gzip. */
final class PlotFiles {
  private static final String FOLDER = "/io/github/yarnfair/plots/";
  private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

  /** Nothing else is served, whatever name is asked for. */
  private static final Map<String, String> TYPES =
      Map.of(
          "echarts.min.js", JAVASCRIPT,
          "plots.js", JAVASCRIPT,
          "plots.css", "text/css; charset=utf-8");

  private static final Map<String, PlotFiles> LOADED = new ConcurrentHashMap<>();

  private final String type;
  private final byte[] plain;
  private final byte[] compressed;

  private PlotFiles(String type, byte[] plain) {
    this.type = type;
    this.plain = plain;
    compressed = compress(plain);
  }

  /** Returns a file; null if there is none of that name. */
  static @Nullable PlotFiles find(String name) {
    String type = TYPES.get(name);
    return type == null
        ? null
        : LOADED.computeIfAbsent(name, any -> new PlotFiles(type, read(name)));
  }

  /** Returns the contents for a caller. */
  Response answer(HttpServletRequest request) {
    return accepts(request) ? compressed(compressed, type) : Response.ok(plain, type).build();
  }

  /** Returns contents that are not one of these files. */
  static Response answer(HttpServletRequest request, byte[] contents, String type) {
    return accepts(request)
        ? compressed(compress(contents), type)
        : Response.ok(contents, type).build();
  }

  private static boolean accepts(HttpServletRequest request) {
    String accepted = request.getHeader("Accept-Encoding");
    return accepted != null && accepted.contains("gzip");
  }

  private static Response compressed(byte[] contents, String type) {
    return Response.ok(contents, type).header("Content-Encoding", "gzip").build();
  }

  private static byte[] compress(byte[] contents) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(contents);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] read(String name) {
    try (InputStream in =
        Objects.requireNonNull(PlotFiles.class.getResourceAsStream(FOLDER + name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
