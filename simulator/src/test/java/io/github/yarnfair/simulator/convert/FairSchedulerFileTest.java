// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of an allocation file. */
class FairSchedulerFileTest {
  private static final Path FILES = Path.of("src", "test", "resources", "fair");
  private static final Path KEYS = Path.of("..", "docs", "configuration.md");

  @TempDir private Path folder;

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      return files.sorted().toList();
    }
  }

  /**
   * {@code ConvertedFileAgreementTest} holds that both files mean the same to their schedulers.
   * After a change {@code convert} itself writes the second one again.
   */
  @ParameterizedTest
  @MethodSource("files")
  void convertedFile(Path files) throws Exception {
    assertThat(FairSchedulerFile.convert(files.resolve("fair-scheduler.xml")).text())
        .isEqualTo(Files.readString(files.resolve("capacity-scheduler.xml")));
  }

  /** Each element that is not written, or written as a key without effect. */
  @Test
  void elementsWithoutACounterpartAreNamedWithTheirLines() throws Exception {
    Path limits = FILES.resolve("limits").resolve("fair-scheduler.xml");
    List<String> lines = Files.readAllLines(limits);
    List<String> named =
        FairSchedulerFile.convert(limits).notes().stream()
            .filter(note -> note.startsWith(limits + ":") && !note.startsWith(limits + ": "))
            .map(note -> lines.get(lineOf(limits, note) - 1).strip())
            .toList();
    List<String> converted =
        List.of(
            "<maxRunningApps>20</maxRunningApps>",
            "<maxContainerAllocation>8192 mb, 4 vcores</maxContainerAllocation>",
            "<schedulingMode>fifo</schedulingMode>",
            "<maxResources>memory-mb=65536, vcores=16, yarn.io/gpu=4</maxResources>",
            "<maxContainerAllocation>vcores=2, memory-mb=2048, yarn.io/gpu=1</maxContainerAllocation>",
            "<maxAMShare>0</maxAMShare>",
            "<weight>3</weight>",
            "<maxRunningApps>30</maxRunningApps>",
            "<userMaxAppsDefault>5</userMaxAppsDefault>",
            "<queueMaxAppsDefault>50</queueMaxAppsDefault>",
            "<queueMaxAMShareDefault>-1.0</queueMaxAMShareDefault>",
            "<rule name=\"specified\" create=\"false\"/>",
            "<rule name=\"specified\"/>",
            "<rule name=\"secondaryGroupExistingQueue\"/>",
            "<rule name=\"reject\"/>");
    assertThat(lines.stream().map(String::strip).filter(line -> isSetting(line)))
        .filteredOn(line -> !named.contains(line))
        .containsExactlyElementsOf(converted);
  }

  private static boolean isSetting(String line) {
    return line.matches("<.*</.*>|<.*/>");
  }

  private static int lineOf(Path file, String note) {
    String line = note.substring(file.toString().length() + 1);
    return Integer.parseInt(line.substring(0, line.indexOf(':')));
  }

  /** Otherwise the file would have to name the key. */
  @Test
  void keysOfTheConvertedFileAreActedOn() throws Exception {
    TreeSet<String> notActedOn =
        Files.readAllLines(KEYS).stream()
            .map(line -> line.split(" \\| ", -1))
            .filter(row -> row.length == 3 && row[0].startsWith("| `<queue>."))
            .filter(row -> !row[1].equals("acted on"))
            .map(row -> row[0].substring("| `<queue>".length(), row[0].length() - 1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(notActedOn).hasSizeGreaterThan(15);
    TreeSet<String> written =
        Files.readAllLines(FILES.resolve("limits").resolve("capacity-scheduler.xml")).stream()
            .map(String::strip)
            .filter(line -> line.startsWith("<name>"))
            .map(line -> line.substring("<name>".length(), line.indexOf("</name>")))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(written).anyMatch(key -> key.endsWith(".ordering-policy"));
    assertThat(written).noneMatch(key -> notActedOn.stream().anyMatch(key::endsWith));
  }

  @Test
  void rootMayBeGivenOrOmitted() throws Exception {
    String queues = "<queue name='a'><weight>2</weight></queue><queue name='b'/>";
    String omitted = convert(queues);
    String given = convert("<queue name='root'>" + queues + "</queue>");
    assertThat(given.replaceAll("<!--[^>]*-->", ""))
        .isEqualTo(omitted.replaceAll("<!--[^>]*-->", ""));
    assertThat(given)
        .contains(property("root.queues", "a,b"))
        .contains(property("root.a.capacity", "2w"));
  }

  @Test
  void queueOfADefaultRuleIsListedWithTheMaximumOfCreatedOnes() throws Exception {
    String text =
        convert(
            "<queue name='p' type='parent'><maxChildResources>10%</maxChildResources></queue>"
                + "<queuePlacementPolicy><rule name='default' queue='p.jobs'/></queuePlacementPolicy>");
    assertThat(text)
        .contains(property("root.p.queues", "jobs"))
        .contains(property("root.p.jobs.maximum-capacity", "10"))
        .contains("\"customPlacement\":\"root.p.jobs\",\"create\":false")
        .doesNotContain("auto-queue-creation");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<rule name='default' queue='p'/>  | written as reject: root.p is a parent queue",
        "<rule name='default' queue='x' create='false'/><rule name='reject'/> | left out: there is no queue root.x",
        "<rule name='user'><rule name='default' queue='a'/></rule> | left out: root.a is a leaf queue, so",
        "<rule name='user'><rule name='default' queue='x' create='false'/></rule><rule name='reject'/> | left out: there is no queue root.x, so",
      })
  void rulesThatPlaceNoApplication(String rules, String note) throws Exception {
    String text =
        convert(
            "<queue name='p' type='parent'/><queue name='a'/><queuePlacementPolicy>"
                + rules
                + "</queuePlacementPolicy>");
    assertThat(text)
        .contains(note)
        .contains("{\"rules\":[\n{\"type\":\"user\",\"matches\":\"*\",\"policy\":\"reject\"");
  }

  @Test
  void textIsEscaped() throws Exception {
    String text =
        convert(
            "<queue name='R&amp;D -- é-'>"
                + "<aclSubmitApps><![CDATA[a<b ]]>g--&gt;</aclSubmitApps>"
                + "<schedulingPolicy>a--b-</schedulingPolicy></queue>");
    assertThat(text)
        .contains(property("root.queues", "R&#38;D -- &#233;-"))
        .contains(property("root.R&#38;D -- &#233;-.acl_submit_applications", "a&#60;b g--&#62;"))
        .contains("schedulingPolicy \"a- -b-\"")
        .doesNotContainPattern("<!--((?!-->)[\\s\\S])*--(?!>)");
    assertThat(XmlReader.read(write("capacity-scheduler.xml", text)).children())
        .hasSizeGreaterThan(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4096 mb, 4 vcores                    | [memory=4096,vcores=4]",
        "4 VCORES 4096.7 MB                   | [memory=4096,vcores=4]",
        "vcores=4,memory-mb=4096              | [memory=4096,vcores=4]",
        "mic=1                                | [mic=1]",
        "33.3%                                | 33.3",
        "60 % cpu, 40.50% memory              | [memory=40.5%,vcores=60%]",
        "vcores=60%                           | [vcores=60%]",
        "vcores=60%, memory-mb=100%           | [vcores=60%]",
        "150%                                 |",
        "0%                                   | 0",
      })
  void formsOfResources(String text, String expected) throws Exception {
    String converted = convert("<queue name='a'><maxResources>" + text + "</maxResources></queue>");
    if (expected == null) {
      assertThat(converted).doesNotContain("maximum-capacity");
    } else {
      assertThat(converted).contains(property("root.a.maximum-capacity", expected));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<maxResources>lots</maxResources>           | maxResources \"lots\": expected \"4096 mb, 4 vcores\"",
        "<maxResources>-1 mb, 1 vcores</maxResources> | maxResources \"-1 mb, 1 vcores\": expected",
        "<maxResources>1024 mb</maxResources>        | maxResources \"1024 mb\": expected",
        "<maxResources>vcores=1, memory-mb=5%</maxResources> | expected \"4096 mb, 4 vcores\"",
        "<maxResources>memory=5</maxResources>       | (the type is called memory-mb)",
        "<maxResources>vcores=1,vcores=2</maxResources> | (vcores is named more than once)",
        "<maxResources></maxResources>               | maxResources: expected \"4096 mb, 4 vcores\"",
        "<minResources>1 gb</minResources>           | minResources \"1 gb\": expected",
        "<maxChildResources>1 gb</maxChildResources> | maxChildResources \"1 gb\": expected",
        "<maxContainerAllocation>x</maxContainerAllocation> | maxContainerAllocation \"x\": expected",
        "<weight>heavy</weight>                      | weight \"heavy\": expected a number from 0 to 10000",
        "<weight>-1</weight>                         | weight \"-1\": expected a number from 0 to 10000",
        "<weight>20000</weight>                      | weight \"20000\": expected a number from 0 to 10000",
        "<maxRunningApps>1.5</maxRunningApps>        | expected a whole number from 0 to 2147483647",
        "<maxRunningApps>-1</maxRunningApps>         | maxRunningApps \"-1\": expected a whole number",
        "<maxAMShare>-0.5</maxAMShare>               | expected a number from 0 to 1, or -1 for no limit",
        "<allowPreemptionFrom>no</allowPreemptionFrom> | expected true or false",
        "<aclSubmitApps></aclSubmitApps>             | aclSubmitApps: expected \"users groups\"",
        "<fairSharePreemptionTimeout>1 s</fairSharePreemptionTimeout> | expected a number from 0 up",
        "<queue name='b'/><maxAMShare>0.5</maxAMShare> | maxAMShare \"0.5\": expected in leaf queues",
        "<queue name='b'/><reservation/>             | reservation: expected in leaf queues only",
        "<queue name='b'/><schedulingPolicy>fifo</schedulingPolicy> | expected fair or drf",
        "<queue name='b'/><queue name='b'/>          | root.a.b: queue: expected each queue once",
        "<queue name='b.c'/>                         | expected a name without a dot, such as \"b_dot_c\"",
        "<queue name=' '/>                           | root.a.: queue: expected a name of 1 to 255",
        "<queue name='b,c'/>                         | root.a.b,c: queue: expected a name of 1 to 255",
      })
  void mistakesInAQueue(String xml, String expected) {
    assertRefused(
        "<queue name='a'>\n" + xml + "\n</queue>", "fair-scheduler.xml:3: root.a", expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<queue name='a'/><queue name='root'/>       | root: queue: expected no other queue beside root",
        "<queue name='Root'/>                        | expected the name root in small letters",
        "<user><maxRunningApps>1</maxRunningApps></user> | user: expected the attribute name",
        "<user name='x'><maxRunningApps>y</maxRunningApps></user> | user x: maxRunningApps \"y\": expected",
        "<userMaxAppsDefault>y</userMaxAppsDefault>  | userMaxAppsDefault \"y\": expected a whole number",
        "<queueMaxAppsDefault>y</queueMaxAppsDefault> | queueMaxAppsDefault \"y\": expected a whole number",
        "<queueMaxAMShareDefault>y</queueMaxAMShareDefault> | expected a number from 0 to 1, or -1",
        "<queueMaxResourcesDefault>y</queueMaxResourcesDefault> | queueMaxResourcesDefault \"y\": expected",
        "<defaultQueueSchedulingPolicy>fifo</defaultQueueSchedulingPolicy> | expected fair or drf",
        "<queuePlacementPolicy/>                     | queuePlacementPolicy: expected at least one rule",
        "<queuePlacementPolicy><rule name='x'/></queuePlacementPolicy> | expected a rule called specified",
        "<queuePlacementPolicy><rule name='specified'/></queuePlacementPolicy> | expected a last rule",
        "<queuePlacementPolicy><rule name='user'/><rule name='reject'/></queuePlacementPolicy> | expected no rule after",
        "<queuePlacementPolicy><rule name='nestedUserQueue'/></queuePlacementPolicy> | a rule in it that finds",
        "<queuePlacementPolicy><rule name='user'><rule name='user'/></rule></queuePlacementPolicy> | no rule user in it",
        "<queuePlacementPolicy><rule name='user'><rule name='reject'/></rule></queuePlacementPolicy> | in it one rule",
        "<queuePlacementPolicy><rule name='user' create='yes'/></queuePlacementPolicy> | create=\"true\" or",
        "<queuePlacementPolicy><rule name='default' queue='a,b'/></queuePlacementPolicy> | queue=\"a,b\": rule: expected",
        "<queue name='a'/><queuePlacementPolicy><rule name='default' queue='a.b'/></queuePlacementPolicy> | root.a is a leaf",
      })
  void mistakesElsewhere(String xml, String expected) {
    assertRefused(xml, "fair-scheduler.xml:2: ", expected);
  }

  @Test
  void allMistakesAtOnce() throws Exception {
    Path file =
        write(
            "fair-scheduler.xml",
            "<allocations>\n<queue name='a'><weight>x</weight></queue>\n"
                + "<queue name='b'><weight>y</weight></queue>\n</allocations>");
    assertThatThrownBy(() -> FairSchedulerFile.convert(file))
        .hasMessageContaining(file + ":2: root.a: weight \"x\": expected")
        .hasMessageContaining(file + ":3: root.b: weight \"y\": expected");
  }

  @Test
  void filesThatAreNoAllocationFiles() throws Exception {
    assertThatThrownBy(() -> FairSchedulerFile.convert(folder.resolve("none.xml")))
        .hasMessage(folder.resolve("none.xml") + ": no such file");
    assertThatThrownBy(() -> FairSchedulerFile.convert(write("a.xml", "<configuration/>")))
        .hasMessageContaining("a.xml:1: configuration: expected the element allocations around");
    assertThatThrownBy(
            () ->
                FairSchedulerFile.convert(write("b.xml", "<allocations>\n<queue>\n</allocations>")))
        .hasMessageContaining("b.xml:3: expected a well-formed XML file: ");
    assertThatThrownBy(() -> FairSchedulerFile.convert(write("c.xml", "")))
        .hasMessageContaining("c.xml:1: expected a well-formed XML file: ");
    String levels = "<queue name='a'>".repeat(300) + "</queue>".repeat(300);
    assertThatThrownBy(() -> convert(levels)).hasMessageContaining("expected at most 200 levels");
    String queues = "<queue name='a'>".repeat(100) + "</queue>".repeat(100);
    assertThatThrownBy(() -> convert(queues)).hasMessageContaining("at most 100 levels of queues");
  }

  /** Neither a file of this machine nor a billion laughs. */
  @Test
  void noEntities() throws Exception {
    Path secret = write("secret.txt", "swordfish");
    for (String entity : List.of("SYSTEM '" + secret.toUri() + "'", "'&#38;lol;'")) {
      Path file =
          write(
              "fair-scheduler.xml",
              "<!DOCTYPE allocations [<!ENTITY e "
                  + entity
                  + ">]>\n<allocations><queue name='a'><weight>&e;</weight></queue></allocations>");
      assertThatThrownBy(() -> FairSchedulerFile.convert(file))
          .hasMessage(file + ":1: expected no DOCTYPE and no entities of its own");
    }
  }

  private void assertRefused(String xml, String where, String expected) {
    assertThatThrownBy(() -> convert(xml))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining(where)
        .hasMessageContaining(expected)
        .satisfies(e -> assertThat(e.getMessage().lines()).as("one message").hasSize(1));
  }

  /** Converts a file with these elements, in line 2 and below. */
  private String convert(String elements) throws Exception {
    String text = "<allocations>\n" + elements + "\n</allocations>\n";
    return FairSchedulerFile.convert(write("fair-scheduler.xml", text)).text();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String property(String key, String value) {
    return "<name>yarn.scheduler.capacity.%s</name>\n    <value>%s</value>\n".formatted(key, value);
  }
}
