// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static io.github.yarnfair.scheduler.testing.StoredQueues.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.StoredQueues;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.FileSystemBasedConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.QueueAdminConfigurationMutationACLPolicy;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.apache.hadoop.yarn.webapp.util.YarnWebServiceUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The calls below {@code /ws/v1/cluster/scheduler-conf} of a running ResourceManager. */
class ConfigurationServiceTest {
  private static final String QUEUES = "/ws/v1/cluster/scheduler?user.name=admin";
  private static final String CALL = "/ws/v1/cluster/scheduler-conf";
  private static final String XML = "application/xml";
  private static final String JSON = "application/json";

  private @TempDir Path directory;

  private WebCluster cluster(String store, String... settings) throws Exception {
    Configuration queues = new Configuration(false);
    for (Map.Entry<String, String> key : WebCluster.configuration()) {
      if (key.getKey().startsWith(CAPACITY + "root.")) {
        queues.set(key.getKey(), key.getValue());
      }
    }
    queues.set(CAPACITY + "root.acl_administer_queue", " ");
    queues.set(CAPACITY + "root.prod.acl_administer_queue", "boss");
    StoredQueues.write(queues, directory.resolve(YarnConfiguration.CS_CONFIGURATION_FILE));
    Map<String, String> all = new HashMap<>();
    all.put(StoredQueues.STORE, store);
    all.put(
        YarnConfiguration.RM_CONFIGURATION_PROVIDER_CLASS,
        FileSystemBasedConfigurationProvider.class.getName());
    all.put(YarnConfiguration.FS_BASED_RM_CONF_STORE, directory.toUri().toString());
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return new WebCluster(all);
  }

