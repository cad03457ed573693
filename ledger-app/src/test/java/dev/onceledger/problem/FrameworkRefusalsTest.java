package dev.onceledger.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class FrameworkRefusalsTest {
  private final MockMvc web =
      MockMvcBuilders.standaloneSetup(new Things())
          .setControllerAdvice(new FrameworkRefusals())
          .build();

  @Test
  void another_method_is_405_with_what_is_allowed() throws Exception {
    MockHttpServletResponse response = answer(MockMvcRequestBuilders.delete("/things"));

    assertThat(response.getStatus()).isEqualTo(405);
    assertThat(String.valueOf(response.getHeader("Allow")).split(", "))
        .containsExactlyInAnyOrder("GET", "POST");
    assertThat(response.getContentAsString())
        .contains("\"type\":\"about:blank\",\"title\":\"Method Not Allowed\",\"status\":405");
  }

  @Test
  void another_type_of_answer_is_406() throws Exception {
    MockHttpServletResponse response =
        answer(MockMvcRequestBuilders.get("/things").header("Accept", "image/png"));

    assertThat(response.getStatus()).isEqualTo(406);
    assertThat(response.getContentType()).isEqualTo("application/problem+json");
    assertThat(response.getContentAsString())
        .contains("\"type\":\"about:blank\",\"title\":\"Not Acceptable\",\"status\":406");
  }

  @Test
  void another_type_of_body_is_refused_by_name() throws Exception {
    MockHttpServletResponse response =
        answer(MockMvcRequestBuilders.post("/things").header("Content-Type", "text/csv"));

    assertThat(response.getStatus()).isEqualTo(415);
    assertThat(response.getContentAsString())
        .contains("/problems/unsupported-media-type", "\"retryable\":false,\"effect\":\"none\"");
  }

  private MockHttpServletResponse answer(MockHttpServletRequestBuilder request) throws Exception {
    return web.perform(request).andReturn().getResponse();
  }

  @RestController
  static class Things {
    @GetMapping(path = "/things", produces = "application/json")
    String all() {
      return "[]";
    }

    @PostMapping(path = "/things", consumes = "application/json")
    String add() {
      return "{}";
    }
  }
}
