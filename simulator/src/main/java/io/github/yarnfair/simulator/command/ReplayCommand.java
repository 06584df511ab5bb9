// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.yarnfair.recording.RecordedFiles;
import io.github.yarnfair.recording.replay.Replay;
import io.github.yarnfair.recording.replay.RuleException;
import io.github.yarnfair.simulator.recording.RecordedPolicies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Decides again what a scheduler has recorded, and names what comes out otherwise. */
@Command(
    name = "replay",
    description =
        "Decides again what a scheduler has recorded, by the same policy and with the same offers,"
            + " and names what comes out otherwise.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:each choice comes out as recorded",
      "1:some do not",
      "2:a file is no recording, of a later version, damaged, cannot be read, or was recorded by a"
          + " revision of a rule that this version does not have"
    })
public final class ReplayCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "A recording, or a directory with the files of recordings.")
  private Path recording = Path.of("");

  @Option(
      names = "--salvage",
      description = "Use the events before damage, such as a file that a crash has cut off.")
  private boolean salvage;

  @Option(names = "--json", description = "Print one JSON document, for machines.")
  private boolean json;

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter err = command.commandLine().getErr();
    try {
      List<ReplayedFile> files = new ArrayList<>();
      boolean isRefused = false;
      for (Path file : RecordedFiles.of(recording)) {
        ReplayedFile replayed;
        try {
          replayed = replay(file);
        } catch (RuleException e) {
          // After an upgrade the directory has files of before; those of since can be replayed.
          err.println(e.getMessage());
          isRefused = true;
          continue;
        }
        files.add(replayed);
        if (replayed.damage() != null) {
          err.println(replayed.damage() + ". Only the events before it are used");
        }
        if (!json) {
          replayed.print(command.commandLine().getOut());
        }
      }
      if (json) {
        printJson(files, command.commandLine().getOut());
      }
      if (isRefused) {
        return ExitStatus.UNREADABLE;
      }
      return files.stream().anyMatch(file -> file.differences() > 0) ? ExitStatus.FAILED : 0;
    } catch (IOException e) {
      err.println(e.getMessage());
      return ExitStatus.UNREADABLE;
    }
  }

  private ReplayedFile replay(Path file) throws IOException {
    long start = System.nanoTime();
    Replay.Outcome outcome = new Replay(file, RecordedPolicies::of).run(salvage);
    return ReplayedFile.of(file, outcome, (System.nanoTime() - start) / 1e9);
  }

  private static void printJson(List<ReplayedFile> files, PrintWriter out) throws IOException {
    out.println(
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(files));
    out.flush();
  }
}
