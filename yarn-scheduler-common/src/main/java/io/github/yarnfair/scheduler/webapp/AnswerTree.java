// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringWriter;
import java.util.Map;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.hadoop.http.JettyUtils;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;

/**
 * An answer as one tree, in JSON or XML. In XML a field is an element, and each element of a list
 * one of the list's name; absent fields are left out in both.
 */
final class AnswerTree {
  private AnswerTree() {}

  /**
   * Returns an answer.
   *
   * @param name of the root element, and of the only field of the root object
   */
  static Response response(String name, JsonNode tree, boolean asXml) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set(name, tree);
    String type = asXml ? MediaType.APPLICATION_XML : MediaType.APPLICATION_JSON;
    return Response.ok(asXml ? xml(name, tree) : root.toString())
        .type(type + "; " + JettyUtils.UTF_8)
        .build();
  }

  /** Returns the amounts of a resource by the name of their type. */
  static JsonNode of(Resource resource) {
    var list = JsonNodeFactory.instance.arrayNode();
    for (ResourceInformation each : resource.getResources()) {
      list.addObject().put("name", each.getName()).put("value", each.getValue());
    }
    return list;
  }

  private static String xml(String name, JsonNode tree) {
    try {
      StringWriter text = new StringWriter();
      XMLStreamWriter writer = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      writer.writeStartDocument("UTF-8", "1.0");
      write(writer, name, tree);
      writer.writeEndDocument();
      writer.close();
      return text.toString();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(XMLStreamWriter writer, String name, JsonNode value)
      throws XMLStreamException {
    if (value.isArray()) {
      for (JsonNode element : value) {
        write(writer, name, element);
      }
    } else if (!value.isNull()) {
      writer.writeStartElement(name);
      if (value.isObject()) {
        for (var fields = value.fields(); fields.hasNext(); ) {
          Map.Entry<String, JsonNode> field = fields.next();
          write(writer, field.getKey(), field.getValue());
        }
      } else {
        writer.writeCharacters(characters(value.asText()));
      }
      writer.writeEndElement();
    }
  }

  /** XML 1.0 has no form at all for most control characters. */
  private static String characters(String text) {
    return text.codePoints()
        .map(c -> c == '\n' || c == '\t' || (c >= ' ' && Character.isDefined(c)) ? c : '\uFFFD')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
