// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.yarnfair.scheduler.conf.LogText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/** The fields of one object of a request. What is wrong with them is collected, one line each. */
final class RequestFields {
  private final String name;
  private final JsonNode object;
  private final List<String> problems;

  /**
   * @param name in front of the fields' names in messages, empty or with a dot at the end
   * @param known the names that fields may have
   * @param problems to which findings are added
   */
  RequestFields(String name, JsonNode object, Set<String> known, List<String> problems) {
    this.name = name;
    this.object = object;
    this.problems = problems;
    object
        .fieldNames()
        .forEachRemaining(
            field -> {
              if (!known.contains(field)) {
                problems.add(
                    "%s%s: expected one of %s"
                        .formatted(name, LogText.of(field), known.stream().sorted().toList()));
              }
            });
  }

  boolean has(String field) {
    return object.hasNonNull(field);
  }

  /** Returns the objects of a list, or of the one that is there instead of a list of one. */
  List<RequestFields> objects(String field, Set<String> known) {
    List<RequestFields> objects = new ArrayList<>();
    List<JsonNode> elements = elements(field);
    for (int i = 0; i < elements.size(); i++) {
      String inner = "%s%s[%d]".formatted(name, field, i);
      if (elements.get(i).isObject()) {
        objects.add(new RequestFields(inner + ".", elements.get(i), known, problems));
      } else {
        refuse(inner, elements.get(i), "an object with " + known.stream().sorted().toList());
      }
    }
    return objects;
  }

  /** Returns the texts of a list, or of the one that is there instead of a list of one. */
  List<String> texts(String field) {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : elements(field)) {
      if (element.isTextual() && !element.textValue().isBlank()) {
        texts.add(element.textValue().trim());
      } else {
        refuse(name + field, element, "text");
      }
    }
    return texts;
  }

  private List<JsonNode> elements(String field) {
    List<JsonNode> elements = new ArrayList<>();
    if (has(field)) {
      if (object.get(field).isArray()) {
        object.get(field).forEach(elements::add);
      } else {
        elements.add(object.get(field));
      }
    }
    return elements;
  }

  /** Returns a text, or null if there is none. */
  @Nullable String text(String field) {
    JsonNode value = object.get(field);
    if (value == null || value.isNull()) {
      return null;
    }
    if (value.isValueNode()) {
      return value.asText();
    }
    refuse(name + field, value, "text");
    return null;
  }

  /** Returns a text that has to be there, trimmed; an empty one with a finding if it is not. */
  String required(String field, String expected) {
    String text = text(field);
    if (text == null || text.isBlank()) {
      refuse(name + field, object.get(field), expected);
      return "";
    }
    return text.trim();
  }

  /** Returns a whole number. */
  long number(String field, long byDefault, long least, long most) {
    String text = text(field);
    if (text == null) {
      return byDefault;
    }
    try {
      long value = Long.parseLong(text.trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    refuse(name + field, object.get(field), "a whole number from " + least + " to " + most);
    return least;
  }

  /** Returns amounts of resource types, of which one is above 0. */
  Resource resources(String field) {
    String expected = "amounts such as memory-mb=4096,vcores=4,yarn.io/gpu=2";
    String text = required(field, expected);
    Resource none = Resource.newInstance(0, 0);
    if (text.isEmpty()) {
      return none;
    }
    try {
      Resource resource =
          ResourceUtils.createResourceFromString(text, ResourceUtils.getResourcesTypeInfo());
      boolean isPositive = false;
      boolean isNegative = false;
      for (var each : resource.getResources()) {
        isPositive |= each.getValue() > 0;
        isNegative |= each.getValue() < 0;
      }
      if (isPositive && !isNegative) {
        return resource;
      }
      refuse(name + field, object.get(field), expected);
    } catch (RuntimeException e) {
      // Hadoop's parser throws several kinds; each message says what is wrong with the text.
      refuse(name + field, object.get(field), expected + "; " + LogText.of(e.getMessage()));
    }
    return none;
  }

  private void refuse(String field, @Nullable JsonNode value, String expected) {
    String shown =
        value == null || value.isNull()
            ? " is not set"
            : " = \"%s\"".formatted(LogText.of(value.isValueNode() ? value.asText() : value));
    problems.add("%s%s: expected %s".formatted(field, shown, expected));
  }
}
