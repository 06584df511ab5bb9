// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The series that {@code /prom} had at one moment, and the part of Prometheus's query language that
 * the dashboard uses: a selector, the difference of two, and a factor times the rate of one. A
 * label that a series lacks is empty.
 */
final class PromScrape {
  private static final Pattern LABEL = Pattern.compile("([a-z0-9_]+)(=~|!=|=)\"([^\"]*)\"");
  private static final Pattern RATE =
      Pattern.compile("(\\d+) \\* rate\\((.*)\\[\\$__rate_interval]\\)");
  private static final Pattern DIFFERENCE = Pattern.compile("(\\S+) - (\\S+)");

  private final List<Series> series;

  /** One line of the answer. */
  private record Series(String name, Map<String, String> labels, double value) {}

  /**
   * @param text as {@code /prom} answers
   */
  PromScrape(String text) {
    series =
        text.lines()
            .filter(line -> !line.startsWith("#") && line.contains("{"))
            .map(PromScrape::read)
            .toList();
  }

  private static Series read(String line) {
    Map<String, String> labels =
        LABEL
            .matcher(line)
            .results()
            .collect(Collectors.toMap(label -> label.group(1), label -> label.group(3)));
    return new Series(
        line.substring(0, line.indexOf('{')),
        labels,
        Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)));
  }

  /**
   * Returns the value of an expression, the sum over all series that it selects; not a number where
   * it selects none. The rate is the increase since an earlier scrape, as if a second before.
   *
   * @param expression of a panel, with variables replaced
   */
  double value(String expression, PromScrape before) {
    Matcher rate = RATE.matcher(expression);
    if (rate.matches()) {
      return Double.parseDouble(rate.group(1)) * (sum(rate.group(2)) - before.sum(rate.group(2)));
    }
    Matcher difference = DIFFERENCE.matcher(expression);
    return difference.matches()
        ? sum(difference.group(1)) - sum(difference.group(2))
        : sum(expression);
  }

  private double sum(String selector) {
    String name = selector.substring(0, selector.indexOf('{'));
    List<Series> selected =
        series.stream()
            .filter(each -> each.name.equals(name) && isSelected(each, selector))
            .toList();
    return selected.isEmpty() ? Double.NaN : selected.stream().mapToDouble(Series::value).sum();
  }

  private static boolean isSelected(Series each, String selector) {
    return LABEL
        .matcher(selector)
        .results()
        .allMatch(
            label -> {
              String value = each.labels.getOrDefault(label.group(1), "");
              return switch (label.group(2)) {
                case "=" -> value.equals(label.group(3));
                case "!=" -> !value.equals(label.group(3));
                default -> value.matches(label.group(3));
              };
            });
  }
}
