package dev.onceledger.payment.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceledger.api.Rejection;
import dev.onceledger.api.Rejection.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The body of a command: one JSON object of bounded size, read strictly. */
final class JsonBody {
  private static final int BYTES_MAX = 64 * 1024;
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonBody() {}

  /**
   * The bytes of the body, which may be none.
   *
   * @throws Rejection if it is too large, or of another type
   */
  static byte[] receive(HttpServletRequest request) throws IOException {
    if (request.getContentLengthLong() > BYTES_MAX) {
      throw tooLarge();
    }
    byte[] bytes = request.getInputStream().readNBytes(BYTES_MAX + 1);
    if (bytes.length > BYTES_MAX) {
      throw tooLarge();
    }
    if (bytes.length > 0) {
      requireJson(request.getContentType());
    }
    return bytes;
  }

  /**
   * The object in the body; an empty body is an empty object.
   *
   * @throws Rejection if it is no JSON object in UTF-8 without duplicates
   */
  static ObjectNode parse(byte[] bytes) {
    if (bytes.length == 0) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (readTree(bytes) instanceof ObjectNode object) {
      return object;
    }
    throw new Rejection(Reason.MALFORMED_REQUEST, "the body is a JSON object", List.of(""));
  }

  /**
   * The canonical text of each value by its pointer: what a fingerprint is made of. Members that
   * are null count as absent; the order of members and the spelling of strings do not show.
   */
  static Map<String, String> leaves(ObjectNode body) {
    Map<String, String> leaves = new LinkedHashMap<>();
    walk("", body, leaves);
    leaves.remove("");
    return leaves;
  }

  /** A member's pointer below another (RFC 6901). */
  static String pointer(String parent, String member) {
    return parent + "/" + member.replace("~", "~0").replace("/", "~1");
  }

  private static void walk(String pointer, JsonNode node, Map<String, String> leaves) {
    if (node.isNull()) {
      return;
    }
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      object.properties().forEach(e -> walk(pointer(pointer, e.getKey()), e.getValue(), leaves));
    } else {
      leaves.put(pointer, node.getNodeType() + ":" + node.asString(node.toString()));
    }
  }

  /** Decoded here: the parser would guess the encoding, and is lenient with what is no UTF-8. */
  private static JsonNode readTree(byte[] bytes) {
    try {
      return MAPPER.readTree(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new Rejection(Reason.MALFORMED_REQUEST, "the body is no UTF-8", List.of(""));
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  /** Says where the text goes wrong; the parser's own message would repeat parts of it. */
  private static Rejection malformed(JacksonException e) {
    boolean duplicate = String.valueOf(e.getOriginalMessage()).startsWith("Duplicate");
    String where =
        e.getLocation() == null
            ? ""
            : " at line %d, column %d"
                .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    return new Rejection(
        Reason.MALFORMED_REQUEST,
        duplicate
            ? "a member stands twice in its object" + where
            : "the body is no well-formed JSON" + where,
        List.of(""));
  }

  private static void requireJson(@Nullable String contentType) {
    try {
      MediaType type = MediaType.parseMediaType(String.valueOf(contentType));
      boolean utf8 = type.getCharset() == null || type.getCharset().equals(UTF_8);
      if (type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON) && utf8) {
        return;
      }
    } catch (InvalidMediaTypeException e) {
      // Answered like any other type that is not JSON.
    }
    throw new Rejection(
        Reason.UNSUPPORTED_MEDIA_TYPE, "send the body as application/json in UTF-8");
  }

  private static Rejection tooLarge() {
    return new Rejection(Reason.BODY_TOO_LARGE, "a body has at most 64 KiB");
  }
}
