// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static io.github.yarnfair.host.QueueShape.queue;
import static io.github.yarnfair.it.rivals.PreemptionDrive.GPU;
import static io.github.yarnfair.it.rivals.PreemptionDrive.gpus;
import static io.github.yarnfair.it.rivals.PreemptionDrive.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.it.rivals.PreemptionDrive.Contender;
import io.github.yarnfair.it.rivals.PreemptionDrive.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/**
 * What queues get that come to a full cluster whose tasks never end, beside CapacityScheduler with
 * its own monitor: the same queues, nodes, applications and keys. The table of
 * docs/experiments/whole-tasks.md.
 */
@Tag("experiment")
class PreemptionDrivesTest {
  private static final int MANY = 1000;

  /** How long a node waits for a large task, by default. */
  private static final int RESERVATION_SECONDS = 300;

  private static final String CORES = ResourceInformation.VCORES.getName();
  private static final String DISABLED = "yarn.scheduler.capacity.root.p.disable_preemption";

  /** What the queue that came holds, and how many containers ended. */
  private record Result(long now, int ended) {
    @Override
    public String toString() {
      return "%d (%d)".formatted(now, ended);
    }
  }

  @FunctionalInterface
  private interface Drive {
    Result under(Contender contender) throws Exception;
  }

  /** A drive with what is due, and how far a whole task may be off. */
  private record Row(String name, long due, long task, Drive drive) {}

  private final List<Row> rows = new ArrayList<>();

  @Test
  void queuesThatCome() throws Exception {
    GenericTestUtils.setRootLogLevel(Level.ERROR);
    addBalanced();
    addProtected();
    addLarge();
    addPieces();
    addMasters();
    addGangs();
    System.out.printf("%nNow (containers ended)%n%-52s%6s", "", "due");
    for (Contender contender : Contender.values()) {
      System.out.printf("%20s", contender.name().toLowerCase(java.util.Locale.ROOT));
    }
    System.out.println();
    List<String> missed = new ArrayList<>();
    for (Row row : rows) {
      System.out.printf("%-52s%6d", row.name(), row.due());
      for (Contender contender : Contender.values()) {
        Result result = row.drive().under(contender);
        System.out.printf("%20s", result);
        if (contender.isOurs() && Math.abs(result.now() - row.due()) > row.task()) {
          missed.add("%s under %s: %s".formatted(row.name(), contender, result));
        }
      }
      System.out.println();
    }
    assertThat(missed).isEmpty();
  }

  private static QueueShape departments(int count) {
    return QueueShape.root(
        IntStream.range(0, count).mapToObj(i -> queue("d" + i, 1)).toArray(QueueShape[]::new));
  }

  private static PreemptionDrive drive(Contender contender, QueueShape queues) throws Exception {
    return new PreemptionDrive(contender, queues, Map.of(), Map.of(), "");
  }

  private static PreemptionDrive withGpus(Contender contender, QueueShape queues) throws Exception {
    return new PreemptionDrive(contender, queues, Map.of(), Map.of(), GPU);
  }

  private void add(String name, long due, long task, Drive drive) {
    rows.add(new Row(name, due, task, drive));
  }

  private void addBalanced() {
    addBalanced(3, 12, 5, 20);
    addBalanced(8, 20, 10, 25);
    addBalanced(4, 12, 5, 15);
    addBalanced(5, 12, 5, 12);
    addBalanced(20, 20, 10, 10);
    add(
        "one GPU; two hold 16 of 32 each",
        1,
        0,
        contender -> {
          try (PreemptionDrive drive = withGpus(contender, departments(3))) {
            drive.addNodes(4, gpus(10_000, 10, 8));
            drive.submit("d0", null, gpus(1, 1, 1), MANY);
            drive.submit("d1", null, gpus(1, 1, 1), MANY);
            drive.settle();
            Job comes = drive.submit("d2", null, gpus(1, 1, 1), 1);
            drive.settle();
            return new Result(comes.held(GPU), drive.ended());
          }
        });
  }

  private void addBalanced(int departments, int nodes, int cores, int due) {
    add(
        "%d departments in balance, %d cores".formatted(departments, nodes * cores),
        due,
        1,
        contender -> {
          try (PreemptionDrive drive = drive(contender, departments(departments))) {
            drive.addNodes(nodes, resource(10_000, cores));
            for (int i = 0; i < departments - 1; i++) {
              drive.submit("d" + i, null, resource(1, 1), MANY);
            }
            drive.settle();
            Job comes = drive.submit("d" + (departments - 1), resource(1, 1), resource(1, 1), MANY);
            drive.settle();
            return new Result(comes.held(CORES), drive.ended());
          }
        });
  }

  private void addProtected() {
    addProtected("nothing ignored", "0.0", 0);
    addProtected("a tenth ignored", "0.1", 2);
  }

  private void addProtected(String name, String ignored, int tolerance) {
    add(
        "a protected queue holds 60 of 100, " + name,
        20,
        tolerance,
        contender -> {
          QueueShape queues = QueueShape.root(queue("p", 30), queue("a", 35), queue("b", 35));
          Map<String, String> keys =
              Map.of(PreemptionDrive.KEY + "max_ignored_over_capacity", ignored);
          try (PreemptionDrive drive =
              new PreemptionDrive(contender, queues, Map.of(DISABLED, "true"), keys, "")) {
            drive.addNodes(4, resource(10_000, 25));
            Job kept = drive.submit("p", null, resource(1, 1), 60);
            drive.run(3);
            drive.submit("a", null, resource(1, 1), MANY);
            drive.run(3);
            kept.want(MANY);
            drive.settle();
            Job comes = drive.submit("b", null, resource(1, 1), MANY);
            drive.settle();
            return new Result(comes.held(CORES), drive.ended());
          }
        });
  }

