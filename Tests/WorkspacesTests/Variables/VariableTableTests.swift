import Basics
import Foundation
import Testing

@testable import Workspaces

@Suite("Resolving variables") struct VariableTableTests {
  private let table: VariableTable = {
    var table = VariableTable([
      .init("base", "http://{{host}}:80", origin: .environment("local")),
      .init("host", "inner", origin: .request), .init("host", "outer", origin: .collection),
      .init("token", "s3cret", isSecret: true, origin: .environment("local")),
      .init("auth", "Bearer {{token}}", origin: .collection), .init("a", "{{b}}", origin: .request),
      .init("b", "{{c}}", origin: .request), .init("c", "{{a}}", origin: .request),
      .init("which", "host", origin: .request), .init("HOME", "/home/x", origin: .process),
    ])
    table.unsetSecrets = ["missingSecret": "local"]
    table.disabled = ["off": .environment("local")]
    return table
  }()

  private let fixed = DynamicValues(now: { Date(timeIntervalSince1970: 1_700_000_000.5) }, random: { $0 - 1 })

  @Test(
    "Names are replaced, including nested ones and names built from variables",
    arguments: [
      ("{{base}}/x", "http://inner:80/x"), ("{{ host }}", "inner"), ("{{process.env.HOME}}", "/home/x"),
      ("{{HOME}}", "/home/x"), ("{{{{which}}}}", "inner"), (#"{"a":{"b":{{host}}}}"#, #"{"a":{"b":inner}}"#),
      ("{{{host}}}", "{inner}"), (#"{{"a": 1}}"#, #"{{"a": 1}}"#), ("{{}}", "{{}}"), ("a {{ b", "a {{ b"),
      ("{{$timestamp}}", "1700000000"), ("{{$isoTimestamp}}", "2023-11-14T22:13:20.500Z"),
      ("{{$randomInt 1 100}}", "100"), ("{{$randomInt}}", "1000"),
    ])
  func resolves(source: String, expected: String) {
    let resolved = table.resolved(source, dynamic: fixed)
    #expect(resolved.text == expected)
    #expect(resolved.unresolved.isEmpty)
  }

  @Test(
    "Values of answers, prompts, secrets, .env and the process are inserted unchanged; written texts are templates",
    arguments: [
      (.runtime, true), (.response("a"), true), (.prompt, true), (.dotenv, true), (.process, true),
      (.commandLine, false), (.request, false), (.folder("f"), false), (.environment("e"), false), (.collection, false),
      (.workspace, false),
    ] as [(VariableTable.Origin, Bool)])
  func finalValues(origin: VariableTable.Origin, isFinal: Bool) {
    let table = VariableTable([
      .init("v", "<{{host}}>", origin: origin), .init("host", "inner", origin: .collection),
      .init("around", "({{v}})", origin: .collection),
      .init("secret", "{{host}}", isSecret: true, origin: .environment("e")),
    ])
    #expect(table.resolved("{{v}} {{around}}").text == (isFinal ? "<{{host}}> (<{{host}}>)" : "<inner> (<inner>)"))
    #expect(table.resolved("{{secret}}").text == "{{host}}")
    #expect(table.secretTexts.map(\.text) == ["{{host}}"])
  }

  @Test("A name built from an answer's text is not looked up, also through another variable")
  func namedByAnswer() {
    let table = VariableTable([
      .init("v", "host", origin: .runtime), .init("via", "{{v}}", origin: .collection),
      .init("host", "inner", origin: .collection),
    ])
    for text in ["{{{{v}}}}", "{{{{via}}}}", "{{ {{v}} | $.a }}", "{{?{{v}}}}"] {
      #expect(table.resolved(text).unresolved.map(\.reason) == [.namedByAnswer], "\(text)")
    }
    let definition = RequestDefinition(name: "x", url: "http://h/{{a{{v}}|$.b}}")
    #expect(SendContext(variables: table).prompts(in: RequestDefinition(name: "x", url: "{{?{{v}}}}")).isEmpty)
    #expect(SendContext(variables: table).references(of: definition).allSatisfy { $0.reference.requestID != "ahost" })
  }

  @Test("Every part of a text is classified for highlighting, including secrets and values that contain them")
  func segments() {
    let resolved = table.resolved("é{{base}}?t={{auth}}&{{nope}}")
    #expect(resolved.segments.map(\.range) == [0..<2, 2..<10, 10..<13, 13..<21, 21..<22, 22..<30])
    #expect(
      resolved.segments[1].kind == .resolved(value: "http://inner:80", origin: .environment("local"), isSecret: false))
    #expect(resolved.segments[3].kind == .resolved(value: "Bearer s3cret", origin: .collection, isSecret: true))
    #expect(resolved.segments[5].kind == .unresolved(UnresolvedVariable("nope", .missing)))
    #expect(resolved.text(masked: "••••") == "éhttp://inner:80?t=••••&{{nope}}")
  }

  @Test(
    "A name built from a secret or a value of the user's is reported as written",
    arguments: [
      "{{{{token}}}}", "{{process.env.{{token}}}}", "{{?{{token}}}}", "{{ x-{{auth}} }}", "{{a | {{token}}}}",
      "{{${{token}}}}", "{{{{{{inner}}}}}}",
    ])
  func secretNames(source: String) throws {
    var table = table
    table.entries += [.init("s3cret", "{{s3cret}}", origin: .request), .init("inner", "token", origin: .request)]
    table.disabled["Bearer s3cret"] = .environment("local")
    let problem = try #require(table.resolved(source).unresolved.first)
    #expect(!"\(problem) \(problem.name)".contains("s3cret"), "\(problem)")
    #expect("\(problem)".contains("{{"))
  }

  @Test("A cycle is found and spelled out, and every missing value has its reason")
  func unresolved() {
    func reason(_ text: String) -> UnresolvedVariable? { table.resolved(text).unresolved.first }
    #expect(reason("{{a}}") == UnresolvedVariable("a", .cycle(["a", "b", "c", "a"])))
    #expect(reason("{{missingSecret}}")?.reason == .secretWithoutValue(environment: "local"))
    #expect(reason("{{off}}")?.reason == .disabled(.environment("local")))
    #expect(reason("{{?One-time code}}")?.reason == .prompt)
    #expect(reason("{{$randomNothing}}")?.reason == .unknownDynamic)
    #expect(reason("{{$randomInt 5 1}}")?.reason == .unknownDynamic)
  }

  @Test("A value that doubles at each step is refused")
  func doubling() {
    let entries = (0..<60).map { VariableTable.Entry("x\($0)", "{{x\($0 + 1)}}{{x\($0 + 1)}}", origin: .request) }
    let bomb = VariableTable(entries + [.init("x60", String(repeating: "y", count: 4096), origin: .request)])
    #expect(!bomb.resolved("{{x0}}").unresolved.isEmpty)
  }

  @Test("The candidates of a name are listed, the effective one first")
  func candidates() {
    #expect(table.candidates(for: "host").map(\.origin) == [.request, .collection])
  }

  @Test("Names are offered after an opening pair of braces, and secrets are masked")
  func completion() {
    let text = "http://{{to"
    let found = table.completions(in: text, at: text.utf8.count)
    #expect(found?.range == 9..<11)
    #expect(
      found?.names.first
        == VariableCompletion(name: "token", value: "••••", origin: .environment("local"), isSecret: true))
    #expect(table.completions(in: "{{host}} ", at: 9) == nil)
    #expect(table.completions(in: "{{$uu", at: 5)?.names.first?.name == "$uuid")
  }

  @Test("Process variables are offered once their prefix is typed, after all declared ones")
  func processCompletion() {
    func names(_ text: String) -> [String] { table.completions(in: text, at: text.utf8.count)?.names.map(\.name) ?? [] }
    #expect(!names("{{").contains { $0.hasPrefix("process.env.") })
    #expect(!names("{{home").contains("process.env.HOME"))
    #expect(names("{{proc").contains("process.env.HOME"))
    #expect(names("{{process.env.H") == ["process.env.HOME"])
  }

  @Test("Times are written and parsed in UTC", arguments: [0, 951_782_400, 1_709_164_800.25, -1, 4_102_444_799.999])
  func time(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let text = ISOTime.text(date)
    #expect(ISOTime.date(text).map { abs($0.timeIntervalSince1970 - seconds) < 0.002 } == true, "\(text)")
    #expect(text.prefix(10) == date.formatted(.iso8601.year().month().day()))
  }
}
