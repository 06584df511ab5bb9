// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.mapping;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.queue.QueueNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.placement.csmappingrule.MappingRule;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.placement.MappingRuleCreator;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@link QueueMappings} in the old form, a list of entries, and in the new one, JSON. YARN's
 * own code executes the rules and parses the JSON.
 */
public final class QueueMappingsParser {
  private static final String ENTRIES = KeyReader.PREFIX + "queue-mappings";
  private static final String OVERRIDES = KeyReader.PREFIX + "queue-mappings-override.enable";
  private static final String PLACEMENT_RULES = YarnConfiguration.QUEUE_PLACEMENT_RULES;
  private static final String NAME_ENTRIES = PLACEMENT_RULES + ".app-name";
  private static final String FORMAT = KeyReader.PREFIX + "mapping-rule-format";
  private static final String JSON = KeyReader.PREFIX + "mapping-rule-json";
  private static final String JSON_FILE = KeyReader.PREFIX + "mapping-rule-json-file";

  private final KeyReader keys;
  private final Findings findings;
  private final MappingValidation validation;
  private final List<MappingRule> rules = new ArrayList<>();

  /** Creates a parser of mappings to the queues of these names. */
  public QueueMappingsParser(KeyReader keys, Findings findings, QueueNames names) {
    this.keys = keys;
    this.findings = findings;
    validation = new MappingValidation(new MappingTargets(names));
  }

  /** Parses all mappings; malformed ones are among the findings, and left out. */
  public QueueMappings parse() {
    String format = keys.trimmed(FORMAT);
    if (format == null || format.equals("legacy")) {
      parseEntries(ENTRIES, "u:<user>:<queue> or g:<group>:<queue>", QueueMappingsParser::rule);
      parseEntries(NAME_ENTRIES, "<application name>:<queue>", QueueMappingsParser::nameRule);
    } else if (format.equals("json")) {
      parseJson();
    } else {
      findings.refuse(FORMAT, "legacy or json");
    }
    boolean overrides = keys.bool(OVERRIDES, false, findings);
    return new QueueMappings(rules, overrides, placementRules());
  }

  private void parseEntries(String key, String form, EntryParser parser) {
    for (String entry : keys.parts(key)) {
      List<String> parts = Arrays.stream(entry.split(":", -1)).map(String::trim).toList();
      MappingRule rule = parts.contains("") ? null : parser.rule(parts);
      if (rule == null) {
        findings.refuse(key, form + " instead of \"" + entry + "\"");
      } else {
        add(key, entry, rule);
      }
    }
  }

  private static @Nullable MappingRule rule(List<String> parts) {
    boolean isRule = parts.size() == 3 && List.of("u", "g").contains(parts.get(0));
    return isRule ? MappingRule.createLegacyRule(parts.get(0), parts.get(1), parts.get(2)) : null;
  }

  private static @Nullable MappingRule nameRule(List<String> parts) {
    return parts.size() == 2 ? MappingRule.createLegacyRule(parts.get(0), parts.get(1)) : null;
  }

  private void parseJson() {
    String inline = keys.trimmed(JSON);
    String file = keys.trimmed(JSON_FILE);
    MappingRuleCreator parser = new MappingRuleCreator();
    if (inline != null && !inline.isEmpty()) {
      parseJson(JSON, "mapping rules in JSON", () -> parser.getMappingRulesFromString(inline));
    } else if (file != null && !file.isEmpty()) {
      parseJson(
          JSON_FILE, "a file of mapping rules in JSON", () -> parser.getMappingRulesFromFile(file));
    } else {
      findings.warn(FORMAT, "neither " + JSON + " nor " + JSON_FILE + " has rules");
    }
  }

  private void parseJson(String key, String expected, JsonParser parser) {
    try {
      parser.rules().forEach(rule -> add(key, rule.toString(), rule));
    } catch (IOException | RuntimeException e) {
      // The parser has an exception of its own kind for each kind of mistake.
      String why = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      findings.refuse(key, expected + " (" + why + ")");
    }
  }

  private void add(String key, String source, MappingRule rule) {
    try {
      rule.validate(validation);
      rules.add(rule);
    } catch (YarnException e) {
      findings.refuse(
          key, "leaf queues that are there instead of \"" + source + "\": " + e.getMessage());
    }
  }

  private List<String> placementRules() {
    List<String> names = keys.parts(PLACEMENT_RULES);
    if (names.stream().distinct().count() < names.size()) {
      findings.refuse(PLACEMENT_RULES, "each rule once");
    }
    return names.isEmpty() ? List.of(YarnConfiguration.USER_GROUP_PLACEMENT_RULE) : names;
  }

  /** Makes a rule of an entry's parts, or returns null if there is none like that. */
  private interface EntryParser {
    @Nullable MappingRule rule(List<String> parts);
  }

  private interface JsonParser {
    List<MappingRule> rules() throws IOException;
  }
}