  private static String xml(String parts) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><sched-conf>" + parts + "</sched-conf>";
  }

  private static String update(String queue, String key, String value) {
    return "<update-queue>" + queue(queue, key, value) + "</update-queue>";
  }

  private static String queue(String queue, String key, String value) {
    return "<queue-name>%s</queue-name><params>%s</params>".formatted(queue, entry(key, value));
  }

  private static String entry(String key, String value) {
    return "<entry><key>%s</key><value>%s</value></entry>".formatted(key, value);
  }

  private static void assertAnswer(HttpResponse<String> answer, int status, String... texts) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    for (String text : texts) {
      assertThat(answer.body()).contains(text);
    }
  }

  @Test
  void changesAreMadeReadBackAndCounted() throws Exception {
    try (WebCluster cluster = cluster("memory")) {
      assertAnswer(cluster.get(CALL + "/version"), 200, "\"versionID\":1");
      assertAnswer(cluster.get(QUEUES), 200, "\"root.research.audio\"");
      String change =
          xml(
              "<remove-queue>root.research.audio</remove-queue><add-queue>"
                  + queue("root.test", "capacity", "2w")
                  + "</add-queue>"
                  + update("root.prod", "capacity", "5w")
                  + "<global-updates>"
                  + entry(CAPACITY + "maximum-applications", "77")
                  + "</global-updates>");
      assertAnswer(
          cluster.send("PUT", CALL + "?user.name=admin", XML, change),
          200,
          "Configuration change successfully applied.");
      // An editor reads the queues as soon as it has changed them, and not again.
      assertThat(cluster.get(QUEUES).body())
          .contains("\"root.test\"")
          .doesNotContain("\"root.research.audio\"");
      assertThat(cluster.scheduler().getQueueInfo("root.prod", false, false).getWeight())
          .isEqualTo(5f);
      assertThat(cluster.scheduler().getQueue("root.test")).isNotNull();
      assertThat(cluster.scheduler().getQueue("root.research.audio")).isNull();
      assertAnswer(
          cluster.get(CALL + "?user.name=admin"),
          200,
          "{\"name\":\"" + CAPACITY + "root.queues\",\"value\":\"prod,research,test\"}",
          "{\"name\":\"" + CAPACITY + "maximum-applications\",\"value\":\"77\"}");
      assertAnswer(cluster.get(CALL + "/version"), 200, "\"versionID\":2");
      assertThat(configuration(cluster.get(CALL, XML).body()))
          .containsEntry(CAPACITY + "root.prod.capacity", "5w");

      assertAnswer(
          cluster.get(CALL + "/format?user.name=admin"), 400, "root.test.state: expected STOPPED");
      assertAnswer(put(cluster, "admin", xml(update("root.test", "state", "STOPPED"))), 200);
      assertAnswer(cluster.get(CALL + "/format?user.name=admin"), 200, "successfully formatted");
      assertThat(cluster.scheduler().getQueueInfo("root.prod", false, false).getWeight())
          .isEqualTo(3f);
    }
  }

  private static Map<String, String> configuration(String xml) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(xml)));
    Map<String, String> keys = new HashMap<>();
    for (int i = 0; i < document.getElementsByTagName("property").getLength(); i++) {
      keys.put(
          document.getElementsByTagName("name").item(i).getTextContent(),
          document.getElementsByTagName("value").item(i).getTextContent());
    }
    return keys;
  }

  @Test
  void requestsInJsonAreUnderstoodAsByCapacityScheduler() throws Exception {
    try (WebCluster cluster = cluster("memory")) {
      String change =
          """
          {"update-queue": [{"queue-name": "root.prod",
                             "params": {"entry": [{"key": "capacity", "value": "6w"}]}}]}
          """;
      assertAnswer(cluster.send("PUT", CALL + "?user.name=admin", JSON, change), 200);
      assertThat(cluster.scheduler().getQueueInfo("root.prod", false, false).getWeight())
          .isEqualTo(6f);
    }
  }

  /** The names and types that the command of Hadoop 3.5 sends, by the code that it uses. */
  @Test
  void requestsOfYarnSchedulerconfAreUnderstood() throws Exception {
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    Map<String, String> params = new HashMap<>(Map.of("capacity", "6w"));
    params.put("maximum-capacity", null);
    change.getUpdateQueueInfo().add(new QueueConfigInfo("root.prod", params));
    change.getAddQueueInfo().add(new QueueConfigInfo("root.test", Map.of("capacity", "2w")));
    change.getRemoveQueueInfo().add("root.research.audio");
    change.getGlobalParams().put(CAPACITY + "maximum-applications", "77");
    String json = YarnWebServiceUtils.toJson(change, SchedConfUpdateInfo.class);
    try (WebCluster cluster = cluster("memory")) {
      String validation = CALL + "/validate?user.name=admin";
      assertAnswer(cluster.send("POST", validation, JSON, json), 200, "root.test.capacity");
      assertAnswer(cluster.send("PUT", CALL + "?user.name=admin", JSON, json), 200);
      assertThat(cluster.scheduler().getQueueInfo("root.prod", false, false).getWeight())
          .isEqualTo(6f);
      assertThat(cluster.scheduler().getQueue("root.test")).isNotNull();
      assertThat(cluster.scheduler().getQueue("root.research.audio")).isNull();
      assertAnswer(
          cluster.get(CALL + "?user.name=admin"),
          200,
          "{\"name\":\"" + CAPACITY + "maximum-applications\",\"value\":\"77\"}");
    }
  }

  @Test
  void requestsInJsonWithOtherNamesOrTypesAreRefused() throws Exception {
    try (WebCluster cluster = cluster("memory")) {
      Map<String, String> findings =
          Map.of(
              "{\"update-queues\": []}",
              "update-queues = []: expected add-queue, update-queue, remove-queue or global-updates",
              "{\"update-queue\": {\"path\": \"root.prod\"}}",
              "update-queue.path = \"root.prod\": expected queue-name or params",
              "{\"add-queue\": \"root.x\"}",
              "add-queue = \"root.x\": expected an object with queue-name and params",
              "{\"remove-queue\": {\"queue-name\": \"root.prod\"}}",
              "expected a text",
              "[]",
              "the request = []: expected an object",
              "{",
              "The request is no JSON",
              "",
              "The request is empty");
      for (String method : new String[] {"PUT", "POST"}) {
        String path = (method.equals("PUT") ? CALL : CALL + "/validate") + "?user.name=admin";
        for (Map.Entry<String, String> request : findings.entrySet()) {
          assertAnswer(cluster.send(method, path, JSON, request.getKey()), 400, request.getValue());
        }
      }
      assertAnswer(cluster.get(CALL + "/version"), 200, "\"versionID\":1");
    }
  }

  @Test
  void validationAnswersWithTheResultOrEachFindingAndChangesNothing() throws Exception {
    try (WebCluster cluster = cluster("memory")) {
      String path = CALL + "/validate?user.name=admin";
      assertAnswer(
          cluster.send("POST", path, XML, xml(update("root.prod", "capacity", "5w"))),
          200,
          "{\"name\":\"" + CAPACITY + "root.prod.capacity\",\"value\":\"5w\"}");
      String bad =
          xml(
              update("root.prod", "capacity", "-5w")
                  + update("root.research", "maximum-capacity", "all"));
      for (String method : new String[] {"POST", "PUT"}) {
        String target = method.equals("POST") ? path : CALL + "?user.name=admin";
        assertAnswer(
            cluster.send(method, target, XML, bad),
            400,
            "the stored configuration: " + CAPACITY + "root.prod.capacity = \"-5w\": expected",
            "\nthe stored configuration: "
                + CAPACITY
                + "root.research.maximum-capacity = \"all\": expected");
      }
      assertAnswer(cluster.get(CALL + "/version"), 200, "\"versionID\":1");
      assertThat(cluster.scheduler().getQueueInfo("root.prod", false, false).getWeight())
          .isEqualTo(3f);
    }
  }

  @Test
  void queueAdministratorsChangeWhatIsTheirs() throws Exception {
    try (WebCluster cluster =
        cluster(
            "memory",
            YarnConfiguration.YARN_ACL_ENABLE,
            "true",
            YarnConfiguration.YARN_ADMIN_ACL,
            "admin",
            YarnConfiguration.RM_SCHEDULER_MUTATION_ACL_POLICY_CLASS,
            QueueAdminConfigurationMutationACLPolicy.class.getName())) {
      String theirs = xml("<add-queue>" + queue("root.prod.x", "capacity", "1w") + "</add-queue>");
      String others = xml(update("root.research", "capacity", "9w"));
      // Another queue has the same last part; Hadoop's policy would look at that one.
      String sameName =
          xml("<add-queue>" + queue("root.research.x", "capacity", "1w") + "</add-queue>");
      String both =
          xml(update("root.prod", "capacity", "9w") + update("root.research", "state", "STOPPED"));
      String global =
          xml(
              "<global-updates>"
                  + entry(CAPACITY + "maximum-applications", "1")
                  + "</global-updates>");
      assertAnswer(put(cluster, "boss", theirs), 200);
      for (String refused : new String[] {others, sameName, both, global}) {
        assertAnswer(put(cluster, "boss", refused), 403, "boss may not administer all queues");
      }
      assertAnswer(put(cluster, "boss", xml(update("nodot", "state", "STOPPED"))), 403);
      assertAnswer(put(cluster, "mallory", theirs), 403, "mallory");
      assertAnswer(put(cluster, "admin", global), 200);
      for (String path : new String[] {"", "/version", "/format"}) {
        assertAnswer(cluster.get(CALL + path + "?user.name=boss"), 403, "Only admins");
      }
      assertAnswer(
          cluster.send("POST", CALL + "/validate?user.name=boss", XML, theirs), 403, "Only admins");
    }
  }

  /** An administrator of a queue may not take from others; {@code boss} administers root.prod. */
  @Test
  void queueAdministratorsTakeNothingFromOtherQueues() throws Exception {
    try (WebCluster cluster = byQueueAdministrators()) {
      for (String[] taking :
          new String[][] {
            {"root.prod", "capacity", "100w"},
            {"root.prod", "maximum-capacity", "100"},
            {"root.prod", "disable_preemption", "true"},
            {"root.prod", "maximum-am-resource-percent", "1"},
            {"root.prod", "maximum-applications", "10000"},
            {"root.prod", "max-parallel-apps", "10000"},
            {"root.prod", "priority", "9"},
            {"root.prod", "accessible-node-labels", "*"},
            {"root.prod", "accessible-node-labels.gpu.capacity", "100"},
            {"root.prod", "maximum-allocation-mb", "100000"},
            {"root.prod", "auto-queue-creation-v2.template.disable_preemption", "true"}
          }) {
        assertAnswer(
            put(cluster, "boss", xml(update(taking[0], taking[1], taking[2]))),
            403,
            "boss may not administer all queues",
            "needs the parent");
      }
      String again = "<add-queue>" + queue("root.prod", "capacity", "100w") + "</add-queue>";
      String gone = "<remove-queue>root.prod</remove-queue>";
      assertAnswer(put(cluster, "boss", xml(gone)), 403, "needs the parent");
      assertAnswer(put(cluster, "boss", xml(gone + again)), 403, "needs the parent");
      String exempt =
          "<add-queue>" + queue("root.prod.x", "disable_preemption", "true") + "</add-queue>";
      assertAnswer(put(cluster, "boss", xml(exempt)), 403, "need root");
      String below = "<add-queue>" + queue("root.prod.x", "capacity", "1w") + "</add-queue>";
      assertAnswer(put(cluster, "boss", xml(below)), 200);
      assertAnswer(put(cluster, "boss", xml(update("root.prod.x", "capacity", "7w"))), 200);
      assertAnswer(
          put(cluster, "boss", xml(update("root.prod", "acl_submit_applications", "ann"))), 200);
      assertAnswer(put(cluster, "admin", xml(update("root.prod", "capacity", "9w"))), 200);
    }
  }

  /** Who may change a queue reads neither the environment nor other keys by its values. */
  @Test
  void valuesOfRequestsAreNotExpanded() throws Exception {
    try (WebCluster cluster = byQueueAdministrators("some.password", "swordfish")) {
      for (String variable : List.of("${env.PATH}", "${java.home}", "${some.password}")) {
        for (String value : List.of(variable, "x" + variable + "y")) {
          String own = update("root.prod", "state", value);
          HttpResponse<String> answer = put(cluster, "boss", xml(own));
          assertAnswer(
              answer, 400, "root.prod.state = \"" + value + "\": expected a value without");
          assertThat(answer.body())
              .doesNotContain("swordfish", System.getenv("PATH"), System.getProperty("java.home"));
          String named = "<add-queue>" + queue("root.prod." + value, "state", "x") + "</add-queue>";
          HttpResponse<String> refusal = put(cluster, "boss", xml(named));
          assertThat(refusal.statusCode()).isEqualTo(400);
          assertThat(refusal.body())
              .contains(value)
              .doesNotContain("swordfish", System.getenv("PATH"), System.getProperty("java.home"));
        }
      }
    }
  }

  private WebCluster byQueueAdministrators(String... more) throws Exception {
    List<String> settings = new ArrayList<>(List.of(more));
    settings.addAll(
        List.of(
            YarnConfiguration.YARN_ACL_ENABLE,
            "true",
            YarnConfiguration.YARN_ADMIN_ACL,
            "admin",
            YarnConfiguration.RM_SCHEDULER_MUTATION_ACL_POLICY_CLASS,
            QueueAdminConfigurationMutationACLPolicy.class.getName()));
    return cluster("memory", settings.toArray(String[]::new));
  }

  @Test
  void onlyAdministratorsChangeQueuesUnlessAPolicySaysMore() throws Exception {
    try (WebCluster cluster =
        cluster(
            "memory",
            YarnConfiguration.YARN_ACL_ENABLE,
            "true",
            YarnConfiguration.YARN_ADMIN_ACL,
            "admin")) {
      String change = xml(update("root.prod", "capacity", "9w"));
      assertAnswer(put(cluster, "boss", change), 403);
      assertAnswer(put(cluster, "admin", change), 200);
    }
  }

  private static HttpResponse<String> put(WebCluster cluster, String user, String change)
      throws Exception {
    return cluster.send("PUT", CALL + "?user.name=" + user, XML, change);
  }

  @Test
  void allCallsSayThatTheQueuesComeFromTheFile() throws Exception {
    try (WebCluster cluster = cluster("file")) {
      String why = StoredQueues.STORE + " = \"file\": expected memory, leveldb, fs or zk, so that";
      String change = xml(update("root.prod", "capacity", "9w"));
      assertAnswer(put(cluster, "admin", change), 400, why);
      assertAnswer(cluster.send("POST", CALL + "/validate?user.name=a", XML, change), 400, why);
      for (String path : new String[] {"", "/version", "/format"}) {
        assertAnswer(cluster.get(CALL + path), 400, why);
      }
    }
  }

  @Test
  void requestsThatAreNoneAreRefused() throws Exception {
    try (WebCluster cluster = cluster("memory")) {
      for (String none : new String[] {"", "<sched-conf><add", "<queues/>"}) {
        assertThat(put(cluster, "admin", none).statusCode()).as(none).isBetween(400, 599);
      }
      assertAnswer(cluster.get(CALL + "/version"), 200, "\"versionID\":1");
    }
  }
}
