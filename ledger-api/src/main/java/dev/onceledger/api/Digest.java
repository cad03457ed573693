package dev.onceledger.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/** SHA-256 (FIPS 180-4), from which ids and fingerprints are derived. */
public final class Digest {
  private Digest() {}

  public static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The hash of texts, each behind its length in bytes, so that no two lists look alike. */
  public static byte[] sha256(String... parts) {
    List<byte[]> texts = Arrays.stream(parts).map(part -> part.getBytes(UTF_8)).toList();
    ByteBuffer all =
        ByteBuffer.allocate(texts.stream().mapToInt(text -> Integer.BYTES + text.length).sum());
    texts.forEach(text -> all.putInt(text.length).put(text));
    return sha256(all.array());
  }
}
