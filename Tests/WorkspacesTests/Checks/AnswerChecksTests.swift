import Basics
import Foundation
import HTTPTypes
import Networking
import Testing

@testable import Workspaces

@Suite struct AnswerChecksTests {
  static func exchange(_ body: String, failure: NetworkError? = nil) -> Exchange {
    let head = failure == nil ? ResponseHead(status: .ok) : nil
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/"), response: head)
    return Exchange(
      startedAt: Date(timeIntervalSince1970: 0), hops: [hop], body: ByteStore(Array(body.utf8)),
      failure: failure, duration: .milliseconds(3))
  }

  static let definition = RequestDefinition(
    name: "Login",
    assertions: [
      Assertion("res.status", "eq", "{{expected}}"), Assertion("res.body.user", "eq", "ada"),
      Assertion("res.body", "isArray", isEnabled: false),
    ],
    captures: [
      Capture(variable: "token", expression: "res.body.token"), Capture(variable: "next", expression: "res.body.next"),
    ])

  @Test("An answer is judged with the request's variables, and the variables it sets are returned")
  func checks() {
    let context = SendContext(variables: VariableTable([.init("expected", "200", origin: .collection)]))
    let checks = context.checks(of: Self.definition, on: Self.exchange(#"{"token":"t1","user":"bob"}"#))
    #expect(checks.assertions.map(\.passed) == [true, false])
    #expect(checks.assertions.map(\.actual) == ["200", "bob"])
    #expect(checks.captured == [.init("token", "t1")])
    #expect(checks.missed.map(\.variable) == ["next"])
  }

  @Test("An assertion's value is masked before truncation", arguments: [190, 200 << 10, (256 << 10) - 10, 300 << 10])
  func cut(length: Int) throws {
    let secret = "Zq7x-of-thirty-characters-Zq7x"
    let definition = RequestDefinition(name: "R", assertions: [Assertion("res.body", "eq", "x")])
    for body in [
      String(repeating: "x", count: length) + secret,
      secret + "\n" + String(repeating: secret, count: length / secret.count),
    ] {
      let result = try #require(SendContext().checks(of: definition, on: Self.exchange(body)).assertions.first)
      let shown = result.masked(by: Redaction(secrets: [secret])).actual
      #expect(!shown.contains("Zq7"), "\(shown)")
      #expect(shown.count <= 201)
      // All values that may be shown are shown.
      #expect(body.hasPrefix("x") ? shown.hasPrefix(String(repeating: "x", count: 190)) : shown.hasPrefix("••••"))
      #expect(result.shortActual == body.prefix(200) + (body.count > 200 ? "…" : ""))
    }
  }

  @Test("Without an answer every assertion fails and nothing is captured")
  func noAnswer() {
    let failed = Self.exchange("", failure: NetworkError(.connect, "refused"))
    let checks = SendContext().checks(of: Self.definition, on: failed)
    #expect(checks.assertions.map(\.passed) == [false, false])
    #expect(checks.assertions.allSatisfy { $0.actual == "there is no answer" })
    #expect(checks.captured.isEmpty)
    #expect(checks.missed.isEmpty)
  }

  @Test func `A capture that finds nothing removes the older value, and the environment's does not reappear`() {
    var runtime = RuntimeVariables([.init("next", "old"), .init("token", "t0")])
    let environment = VariableTable.Entry("next", "stale", origin: .environment("e"))
    var context = SendContext(
      variables: VariableTable([.init("given", "{{next}}", origin: .request), environment]))
    runtime.take(context.checks(of: Self.definition, on: Self.exchange(#"{"token":"t1"}"#)))
    #expect(runtime.values == [.init("token", "t1")])
    context.setRuntime(runtime)
    #expect(context.variables.resolved("{{next}}").unresolved.map(\.reason) == [.notSet])
    #expect(context.variables.resolved("{{given}}").unresolved.map(\.name) == ["next"])
    #expect(context.inputs.runtime[context.answerScope] == runtime)
    // The user's values take precedence.
    context.variables.entries.insert(.init("next", "mine", origin: .commandLine), at: 0)
    #expect(context.variables.resolved("{{next}}").text == "mine")
    runtime.take(context.checks(of: Self.definition, on: Self.exchange(#"{"token":"t2","next":"n"}"#)))
    #expect(runtime["next"] == "n" && runtime.unset.isEmpty)
  }

  @Test func `Captures of a folder may be missing from an answer`() {
    var settings = SharedSettings()
    settings.captures = Self.definition.captures
    let context = SendContext(layers: [.init(path: "/c", name: "c", settings: settings)])
    let checks = context.checks(of: RequestDefinition(name: "R"), on: Self.exchange(#"{"token":"t1"}"#))
    #expect(checks.captured == [.init("token", "t1")] && checks.missed.isEmpty && checks.assertions.isEmpty)
  }

  @Test("An assertion sees what the captures of the same answer set, and scripts see its JSON type")
  func capturedBeforeJudging() {
    var context = SendContext(variables: VariableTable([.init("id", "9", origin: .environment("e"))]))
    context.setRuntime(RuntimeVariables([.init("next", "old")]))
    let definition = RequestDefinition(
      name: "R", assertions: [Assertion("res.body.id", "eq", "{{id}}"), Assertion("res.body.id", "eq", "{{next}}")],
      captures: [
        Capture(variable: "id", expression: "res.body.id"), Capture(variable: "next", expression: "res.body.next"),
      ])
    let checks = context.checks(of: definition, on: Self.exchange(#"{"id":7}"#))
    #expect(checks.assertions.map(\.passed) == [true, false])
    #expect(checks.assertions[1].actual == "variable next has no value: the answer that sets it had none")
    #expect(checks.captured.map(\.json) == [.number("7")])
    // A value given on the command line stays above.
    context.variables.entries.insert(.init("id", "8", origin: .commandLine), at: 0)
    #expect(!context.checks(of: definition, on: Self.exchange(#"{"id":7}"#)).assertions[0].passed)
  }

  @Test("A later answer's value replaces an earlier one, and ranks below --var but above everything else")
  func runtime() {
    var runtime = RuntimeVariables([.init("a", "1"), .init("token", "old")])
    runtime.set([.init("token", "new"), .init("b", "2")])
    #expect(runtime.values == [.init("a", "1"), .init("token", "new"), .init("b", "2")])
    var context = SendContext(
      variables: VariableTable([
        .init("a", "given", origin: .commandLine), .init("a", "file", origin: .environment("e")),
        .init("token", "stale", origin: .runtime), .init("b", "dot", origin: .dotenv),
      ]))
    context.setRuntime(runtime)
    let request = RequestDefinition(name: "R", variables: [Row("b", "own")])
    let table = context.table(for: request)
    #expect(table.resolved("{{a}} {{token}} {{b}}").text == "given new 2")
    #expect(table.candidates(for: "b").map(\.origin) == [.runtime, .request, .dotenv])
    // A value with the name of a secret is masked, whatever its source.
    #expect(table.resolved("{{token}}").hasSecrets)
    context.setRuntime(RuntimeVariables())
    #expect(context.variables.candidates(for: "token").isEmpty)
  }
}
