import Networking
import Testing
import Workspaces

@testable import Interchange

@Suite("A saved request as a curl command")
struct CurlExportVariablesTests {
  private let definition = RequestDefinition(
    name: "x", method: "POST", url: "{{base}}/users/{{id}}?q={{q}}",
    params: [], headers: [Row("X-Key", "{{api-key}}"), Row("X-Off", "1", isEnabled: false)],
    body: .text(.json, #"{"a": "{{a}}", "b": {"c": 1}}"#),
    authentication: Authentication(.basic, [.init("username", "{{user}}"), .init("password", "word")]),
    settings: RequestSettings(followRedirects: false))

  @Test("Variables become shell variables, and only literal secrets are masked")
  func shell() throws {
    let result = try CurlExport.command(for: definition, in: SendContext(), variables: .shell)
    #expect(
      result.text == #"""
        curl "$base/users/$id?q=$q" \
          -H "X-Key: $api_key" \
          -u "$user:••••" \
          -H 'Content-Type: application/json' \
          -H Accept: \
          -H User-Agent: \
          -d '{"a": "'"$a"'", "b": {"c": 1}}' \
          --compressed
        """#, "\(result.text)")
  }

  @Test("In a body with variables, a member with a sensitive name is masked if its value is literal")
  func members() throws {
    var request = definition
    request.body = .text(.json, #"{"a": "{{a}}", "password": "s3cret-9", "token": "{{kept}}"}"#)
    let text = try CurlExport.command(for: request, in: SendContext(), variables: .shell).text
    #expect(!text.contains("s3cret-9") && text.contains("$kept") && text.contains("$a"), "\(text)")
  }

  @Test("Resolved values are written, with secrets masked unless requested")
  func resolved() throws {
    let names = ["base", "id", "q", "api-key", "a", "user"]
    let table = VariableTable(names.map { .init($0, $0 == "base" ? "http://h" : "v-\($0)", origin: .collection) })
    let context = SendContext(variables: table)
    let masked = try CurlExport.command(for: definition, in: context)
    #expect(masked.text.contains("v-user:••••") && masked.text.contains("http://h/users/v-id?q=v-q"))
    let open = try CurlExport.command(for: definition, in: context, shell: .pwsh, revealsSecrets: true)
    #expect(open.text.contains("v-user:word") && open.text.contains(" `\n"))
    #expect(throws: SendRefusal.self) { try CurlExport.command(for: definition, in: SendContext()) }
  }
}
