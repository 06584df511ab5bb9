// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks;

import io.github.yarnfair.benchmarks.workload.TreeShape;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a value of a command line by its label. */
abstract class LabelConverter<T> implements ITypeConverter<T> {
  private final List<T> values;
  private final Function<T, String> label;

  LabelConverter(List<T> values, Function<T, String> label) {
    this.values = values;
    this.label = label;
  }

  @Override
  public T convert(String text) {
    return values.stream()
        .filter(value -> label.apply(value).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\"%s\": expected one of %s"
                        .formatted(text, values.stream().map(label).toList())));
  }

  /** Rules but for the floor, which is always measured. */
  static final class Rules extends LabelConverter<Contender> {
    Rules() {
      super(Contender.rules(), Contender::label);
    }
  }

  /** Tree shapes. */
  static final class Shapes extends LabelConverter<TreeShape> {
    Shapes() {
      super(Arrays.asList(TreeShape.values()), TreeShape::label);
    }
  }
}
