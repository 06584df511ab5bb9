// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.QueueFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.hadoop.util.XMLUtils;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The body of a request, in JSON or XML, as one tree. In XML an element with elements is an object,
 * one with text alone a text, and a repeated one a list; so a list of one is that one.
 */
final class RequestBody {
  /** Most levels of elements or objects. */
  private static final int MOST_LEVELS = 10;

  private static final ObjectMapper JSON = new ObjectMapper();

  private RequestBody() {}

  /**
   * Reads a body.
   *
   * @param name of the root element, or of the only field of the root object, which may be left out
   * @return the object of that name
   * @throws QueueFileException if the body is malformed, naming line and column
   */
  static JsonNode read(byte[] body, boolean isXml, String name) throws IOException {
    JsonNode root = isXml ? readXml(body, name) : readJson(body);
    JsonNode inner = root.size() == 1 && root.has(name) ? root.get(name) : root;
    if (!inner.isObject()) {
      throw new QueueFileException(
          List.of("The body: expected an object \"" + name + "\" in JSON or XML"));
    }
    return inner;
  }

  private static JsonNode readJson(byte[] body) throws IOException {
    try {
      JsonNode root = JSON.readTree(body);
      return root == null ? MissingNode.getInstance() : root;
    } catch (JsonProcessingException e) {
      String at =
          e.getLocation() == null
              ? ""
              : ", line %d, column %d"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw new QueueFileException(
          "The body%s: expected JSON: %s".formatted(at, LogText.of(e.getOriginalMessage())), e);
    }
  }

  private static JsonNode readXml(byte[] body, String name) throws IOException {
    Element root;
    try {
      DocumentBuilder builder = XMLUtils.newSecureDocumentBuilderFactory().newDocumentBuilder();
      // Without one the parser writes to standard error what it throws as well.
      builder.setErrorHandler(new DefaultHandler());
      root = builder.parse(new ByteArrayInputStream(body)).getDocumentElement();
    } catch (SAXException | ParserConfigurationException e) {
      throw new QueueFileException("The body: expected XML: " + LogText.of(e.getMessage()), e);
    }
    if (!root.getTagName().equals(name)) {
      throw new QueueFileException(
          List.of(
              "The body: root element \"%s\": expected \"%s\""
                  .formatted(LogText.of(root.getTagName()), name)));
    }
    ObjectNode wrapped = JsonNodeFactory.instance.objectNode();
    JsonNode inner = of(root, 1);
    wrapped.set(name, inner.isTextual() ? JsonNodeFactory.instance.objectNode() : inner);
    return wrapped;
  }

  private static JsonNode of(Element element, int level) throws QueueFileException {
    if (level > MOST_LEVELS) {
      throw new QueueFileException(
          List.of("The body: expected at most " + MOST_LEVELS + " levels of elements"));
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element inner) {
        object.withArray(inner.getTagName()).add(of(inner, level + 1));
      }
    }
    if (object.isEmpty()) {
      return JsonNodeFactory.instance.textNode(element.getTextContent());
    }
    for (String field : names(object)) {
      if (object.get(field).size() == 1) {
        object.set(field, object.get(field).get(0));
      }
    }
    return object;
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
