// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import io.github.yarnfair.scheduler.conf.LogText;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.AbstractConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.And;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.CardinalityConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.DelayedOr;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.Or;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.SingleConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.TargetConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.TargetExpression;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.TimedPlacementConstraint;
import org.apache.hadoop.yarn.api.resource.PlacementConstraint.Visitable;
import org.jspecify.annotations.Nullable;

/**
 * The size of a placement constraint. YARN evaluates a constraint for each node, under the
 * scheduler's lock, and each composite part converts all that is below it once more: the time grows
 * with the parts and with the levels.
 */
public final class ConstraintSize implements PlacementConstraint.Visitor<Boolean> {
  /** Constraints, composite ones among them, and the tags or values that they name. */
  public static final int MOST_PARTS = 50;

  /** A constraint that is not composite has one level. */
  static final int MOST_LEVELS = 5;

  private static final int MOST_CHARACTERS = 255;

  private int parts;
  private int level;
  private boolean isTooDeep;
  private @Nullable String unfit;

  private ConstraintSize() {}

  private static ConstraintSize of(@Nullable PlacementConstraint constraint) {
    ConstraintSize size = new ConstraintSize();
    if (constraint != null && constraint.getConstraintExpr() != null) {
      constraint.getConstraintExpr().accept(size);
    }
    return size;
  }

  /**
   * Returns the number of parts, at least 1; a constraint above a limit is not counted to its end.
   */
  public static int parts(@Nullable PlacementConstraint constraint) {
    return Math.max(1, of(constraint).parts);
  }

  /** Returns what is wrong with the size of a constraint, or null if nothing is. */
  public static @Nullable String problem(@Nullable PlacementConstraint constraint) {
    ConstraintSize size = of(constraint);
    if (size.isTooDeep) {
      return "more than %d levels of and() and or()".formatted(MOST_LEVELS - 1);
    }
    if (size.unfit != null) {
      return "\"%s\", expected at most %d printable characters"
          .formatted(LogText.of(size.unfit), MOST_CHARACTERS);
    }
    return size.isTooLarge()
        ? "more than %d parts: constraints, and the tags and values that they name"
            .formatted(MOST_PARTS)
        : null;
  }

  /** Returns whether a tag, a scope, a key or a value may be in a line of a log. */
  public static boolean isFit(String text) {
    return text.length() <= MOST_CHARACTERS && text.equals(LogText.of(text));
  }

  private void text(@Nullable String text) {
    if (text != null && unfit == null && !isFit(text)) {
      unfit = text;
    }
  }

  private void texts(@Nullable Set<String> texts) {
    if (texts != null && texts.size() <= MOST_PARTS) {
      texts.forEach(this::text);
    }
  }

  private boolean isTooLarge() {
    return parts > MOST_PARTS;
  }

  /** Visits what is below a composite constraint; returns false once a limit is exceeded. */
  private boolean composite(List<? extends Visitable> children) {
    if (!count(1)) {
      return false;
    }
    level++;
    isTooDeep = isTooDeep || level >= MOST_LEVELS;
    boolean isWithin = !isTooDeep;
    for (int i = 0; i < children.size() && isWithin; i++) {
      isWithin = children.get(i).accept(this);
    }
    level--;
    return isWithin;
  }

  private boolean targets(Set<TargetExpression> expressions) {
    if (!count(1)) {
      return false;
    }
    for (TargetExpression expression : expressions) {
      if (!expression.accept(this)) {
        return false;
      }
    }
    return true;
  }

  private boolean count(int more) {
    parts += more;
    return !isTooLarge();
  }

  @Override
  public Boolean visit(SingleConstraint constraint) {
    text(constraint.getScope());
    return targets(constraint.getTargetExpressions());
  }

  @Override
  public Boolean visit(TargetExpression target) {
    Set<String> values = target.getTargetValues();
    text(target.getTargetKey());
    texts(values);
    return count(values == null ? 0 : values.size());
  }

  @Override
  public Boolean visit(TargetConstraint constraint) {
    text(constraint.getScope());
    return targets(constraint.getTargetExpressions());
  }

  @Override
  public Boolean visit(CardinalityConstraint constraint) {
    Set<String> tags = constraint.getAllocationTags();
    text(constraint.getScope());
    texts(tags);
    return count(1 + (tags == null ? 0 : tags.size()));
  }

  @Override
  public Boolean visit(And constraint) {
    return composite(constraint.getChildren());
  }

  @Override
  public Boolean visit(Or constraint) {
    return composite(constraint.getChildren());
  }

  @Override
  public Boolean visit(DelayedOr constraint) {
    return composite(constraint.getChildren());
  }

  @Override
  public Boolean visit(TimedPlacementConstraint constraint) {
    AbstractConstraint delayed = constraint.getConstraint();
    return delayed.accept(this);
  }
}
