// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain.answer;

import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.jspecify.annotations.Nullable;

/** Amounts by resource type in words and as figures. */
public final class AmountText {
  private final ResourceVectors vectors;

  public AmountText(ResourceVectors vectors) {
    this.vectors = vectors;
  }

  /** Returns YARN's name of a resource type. */
  public static String type(int j) {
    return ResourceUtils.getResourceTypesArray()[j].getName();
  }

  /** Returns YARN's notation of all amounts. */
  public String all(long[] amounts) {
    return vectors.toResource(amounts).toString();
  }

  /** Returns the amounts above 0, as {@code 2 yarn.io/gpu and 1024 memory-mb}. */
  public static String some(long[] amounts) {
    List<String> words = new ArrayList<>();
    for (int j = 0; j < amounts.length; j++) {
      if (amounts[j] > 0) {
        words.add(amounts[j] + " " + type(j));
      }
    }
    return words.isEmpty() ? "nothing" : String.join(" and ", words);
  }

  /** Returns the amounts above 0 as data: {@code memory-mb=1024,yarn.io/gpu=2}. */
  public static String data(long[] amounts) {
    List<String> words = new ArrayList<>();
    for (int j = 0; j < amounts.length; j++) {
      if (amounts[j] > 0) {
        words.add(type(j) + "=" + amounts[j]);
      }
    }
    return String.join(",", words);
  }

  /** Returns the amounts above 0 as figures. */
  public static List<Figure> figures(String name, long[] amounts) {
    List<Figure> figures = new ArrayList<>();
    for (int j = 0; j < amounts.length; j++) {
      if (amounts[j] > 0) {
        figures.add(new Figure(name, type(j), amounts[j]));
      }
    }
    return figures;
  }

  /** Returns a share as {@code 33.3 %}: with three digits, and none for 0. */
  public static String percent(double share) {
    return share == 0 ? "0 %" : String.format(Locale.ROOT, "%.3g %%", 100 * share);
  }

  /**
   * Returns a share with what it is a part of.
   *
   * @param partition that of which it is a part, empty for the nodes without a label; null for the
   *     cluster
   * @param ofCluster what follows a share of the cluster
   */
  public static String part(double share, @Nullable String partition, String ofCluster) {
    return percent(share)
        + (partition == null
            ? ofCluster
            : partition.isEmpty() ? " of the nodes in no partition" : " of partition " + partition);
  }

  /** Returns a number with an s unless it is one: {@code 2 nodes}. */
  public static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** Returns a share, a key or a weight in four digits. */
  public static String number(double key) {
    return key == 0 || (key >= 0.001 && key < 1e6)
        ? String.format(Locale.ROOT, "%.4g", key)
        : String.format(Locale.ROOT, "%.3e", key);
  }
}
