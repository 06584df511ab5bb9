// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A JSON value with the place where it was read, for messages. */
public final class Field {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String source;
  private final String path;
  private final JsonNode node;

  private Field(String source, String path, JsonNode node) {
    this.source = source;
    this.path = path;
    this.node = node;
  }

  /**
   * Reads a text with one JSON value.
   *
   * @param source where the text comes from, for messages
   */
  public static Field read(String source, String text) throws FormatException {
    try {
      return new Field(source, "", MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      throw new FormatException(
          "%s:%d: not JSON: %s"
              .formatted(source, e.getLocation().getLineNr(), e.getOriginalMessage()));
    }
  }

  /** Returns whether a member is there. */
  public boolean has(String key) {
    return node.has(key);
  }

  /** Returns a member. */
  public Field get(String key) throws FormatException {
    if (!node.isObject()) {
      throw error("an object");
    }
    if (!node.has(key)) {
      throw new FormatException("%s: %s: key \"%s\" is missing".formatted(source, place(), key));
    }
    return member(key);
  }

  /** Returns this object, if it has no other members than these. */
  public Field only(String... keys) throws FormatException {
    Set<String> known = Set.of(keys);
    for (Map.Entry<String, Field> member : members().entrySet()) {
      if (!known.contains(member.getKey())) {
        throw new FormatException(
            "%s: %s: unknown key; expected one of %s"
                .formatted(source, member.getValue().path, String.join(", ", keys)));
      }
    }
    return this;
  }

  /** Returns the members of an object in their order. */
  public Map<String, Field> members() throws FormatException {
    if (!node.isObject()) {
      throw error("an object");
    }
    Map<String, Field> members = new LinkedHashMap<>();
    node.fieldNames().forEachRemaining(key -> members.put(key, member(key)));
    return members;
  }

  /** Returns the elements of an array. */
  public List<Field> elements() throws FormatException {
    if (!node.isArray()) {
      throw error("an array");
    }
    List<Field> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new Field(source, path + "[" + i + "]", node.get(i)));
    }
    return elements;
  }

  /** Returns a text that is not empty. */
  public String text() throws FormatException {
    if (!node.isTextual() || node.textValue().isBlank()) {
      throw error("a text");
    }
    return node.textValue();
  }

  /** Returns the text of a member, which is not empty, or another if the member is not there. */
  public String textOr(String key, String otherwise) throws FormatException {
    return has(key) ? get(key).text() : otherwise;
  }

  /** Returns a whole number of at least {@code least}. */
  public long count(long least) throws FormatException {
    if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < least) {
      throw error("a whole number, at least " + least);
    }
    return node.longValue();
  }

  /** Returns a whole number of at least 0. */
  public long count() throws FormatException {
    return count(0);
  }

  /** Returns a number above 0. */
  public double positive() throws FormatException {
    if (!node.isNumber() || !(node.doubleValue() > 0) || Double.isInfinite(node.doubleValue())) {
      throw error("a number above 0");
    }
    return node.doubleValue();
  }

  /** Returns true or false. */
  public boolean bool() throws FormatException {
    if (!node.isBoolean()) {
      throw error("true or false");
    }
    return node.booleanValue();
  }

  /** Returns an object of whole numbers of at least 0. */
  public Map<String, Long> counts() throws FormatException {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Map.Entry<String, Field> member : members().entrySet()) {
      counts.put(member.getKey(), member.getValue().count());
    }
    return counts;
  }

  /** Returns an array of texts. */
  public List<String> texts() throws FormatException {
    List<String> texts = new ArrayList<>();
    for (Field element : elements()) {
      texts.add(element.text());
    }
    return texts;
  }

  /** Returns the exception to throw if this value is not as expected. */
  public FormatException error(String expected) {
    String found = node.toString();
    String shown = found.length() > 60 ? found.substring(0, 57) + "..." : found;
    return new FormatException(
        "%s: %s: %s: expected %s".formatted(source, place(), shown, expected));
  }

  private Field member(String key) {
    return new Field(source, path.isEmpty() ? key : path + "." + key, node.get(key));
  }

  private String place() {
    return path.isEmpty() ? "top level" : path;
  }
}
