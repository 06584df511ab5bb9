// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of elements. A method that reads a malformed value adds it to the findings and
 * returns null; it does the same for an element that is null, without a finding.
 */
final class ValueReader {
  private static final BigDecimal MAXIMUM_WEIGHT = BigDecimal.valueOf(10_000);

  private final Findings findings;

  ValueReader(Findings findings) {
    this.findings = findings;
  }

  /** A number of applications. */
  @Nullable String count(@Nullable XmlElement element, String where) {
    if (element == null) {
      return null;
    }
    BigDecimal number = decimal(element.text());
    if (number == null
        || number.scale() > 0
        || number.signum() < 0
        || number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
      findings.refuse(element, where, "a whole number from 0 to " + Integer.MAX_VALUE);
      return null;
    }
    return QueueCap.plain(number);
  }

  /** A weight, as the schedulers take it: from 0 to 10,000. */
  @Nullable String weight(XmlElement element, String where) {
    BigDecimal number = decimal(element.text());
    if (number == null || number.signum() < 0 || number.compareTo(MAXIMUM_WEIGHT) > 0) {
      findings.refuse(
          element,
          where,
          "a number from 0 to 10000 (divide the weights of all siblings by the same number)");
      return null;
    }
    return QueueCap.plain(number);
  }

  /** A part of a queue that masters may take; 1 for -1, which means no limit. */
  @Nullable String masterShare(XmlElement element, String where) {
    BigDecimal number = decimal(element.text());
    boolean isUnlimited = number != null && number.compareTo(BigDecimal.ONE.negate()) == 0;
    if (number == null || (number.signum() < 0 && !isUnlimited)) {
      findings.refuse(element, where, "a number from 0 to 1, or -1 for no limit");
      return null;
    }
    return isUnlimited ? "1" : QueueCap.plain(number.min(BigDecimal.ONE));
  }

  /** A number of seconds, or a fraction, of which only whether it is well-formed matters. */
  void checkNumber(XmlElement element, String where) {
    BigDecimal number = decimal(element.text());
    if (number == null || number.signum() < 0) {
      findings.refuse(element, where, "a number from 0 up");
    }
  }

  /** Resources; null as well if they are null. */
  @Nullable ResourceText resources(@Nullable XmlElement element, String where) {
    if (element == null) {
      return null;
    }
    try {
      return ResourceText.parse(element.text().strip());
    } catch (IllegalArgumentException e) {
      findings.refuse(element, where, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** True or false; null if it is neither. */
  @Nullable Boolean bool(XmlElement element, String where) {
    String text = element.text().strip();
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      findings.refuse(element, where, "true or false");
      return null;
    }
    return Boolean.valueOf(text);
  }

  private static @Nullable BigDecimal decimal(String text) {
    // An exponent is left out: 1e999999999 has too many digits.
    return text.strip().matches("[+-]?(\\d{1,18}(\\.\\d{0,18})?|\\.\\d{1,18})")
        ? new BigDecimal(text.strip())
        : null;
  }
}