  private void addLarge() {
    add(
        "eleven want a task of 8 GPUs, one holds 64: they run",
        7,
        0,
        contender -> {
          try (PreemptionDrive drive = withGpus(contender, departments(12))) {
            drive.addNodes(8, gpus(10_000, 64, 8));
            drive.submit("d0", null, gpus(1, 1, 1), MANY);
            drive.settle();
            List<Job> come = new ArrayList<>();
            for (int i = 1; i < 12; i++) {
              come.add(drive.submit("d" + i, null, gpus(1, 1, 8), 1));
            }
            drive.settle();
            return new Result(come.stream().mapToInt(Job::running).sum(), drive.ended());
          }
        });
    add(
        "ten tasks of 16 cores beside tasks of one",
        81,
        0,
        contender -> {
          try (PreemptionDrive drive = drive(contender, departments(2))) {
            drive.addNodes(1, resource(10_000, 2));
            Job large = drive.submit("d0", resource(1, 1), resource(1, 16), 10);
            Job comes = drive.submit("d1", resource(1, 1), resource(1, 1), 0);
            drive.run(3);
            drive.addNodes(10, resource(10_000, 16));
            drive.settle();
            assertThat(large.running()).isEqualTo(10);
            comes.want(MANY);
            drive.settle();
            return new Result(comes.held(CORES), drive.ended());
          }
        });
    add(
        "2 tasks of 45 cores beside 50 of one",
        51,
        0,
        contender -> {
          try (PreemptionDrive drive = drive(contender, departments(2))) {
            drive.addNodes(1, resource(10_000, 51));
            drive.submit("d0", resource(1, 1), resource(1, 45), 2);
            drive.run(5);
            Job comes = drive.submit("d1", resource(1, 1), resource(1, 1), 0);
            drive.addNodes(1, resource(10_000, 51));
            drive.settle();
            comes.want(50);
            drive.settle();
            drive.run(RESERVATION_SECONDS); // Of what is free, for a task of 45.
            drive.settle();
            return new Result(comes.held(CORES), drive.ended());
          }
        });
  }

  private void addPieces() {
    add(
        "tasks of 4 + 1, 1 + 4, 2 + 2 cores and GB",
        71,
        2,
        contender -> {
          try (PreemptionDrive drive = drive(contender, departments(3))) {
            drive.addNodes(10, resource(16 * 1024, 16));
            drive.submit("d0", null, resource(1024, 4), MANY);
            drive.submit("d1", null, resource(4 * 1024, 1), MANY);
            drive.settle();
            Job comes = drive.submit("d2", null, resource(2 * 1024, 2), MANY);
            drive.settle();
            return new Result(comes.held(CORES), drive.ended());
          }
        });
  }

  private void addMasters() {
    add(
        "masters of 1,000 MB, tasks of 100, fourth comes",
        5,
        0,
        contender -> {
          try (PreemptionDrive drive = drive(contender, departments(4))) {
            drive.addNodes(2, resource(10_000, 10));
            for (int i = 0; i < 3; i++) {
              drive.submit("d" + i, resource(1_000, 1), resource(100, 1), MANY);
            }
            drive.settle();
            Job comes = drive.submit("d3", resource(1_000, 1), resource(100, 1), MANY);
            drive.settle();
            return new Result(comes.held(CORES), drive.ended());
          }
        });
    add(
        "masters of 4 cores, tasks of 8 GPUs: GPUs",
        32,
        0,
        contender -> {
          QueueShape queues =
              QueueShape.root(queue("vision", 1), queue("nlp", 1, queue("train", 1)));
          try (PreemptionDrive drive = withGpus(contender, queues)) {
            drive.addNodes(8, gpus(10_000, 16, 8));
            drive.submit("vision", null, gpus(1, 2, 1), MANY);
            drive.settle();
            List<Job> come = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
              come.add(drive.submit("nlp.train", gpus(1, 4, 0), gpus(1, 12, 8), 1));
              drive.settle();
            }
            return new Result(come.stream().mapToLong(job -> job.held(GPU)).sum(), drive.ended());
          }
        });
  }

  private void addGangs() {
    for (int size : new int[] {100, 140, 150}) {
      add("gang of %d in a queue entitled to 160 of 320".formatted(size), size, 0, gang(size));
    }
    add("gang of 170: none starts, none ends", 0, 0, gang(170));
    add(
        "gang of 4 beside donors with masters",
        4,
        0,
        contender -> {
          try (PreemptionDrive drive = drive(contender, departments(4))) {
            drive.addNodes(2, resource(10_000, 10));
            for (int i = 0; i < 3; i++) {
              drive.submit("d" + i, resource(1, 1), resource(1_000, 1), 100);
            }
            drive.settle();
            Job gang = drive.submitTagged("d3", "gang=4", resource(1_000, 1), 4);
            drive.settle();
            return new Result(gang.running(), drive.ended());
          }
        });
  }

  private static Drive gang(int size) {
    return contender -> {
      try (PreemptionDrive drive = drive(contender, departments(2))) {
        drive.addNodes(20, resource(16 * 1024, 16));
        drive.submit("d0", null, resource(1024, 1), MANY);
        drive.settle();
        Job gang = drive.submitTagged("d1", "gang=" + size, resource(1024, 1), size);
        drive.settle();
        return new Result(gang.running(), drive.ended());
      }
    };
  }
}
