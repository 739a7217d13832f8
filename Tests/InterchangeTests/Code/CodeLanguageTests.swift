import Foundation
import HTTPTypes
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

@Suite("Requests as code") struct CodeLanguageTests {
  private func prepared(
    _ change: (inout RequestDefinition) -> Void = { _ in }, in context: SendContext = SendContext()
  ) throws -> PreparedRequest {
    var definition = RequestDefinition(name: "x", url: "https://api.test/users?active=1")
    change(&definition)
    return try PreparedRequest(definition, in: context)
  }

  @Test(arguments: [
    (
      CodeLanguage.pythonRequests,
      """
      import requests

      response = requests.request(
          "POST",
          "https://api.test/users?active=1",
          headers={
              "X-Trace": "1",
              "Content-Type": "application/json",
          },
          data=(
              "{\\n"
              "  \\"name\\": \\"Zo\u{EB} \\u202e\\U000e0001\\"\\n"
              "}"
          ).encode(),
      )
      print(response.status_code)
      print(response.text)

      """
    ),
    (
      .fetch,
      """
      const response = await fetch("https://api.test/users?active=1", {
        method: "POST",
        headers: [
          ["X-Trace", "1"],
          ["Content-Type", "application/json"],
        ],
        body:
          "{\\n" +
          "  \\"name\\": \\"Zo\u{EB} \\u202e\\u{e0001}\\"\\n" +
          "}",
      });
      console.log(response.status);
      console.log(await response.text());

      """
    ),
    (
      .go,
      """
      package main

      import (
      \t"fmt"
      \t"io"
      \t"log"
      \t"net/http"
      \t"strings"
      )

      func main() {
      \tbody := strings.NewReader("{\\n" +
      \t\t"  \\"name\\": \\"Zo\u{EB} \\u202e\\U000e0001\\"\\n" +
      \t\t"}")
      \trequest, err := http.NewRequest("POST", "https://api.test/users?active=1", body)
      \tcheck(err)
      \trequest.Header.Add("X-Trace", "1")
      \trequest.Header.Add("Content-Type", "application/json")
      \tclient := &http.Client{}
      \tresponse, err := client.Do(request)
      \tcheck(err)
      \tdefer response.Body.Close()
      \tanswer, err := io.ReadAll(response.Body)
      \tcheck(err)
      \tfmt.Println(response.StatusCode)
      \tfmt.Println(string(answer))
      }

      func check(err error) {
      \tif err != nil {
      \t\tlog.Fatal(err)
      \t}
      }

      """
    ),
  ])
  func `A request becomes a whole program, with its body by line and invisible characters as escapes`(
    language: CodeLanguage, program: String
  ) throws {
    let request = try prepared {
      $0.method = "POST"
      $0.headers = [Row("X-Trace", "1")]
      $0.body = .text(.json, "{\n  \"name\": \"Zo\u{EB} \u{202E}\u{E0001}\"\n}")
    }
    let written = language.program(for: request)
    #expect(written.text == program)
    #expect(written.notices.isEmpty)
  }

  @Test(arguments: CodeLanguage.all)
  func `Secrets are masked everywhere, and written on request`(language: CodeLanguage) throws {
    var context = SendContext()
    context.variables = VariableTable([
      VariableTable.Entry("key", "s3cr\"et", isSecret: true, origin: .environment("dev"))
    ])
    let request = try prepared(
      {
        $0.method = "POST"
        $0.url = "https://me:pass@api.test/{{key}}?token=abc"
        $0.headers = [Row("Authorization", "Bearer {{key}}"), Row("X-Else", "{{key}}")]
        $0.body = .text(.json, "{\"password\": \"hidden\", \"note\": \"{{key}}\"}")
      }, in: context)
    let masked = language.program(for: request).text
    for secret in ["s3cr", "pass@", "abc", "hidden"] { #expect(!masked.contains(secret), "\(masked)") }
    #expect(masked.contains("Bearer ••••"))
    let revealed = language.program(for: request, revealsSecrets: true).text
    let isWhole = revealed.contains("Bearer s3cr\\\"et") || revealed.contains("Bearer s3cr\"et")
    #expect(isWhole && revealed.contains("hidden"), "\(revealed)")
  }

  @Test(arguments: CodeLanguage.all.filter { $0 != .apus })
  func `Differences of a language from Apus are reported`(language: CodeLanguage) throws {
    var context = SendContext()
    context.options.unixSocket = "/run/x.sock"
    context.options.tls = TransferOptions.TLSOptions(certificateFile: "/c.pem")
    context.options.authentication = TransferOptions.Authentication(.digest, user: "u", password: "p")
    let notices = language.program(for: try prepared(in: context)).notices
    for words in ["Unix socket", "client certificate", "authentication"] {
      #expect(notices.contains { $0.contains(words) }, "\(notices)")
    }
  }
}
