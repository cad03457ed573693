package dev.onceledger.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.onceledger.api.payment.PaymentEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.SimpleSerializedObject;
import org.axonframework.serialization.SimpleSerializedType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Event names and their JSON are a database format. A golden file that was released never changes;
 * what it holds must be read for ever.
 *
 * <p>{@code -Dgolden.write=true} writes the golden files that are missing, and no other.
 */
class EventFormatTest {
  private static final String TYPE = "\"type\": \"";
  private static final String PAYLOAD = "\"payload\": ";

  private static final Serializer SERIALIZER = AxonConfiguration.eventSerializer();

  @BeforeAll
  static void writeWhatIsMissing() throws IOException {
    for (EventSamples.Sample sample : samples()) {
      Path file = golden(sample);
      if (Boolean.getBoolean("golden.write") && !Files.exists(file)) {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, written(sample.event()));
      }
    }
  }

  static List<EventSamples.Sample> samples() {
    return EventSamples.ALL;
  }

  @Test
  void every_event_has_a_sample() {
    assertThat(samples().stream().<Class<?>>map(sample -> sample.event().getClass()).distinct())
        .containsExactlyInAnyOrderElementsOf(concrete(PaymentEvent.class).toList());
    assertThat(samples().stream().map(EventSamples.Sample::name)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void an_event_is_written_as_it_always_was(EventSamples.Sample sample) {
    assertThat(golden(sample)).content(UTF_8).isEqualTo(written(sample.event()));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void what_was_written_once_is_read_as_the_same_event(EventSamples.Sample sample)
      throws IOException {
    SerializedObject<byte[]> stored =
        new SimpleSerializedObject<>(
            payload(sample).getBytes(UTF_8),
            byte[].class,
            new SimpleSerializedType(type(sample), null));

    assertThat(SERIALIZER.<byte[], PaymentEvent>deserialize(stored)).isEqualTo(sample.event());
  }

  @Test
  void no_golden_file_is_left_without_its_event() throws IOException {
    try (Stream<Path> files = Files.list(module().resolve("src/test/resources/events"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              samples().stream().map(sample -> sample.name() + ".json").toList());
    }
  }

  @Test
  void a_component_that_a_later_version_adds_is_no_obstacle_to_this_one() throws IOException {
    EventSamples.Sample sample = samples().get(0);
    String later = payload(sample).replaceFirst("\\{", "{\"addedLater\":{\"any\":[1]},");
    SerializedObject<byte[]> stored =
        new SimpleSerializedObject<>(
            later.getBytes(UTF_8), byte[].class, new SimpleSerializedType(type(sample), null));

    assertThat(SERIALIZER.<byte[], PaymentEvent>deserialize(stored)).isEqualTo(sample.event());
  }

  @Test
  void the_page_of_the_events_is_what_the_golden_files_say() throws IOException {
    Path page = module().resolveSibling("docs").resolve("events.md");
    String printed = page();
    if (Boolean.getBoolean("docs.write")) {
      Files.createDirectories(Objects.requireNonNull(page.getParent()));
      Files.writeString(page, printed);
    }

    assertThat(page).content(UTF_8).isEqualTo(printed);
  }

  // ---- golden files

  /**
   * The name of the type and the JSON, each on a line of its own and exactly as they are stored.
   */
  private static String written(PaymentEvent event) {
    SerializedObject<byte[]> stored = SERIALIZER.serialize(event, byte[].class);
    String json = new String(stored.getData(), UTF_8);
    return "{\n" + TYPE + stored.getType().getName() + "\",\n" + PAYLOAD + json + "\n}\n";
  }

  private static String type(EventSamples.Sample sample) throws IOException {
    String line = line(sample, TYPE);
    return line.substring(0, line.length() - "\",".length());
  }

  private static String payload(EventSamples.Sample sample) throws IOException {
    return line(sample, PAYLOAD);
  }

  private static String line(EventSamples.Sample sample, String start) throws IOException {
    return Files.readAllLines(golden(sample)).stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst()
        .orElseThrow();
  }

  private static Path golden(EventSamples.Sample sample) {
    return module().resolve("src/test/resources/events").resolve(sample.name() + ".json");
  }

  private static Path module() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  }

  private static Stream<Class<?>> concrete(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(Objects.requireNonNull(type.getPermittedSubclasses()))
            .flatMap(EventFormatTest::concrete)
            .distinct()
        : Stream.of(type);
  }

  // ---- the page

  private static String page() throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            <!-- Printed by EventFormatTest, which fails when it differs. To print it anew:
                 ./mvnw -pl ledger-app -am test -Dtest=EventFormatTest -Ddocs.write=true \\
                   -Dsurefire.failIfNoSpecifiedTests=false -->

            # The events of a payment

            Everything that can have happened to a payment. Intent and outcome are events of their
            own, so that the history shows what was known when. Names, package and JSON are a
            database format: each example below is a golden file of the build, and a released one
            never changes. An optional component without a value is `null`.

            """);
    page.append(samples().stream().map(EventFormatTest::entry).collect(Collectors.joining("\n")));
    page.append('\n');
    for (EventSamples.Sample sample : samples()) {
      page.append(section(sample));
    }
    return page.toString();
  }

  private static String entry(EventSamples.Sample sample) {
    return "- [" + sample.title() + "](#" + sample.anchor() + "): " + sample.meaning();
  }

  private static String section(EventSamples.Sample sample) throws IOException {
    return "\n## "
        + sample.title()
        + "\n\n"
        + sample.meaning()
        + "\n\n`"
        + type(sample)
        + "`\n\n```json\n"
        + pretty(payload(sample))
        + "\n```\n";
  }

  private static String pretty(String json) throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper();
    return mapper
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(mapper.readTree(json))
        .replace(System.lineSeparator(), "\n");
  }
}
