import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Credentials in a saved request, whatever their names")
struct CredentialOriginTests {
  private let context = SendContext(
    variables: VariableTable([
      .init("hidden", "s3cret", isSecret: true, origin: .environment("local")),
      .init("inside", "a-{{hidden}}", origin: .environment("local")),
      .init("open", "1", origin: .environment("local")),
    ]))

  private func marks(_ change: (inout RequestDefinition) -> Void) throws -> CredentialMarks {
    var definition = RequestDefinition(name: "x", method: "POST", url: "http://a.test/")
    change(&definition)
    return try PreparedRequest(definition, in: context).request.credentials
  }

  @Test("A header that contains a secret variable is a credential, also through another variable")
  func headers() throws {
    let marks = try marks {
      $0.headers = [Row("X-A", "{{hidden}}"), Row("X-B", "{{inside}}"), Row("X-C", "{{open}}"), Row("X-D", "s3cret!")]
    }
    #expect(marks.cover("X-A") && marks.cover("x-b"))
    #expect(!marks.cover("X-C") && !marks.cover("X-D") && !marks.body)
  }

  @Test("An inherited header with a secret variable is a credential")
  func inherited() throws {
    var context = context
    context.layers = [
      SendContext.Layer(path: "/c", name: "C", settings: SharedSettings(headers: [Row("X-Team", "{{hidden}}")]))
    ]
    let definition = RequestDefinition(name: "x", url: "http://a.test/")
    #expect(try PreparedRequest(definition, in: context).request.credentials.cover("x-team"))
  }

  @Test("An API key in a header of any name is a credential, and so is a body that contains a secret")
  func keys() throws {
    let key = try marks {
      $0.authentication = Authentication(.apikey, [.init("key", "X-Acme"), .init("value", "plain")])
    }
    #expect(key.cover("x-acme") && !key.body)
    #expect(try marks { $0.body = .text(.json, #"{"a": "{{hidden}}"}"#) }.body)
    #expect(try marks { $0.body = .form([Row("a", "{{inside}}")]) }.body)
    #expect(try !marks { $0.body = .text(.json, #"{"a": "{{open}}"}"#) }.body)
  }

  @Test("Headers and bodies with credentials are not sent to another host")
  func onTheWire() async throws {
    let other = try AnsweringServer()
    let otherURL = "http://localhost:\(other.port)/"
    let first = try AnsweringServer { request in
      Answer.redirect(request.method == "POST" ? 307 : 302, to: otherURL)
    }
    var definition = RequestDefinition(name: "x", url: first.url)
    definition.headers = [Row("X-Team", "{{hidden}}"), Row("X-Plain", "1")]
    _ = await Client().exchange(for: try PreparedRequest(definition, in: context).request)
    let seen = try #require(other.requests.first)
    #expect(seen["X-Team"] == nil && seen["X-Plain"] == "1")
    definition.method = "POST"
    definition.body = .text(.json, #"{"a": "{{hidden}}"}"#)
    let refused = await Client().exchange(for: try PreparedRequest(definition, in: context).request)
    #expect(refused.failure?.category == .refusedRedirect && other.requests.count == 1)
  }
}
