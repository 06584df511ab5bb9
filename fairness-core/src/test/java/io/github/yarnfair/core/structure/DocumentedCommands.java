// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command lines of the project's documents that start one of its scripts. A reader types them
 * as they are, so that each has to be what its program takes.
 */
public final class DocumentedCommands {

  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");

  /** In a block of code or between backticks; a backslash ends a line that goes on. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:^\\$? ?|`)\\./([\\w.-]+/[\\w./-]+)((?: (?:\\\\\n|[^`\n#])*)?)", Pattern.MULTILINE);

  /** In a script, what stands between the program and the reader's arguments. */
  private static final Pattern OWN_ARGUMENTS =
      Pattern.compile("(?:io\\.github\\.yarnfair\\.[\\w.]+|-jar \"\\$jar\")(.*)\"\\$@\"");

  /** A command line: the file that has it, and the arguments of the script and of the document. */
  record DocumentedCommand(Path file, List<String> arguments) {}

  private DocumentedCommands() {}

  /**
   * Asserts that documents have command lines that start a script with arguments, and that each has
   * arguments that its program takes.
   *
   * @param script path in the project, such as {@code sls/run}
   * @param parser throws for arguments that the program refuses
   * @throws IOException if there is no such script
   */
  public static void assertTaken(String script, Consumer<String[]> parser) throws IOException {
    List<DocumentedCommand> commands = of(script);
    assertThat(commands).isNotEmpty();
    for (DocumentedCommand command : commands) {
      assertThatCode(() -> parser.accept(command.arguments().toArray(String[]::new)))
          .as(command.toString())
          .doesNotThrowAnyException();
    }
  }

  /**
   * Returns the command lines that start a script with arguments, but for synopses, which have
   * brackets.
   */
  static List<DocumentedCommand> of(String script) throws IOException {
    List<String> own = ownArguments(script);
    List<DocumentedCommand> commands = new ArrayList<>();
    for (Path file : documents()) {
      Matcher command = COMMAND.matcher(Files.readString(file));
      while (command.find()) {
        String text = command.group(2).replace("\\\n", " ").strip();
        if (command.group(1).equals(script) && !text.isEmpty() && !text.contains("[")) {
          List<String> arguments = new ArrayList<>(own);
          arguments.addAll(words(text));
          commands.add(new DocumentedCommand(file, arguments));
        }
      }
    }
    return commands;
  }

  /** Returns the scripts that command lines start, as paths in the project, each once. */
  static Set<String> scripts() throws IOException {
    Set<String> scripts = new TreeSet<>();
    for (Path file : documents()) {
      COMMAND.matcher(Files.readString(file)).results().forEach(c -> scripts.add(c.group(1)));
    }
    return scripts;
  }

  private static List<String> ownArguments(String script) throws IOException {
    Matcher start =
        OWN_ARGUMENTS.matcher(Files.readString(ProjectDocuments.PROJECT.resolve(script)));
    if (!start.find()) {
      throw new IOException(script + " starts no program of ours");
    }
    return words(start.group(1));
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(word -> word.group().replaceAll("[\"']", "")).toList();
  }

  /** All documents but the changelog, which tells what was. */
  private static List<Path> documents() throws IOException {
    return ProjectDocuments.all().stream().filter(file -> !file.endsWith("CHANGELOG.md")).toList();
  }
}
