import TestSupport

/// The ten journeys of linear mode: the keys, and the expected line after each, once.
struct LinearWalk: CustomStringConvertible, Sendable {
  var description: String
  var steps: [Step]
  /// True if it begins in a folder without a collection.
  var isEmpty = false

  struct Step: Sendable {
    var keys: String
    var wanted: String
    /// A further line without another key.
    var later: String?

    init(_ keys: String, _ wanted: String, later: String? = nil) {
      (self.keys, self.wanted, self.later) = (keys, wanted, later)
    }

    /// True if it is one key, which is answered with one line.
    var isKey: Bool { keys.count == 1 || keys.hasPrefix("\u{1B}") }
  }

  private static let escape = "\u{1B}"

  private static func opened(_ name: String) -> [Step] {
    [Step("\u{7}\(name)", "Jump to a request"), Step("\r", "Request \(name)")]
  }

  static let all: [LinearWalk] = [
    LinearWalk(
      description: "a collection is made",
      steps: [
        Step("\u{10}new collection", "choices, row 1 of"), Step("\r", "Edit Name of the new collection: empty"),
        Step("Shop", "Shop"), Step("\r", "Shop, collection"),
      ], isEmpty: true),
    LinearWalk(
      description: "a request is typed and sent",
      steps: [
        Step("n", "Edit Name of the new request: empty"), Step("Ping", "Ping"), Step("\r", "Edit URL"),
        Step("\u{15}", "deleted: {{base_url}}/"), Step("{{base_url}}/ping", "/ping"), Step("\r", "200 OK"),
      ]),
    LinearWalk(
      description: "a header is edited and saved",
      steps: opened("Echo") + [
        Step("2", "Headers, row 1 of"), Step("l", "value"), Step("\r", "Edit value of X-One: 1"), Step("2", "2"),
        Step("\r", "Edit header name: empty"), Step("\u{13}", "Saved Echo"),
      ]),
    LinearWalk(
      description: "the environment is switched",
      steps: [Step("e", "choice"), Step("live", "live"), Step("\r", "Environment: live, protected")]),
    LinearWalk(
      description: "a token is used in another request",
      steps: opened("Login") + [
        Step("\u{12}", "Body, JSON, 3 lines: {"), Step("j", "abc123"), Step(".", "choice"),
        Step("use it in", "Use it in another request"), Step("\r", "Use it in, "), Step("Echo", "Echo"),
        Step("\r", "Auth Bearer token"), Step("\r", "u undoes it"), Step("\u{12}", "200 OK"),
      ]),
    LinearWalk(
      description: "an old exchange is sent again",
      steps: opened("Echo") + [
        Step("\u{12}", "200 OK"), Step("H", "GET /echo, 200"), Step("\r", "Exchange Echo"),
        Step("\u{12}", "Sending GET", later: "200 OK"),
      ]),
    LinearWalk(
      description: "an answer is searched",
      steps: opened("Items") + [
        Step("\u{12}", "Body, JSON, 62 lines: ["), Step("/", "Edit Search"), Step("item 33", "item 33"),
        Step("\r", "\"item 33\""), Step("j", "\"item 34\""),
      ]),
    LinearWalk(
      description: "a folder is run",
      steps: [
        // Found only after its folder is listed: the run uses the current listing.
        Step("\u{7}nobody", "Nobody"), Step(escape, "Collections, row"),
        Step("R", "4 requests, Space sends them"), Step(" ", "Run finished: 4 requests, 1 failed"),
        Step(escape, "Collections, row"),
      ]),
    LinearWalk(
      description: "a failure offers what to do",
      steps: opened("Nobody") + [
        Step("\u{12}", "What to do, row 1 of"), Step("j", "What to do, row 2 of"), Step("a", "Edit URL"),
        Step(escape, "Request Nobody, Params"),
      ]),
    LinearWalk(
      description: "a curl command is imported",
      steps: [
        Step("curl http://127.0.0.1:9/pasted -H 'X-Two: 2'", "http://127.0.0.1:9/pasted"),
        Step(escape, "Request pasted, Params"),
        Step("2", "X-Two, 2, on"),
      ]),
  ]

  static func server() throws -> AnsweringServer {
    let items = (1...60).map { "\"item \($0)\"" }.joined(separator: ",")
    return try AnsweringServer { request in
      switch request.target {
      case "/login": Answer.json(#"{"token": "abc123"}"#)
      case "/items": Answer.json("[\(items)]")
      default: Answer.json(#"{"ok": true}"#)
      }
    }
  }

  /// Creates the initial folder.
  func folder(_ server: AnsweringServer) throws -> TemporaryDirectory {
    if isEmpty { return try TemporaryDirectory("empty") }
    let requests = [
      "echo": Sample.request(headers: [("X-One", "1")], seq: 1, name: "Echo"),
      "login": Sample.request("GET", "{{base_url}}/login", seq: 2, name: "Login"),
      "items": Sample.request("GET", "{{base_url}}/items", seq: 3, name: "Items"),
      "other/folder": "info:\n  name: Other\n  type: folder\n",
      "other/nobody": Sample.request("GET", "http://127.0.0.1:9/", name: "Nobody"),
    ]
    return try Sample(url: server.url, requests: requests).folder
  }

  /// The arguments of the program.
  func arguments(_ folder: TemporaryDirectory) -> [String] {
    ["--linear", folder.path] + (isEmpty ? [] : ["--env", "local"])
  }

  /// The first line that shows that keys are handled.
  var ready: String { isEmpty ? "URL" : "Collections, row 1 of" }
}
