// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The errors of an allocation file, and its settings without a counterpart. */
final class Findings {
  private final Path file;
  private final List<String> errors = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();

  Findings(Path file) {
    this.file = file;
  }

  /**
   * Adds a mistake.
   *
   * @param where the queue or the element around it, as messages name it; may be empty
   */
  void refuse(XmlElement element, String where, String expected) {
    errors.add(file + message(element, where) + ": expected " + expected);
  }

  /** Adds what an administrator has to know of an element. */
  void note(XmlElement element, String where, String note) {
    notes.add(new Note(element.line(), message(element, where) + ": " + note));
  }

  /** Adds what an administrator has to know of the whole file. */
  void note(String note) {
    notes.add(new Note(0, ": " + note));
  }

  /** The file as it was named. */
  Path path() {
    return file;
  }

  /** All notes by their lines, those of the whole file first, each behind the file's name. */
  List<String> notes(Object fileName) {
    return notes.stream()
        .sorted(Comparator.comparingInt(Note::line))
        .map(note -> fileName + note.text())
        .toList();
  }

  void throwIfRefused() throws ConversionException {
    if (!errors.isEmpty()) {
      throw new ConversionException(errors);
    }
  }

  private static String message(XmlElement element, String where) {
    String value = element.children().isEmpty() ? oneLine(element.text()) : "";
    String name = where.isEmpty() ? element.name() : where + ": " + element.name();
    return ":" + element.line() + ": " + name + (value.isEmpty() ? "" : " \"" + value + "\"");
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private record Note(int line, String text) {}
}
