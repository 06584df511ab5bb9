// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.demo;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The demo's command line. */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "Boots a YARN cluster of five differently shaped machines (plain, GPU, MIC) on this one, runs"
          + " real applications in a hierarchy of queues while some arrive and leave, and shows who"
          + " gets what beside the ideal (static H-DRF). Takes about two minutes.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every share was ideal within the tolerance that the summary states; for YARN's own"
          + " schedulers (capacity, fair), whose shares are reported but not judged: the demo ran"
          + " to its end",
      "1:a share was off by more than the tolerance",
      "2:bad arguments",
      "3:the cluster did not start or an application failed",
      "130:interrupted (Ctrl-C)"
    })
public final class Demo implements Callable<Integer> {
  /** Where the cluster keeps its files and log4j the log; set by the script. */
  private static final Path DIRECTORY =
      Path.of(System.getProperty("demo.directory", "target/demo")).toAbsolutePath();

  private static final int EXIT_FAILED = 3;
  private static final int EXIT_INTERRUPTED = 130;
  private static final long STOP_TIMEOUT_SECONDS = 30;

  @Option(
      names = "--scheduler",
      paramLabel = "NAME",
      completionCandidates = SchedulerNames.class,
      converter = SchedulerNames.class,
      defaultValue = "hdrf",
      description = "who schedules: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private DemoScheduler scheduler;

  /** The schedulers by their names. */
  static final class SchedulerNames implements Iterable<String>, ITypeConverter<DemoScheduler> {
    @Override
    public Iterator<String> iterator() {
      return DemoScheduler.all().stream().map(DemoScheduler::name).iterator();
    }

    @Override
    public DemoScheduler convert(String name) {
      try {
        return DemoScheduler.named(name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Option(names = "--hold", description = "stay up after the summary, until interrupted")
  private boolean hold;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "of the task durations (default: ${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(names = "--plain", description = "print lines, even on a terminal")
  private boolean plain;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "print this text")
  @SuppressWarnings("UnusedVariable") // picocli acts on the option itself
  private boolean help;

  private volatile boolean interrupted;

  /** Runs the demo; the process ends with the status that {@code --help} explains. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The parser, which also prints usage and errors. */
  static CommandLine commandLine() {
    return new CommandLine(new Demo())
        .setParameterExceptionHandler(
            (exception, arguments) -> {
              CommandLine command = exception.getCommandLine();
              command.getErr().println("demo: " + exception.getMessage());
              command.getErr().print(command.getHelp().synopsisHeading());
              command.getErr().print(command.getHelp().synopsis(0));
              command.getErr().println("--help explains them.");
              return CommandLine.ExitCode.USAGE;
            })
        .setExecutionExceptionHandler(
            (exception, command, parsed) -> {
              LoggerFactory.getLogger(Demo.class).error("The demo failed", exception);
              command.getErr().println("The demo failed: " + exception.getMessage());
              command.getErr().println("The log is " + DIRECTORY.resolve("demo.log"));
              return EXIT_FAILED;
            });
  }

  @Override
  public Integer call() throws Exception {
    boolean unicode = Charset.defaultCharset().equals(StandardCharsets.UTF_8);
    Screen screen = new Screen(System.out, !plain && CommandLine.Help.Ansi.AUTO.enabled());
    Scenario scenario = Scenario.figure8(seed);
    ShareTable table = new ShareTable(scenario.queues(), unicode);
    DemoRun run = new DemoRun(scheduler, scenario, screen, table);
    CountDownLatch ended = new CountDownLatch(1);
    Thread stop = stopOnInterrupt(ended);
    try {
      Runtime.getRuntime().addShutdownHook(stop);
      int off = run.run(DIRECTORY, hold);
      return off > 0 && scheduler.judged()
          ? CommandLine.ExitCode.SOFTWARE
          : CommandLine.ExitCode.OK;
    } catch (Exception e) {
      if (interrupted) {
        return EXIT_INTERRUPTED;
      }
      throw e;
    } finally {
      ended.countDown();
    }
  }

  /** Ctrl-C must not leave the containers behind, which are processes of their own. */
  private Thread stopOnInterrupt(CountDownLatch ended) {
    Thread running = Thread.currentThread();
    return new Thread(
        () -> {
          if (ended.getCount() == 0) {
            return;
          }
          interrupted = true;
          System.err.println("Stopping the cluster ...");
          running.interrupt();
          try {
            if (!ended.await(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
              System.err.println("The cluster did not stop in time.");
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
