// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.command;

import io.github.yarnfair.simulator.convert.ConversionException;
import io.github.yarnfair.simulator.convert.FairSchedulerFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a queue file from an allocation file of FairScheduler. */
@Command(
    name = "convert",
    description =
        "Writes a capacity-scheduler.xml from an allocation file of FairScheduler, and names on"
            + " standard error what has no counterpart.",
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:converted, whatever is named on standard error",
      "2:the file cannot be read or has a mistake, or the result cannot be written"
    })
public final class ConvertCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A fair-scheduler.xml.")
  private Path file = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write, a file that is not there yet (default: standard output).")
  private @Nullable Path output;

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter err = command.commandLine().getErr();
    try {
      FairSchedulerFile converted = FairSchedulerFile.convert(file);
      if (output == null) {
        PrintWriter out = command.commandLine().getOut();
        out.print(converted.text());
        out.flush();
      } else {
        Files.writeString(output, converted.text(), StandardOpenOption.CREATE_NEW);
      }
      converted.notes().forEach(err::println);
      return 0;
    } catch (ConversionException e) {
      err.println(e.getMessage());
    } catch (FileAlreadyExistsException e) {
      err.println(output + ": expected a file that is not there yet");
    } catch (NoSuchFileException e) {
      err.println(output + ": expected a file in a folder that is there");
    } catch (IOException e) {
      err.println(output + ": cannot be written: " + e.getMessage());
    }
    return ExitStatus.UNREADABLE;
  }
}
