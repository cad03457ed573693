package dev.onceledger.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

/** Serves the OpenAPI document: written in YAML for people, served in JSON for programs. */
@RestController
class ContractController {
  private static final ClassPathResource DOCUMENT = new ClassPathResource("openapi/openapi.yaml");

  private final byte[] json = read();

  @GetMapping("/v3/api-docs")
  ResponseEntity<byte[]> document() {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json);
  }

  private static byte[] read() {
    Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
    try (InputStream document = DOCUMENT.getInputStream()) {
      Object contract = yaml.load(document);
      return JsonMapper.builder().build().writeValueAsBytes(contract);
    } catch (IOException e) {
      throw new UncheckedIOException("the OpenAPI document cannot be read", e);
    }
  }
}
