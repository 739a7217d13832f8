import Basics
import Documents
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Values from other answers") struct ResponseReferenceTests {
  @Test("The three parts are parsed, and anything else is not a reference")
  func parsing() {
    let text =
      "{{users/login | $.data['a b'][0].token | 10m}} {{x|header Location}} {{x | status}} {{plain}} {{x | nonsense}}"
    let found = ResponseReference.references(in: [text, text])
    #expect(found.map(\.requestID) == ["users/login", "x", "x"])
    #expect(found.map(\.part) == [.body(["data", "a b", "0", "token"]), .header("Location"), .status])
    #expect(found.map(\.maximumAge) == [.seconds(600), nil, nil])
    for bad in ["x | $.", "x | $[a]", "x | $.a | 5", "| $.a", "x | $.a | 1m | 2"] {
      #expect(ResponseReference(bad) == nil, "\(bad)")
    }
  }

  @Test("Quoted names may contain quotes, brackets and escapes, as Apus writes them")
  func quotedNames() {
    let names = ["it's", "a]b", "back\\slash", "tab\there", "\"q\"", "plain"]
    for name in names {
      let path = DocumentPath(steps: [.name(name)]).expression
      #expect(ResponseReference("x | \(path).end")?.part == .body([name, "end"]), "\(path)")
    }
    for bad in ["x | $['a", "x | $['a'", "x | $[*]", "x | $[0:1]", "x | $['a\\q']"] {
      #expect(ResponseReference(bad) == nil, "\(bad)")
    }
  }

  @Test("The last successful answer of the same environment gives the value; a missing or old one requires a send")
  func lookup() throws {
    let folder = try TemporaryDirectory("responses")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("s"))
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    func keep(_ token: String, _ status: Int, _ environment: String, age: Double) throws {
      let head = ResponseHead(status: .init(code: status), headers: Headers([Header("Location", "/l")]))
      let hop = Hop(request: SentRequest(method: "POST", url: "http://h/"), response: head)
      let body = ByteStore("{\"data\": [{\"token\": \"\(token)\", \"n\": 1.50}]}".utf8)
      let exchange = Exchange(startedAt: now.addingTimeInterval(-age), hops: [hop], body: body)
      let record = HistoryRecord(requestID: "users/login", environment: environment, exchange: exchange)
      try History(workspace: workspace).append(record, redaction: .none)
    }
    try keep("old", 200, "local", age: 500)
    try keep("good", 201, "local", age: 100)
    try keep("refused", 401, "local", age: 50)
    try keep("elsewhere", 200, "prod", age: 10)
    var definition = RequestDefinition(name: "x", url: "http://h/{{users/login | $.data[-1].n}}")
    definition.headers = [Row("A", "Bearer {{users/login | $.data[0].token}} {{users/login | header location}}")]
    func value(of reference: ResponseReference) throws -> String? {
      try workspace.recordedValue(of: reference, environment: "local", now: now)
    }
    var context = SendContext()
    context.variables.entries = try context.references(of: definition).map(\.reference).map { reference in
      let found = try #require(try value(of: reference))
      return VariableTable.Entry(reference.name, found, isSecret: true, origin: .response(reference.requestID))
    }
    let request = try PreparedRequest(definition, in: context)
    #expect(request.request.url == "http://h/1.50" && request.request.headers["A"] == "Bearer good /l")
    #expect(request.redaction.secrets.contains("good"))
    definition.url = "http://h/{{users/login | $.data[0].token | 60s}}{{other | status}}"
    let stale = try SendContext().references(of: definition).map(\.reference).filter { try value(of: $0) == nil }
    #expect(stale.map(\.requestID) == ["users/login", "other"])
  }
}
