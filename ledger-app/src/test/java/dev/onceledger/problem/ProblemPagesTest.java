package dev.onceledger.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceledger.api.Rejection.Reason;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class ProblemPagesTest {
  private final MockMvc pages = MockMvcBuilders.standaloneSetup(new ProblemPages()).build();

  @ParameterizedTest
  @EnumSource
  void every_reason_has_a_page_that_explains_it(Reason reason) throws Exception {
    MockHttpServletResponse response = get("/problems/" + reason.wireName());

    assertThat(response.getStatus()).isEqualTo(200);
    assertThat(response.getContentType()).isEqualTo("text/html;charset=UTF-8");
    Document page = parsed(response);
    Explanation explanation = Explanation.of(reason);
    assertThat(texts(page, "h1")).containsExactly(explanation.title());
    assertThat(texts(page, "h2"))
        .containsExactly(
            "What happened",
            "May the same request be sent again?",
            "May money have moved?",
            "What to do");
    assertThat(texts(page, "p")).contains(explanation.happened(), explanation.advice());
    assertThat(texts(page, "p").get(2)).startsWith(explanation.retryable() ? "Yes" : "It is safe");
  }

  @Test
  void the_index_leads_to_every_page_in_order_of_precedence() throws Exception {
    Document index = parsed(get("/problems"));

    NodeList links = index.getElementsByTagName("a");
    List<String> targets = new ArrayList<>();
    for (int i = 0; i < links.getLength(); i++) {
      targets.add(links.item(i).getAttributes().getNamedItem("href").getNodeValue());
    }
    assertThat(targets)
        .isEqualTo(
            Arrays.stream(Reason.values())
                .map(reason -> "/problems/" + reason.wireName())
                .toList());
  }

  @Test
  void a_page_may_load_nothing_but_its_own_style() throws Exception {
    MockHttpServletResponse response = get("/problems/forbidden");

    String style = texts(parsed(response), "style").get(0);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(style.getBytes(UTF_8));
    assertThat(response.getHeader("Content-Security-Policy"))
        .startsWith("default-src 'none'")
        .contains("style-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'")
        .doesNotContain("unsafe");
    assertThat(response.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(response.getContentAsString()).doesNotContain("src=", "url(", "@import", "<script");
  }

  @Test
  void an_unknown_name_is_a_problem_itself() throws Exception {
    MockHttpServletResponse response = get("/problems/no-such-thing");

    assertThat(response.getStatus()).isEqualTo(404);
    assertThat(response.getContentType()).isEqualTo("application/problem+json");
    assertThat(response.getContentAsString()).contains("\"type\":\"about:blank\"");
  }

  private MockHttpServletResponse get(String path) throws Exception {
    return pages
        .perform(MockMvcRequestBuilders.get(path).header("Accept", "text/html"))
        .andReturn()
        .getResponse();
  }

  /** Throws if the page is not well-formed. */
  private static Document parsed(MockHttpServletResponse response) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(response.getContentAsByteArray()));
  }

  private static List<String> texts(Document page, String element) {
    NodeList found = page.getElementsByTagName(element);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }
}
