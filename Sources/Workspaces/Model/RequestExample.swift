/// An answer that a file stores with its request, and the request that was answered.
package struct RequestExample: Hashable, Sendable {
  package var name: String
  package var note: String
  package var method: String
  package var url: String
  package var params: [Parameter]
  package var headers: [Row]
  package var body: BodyDefinition
  package var answer: Answer

  /// The server's answer.
  package struct Answer: Hashable, Sendable {
    /// `nil` if the file has none.
    package var status: Int?
    package var statusText: String
    package var headers: [Row]
    /// `json`, `text`, `xml`, `html` or `binary`.
    package var type: String
    package var body: String

    package init(
      status: Int? = nil, statusText: String = "", headers: [Row] = [], type: String = "text", body: String = ""
    ) {
      self.status = status
      self.statusText = statusText
      self.headers = headers
      self.type = type
      self.body = body
    }
  }

  package init(
    name: String, note: String = "", method: String = "GET", url: String = "", params: [Parameter] = [],
    headers: [Row] = [], body: BodyDefinition = .none, answer: Answer = Answer()
  ) {
    self.name = name
    self.note = note
    self.method = method
    self.url = url
    self.params = params
    self.headers = headers
    self.body = body
    self.answer = answer
  }
}

/// Reads `examples:` of a request (opencollection.md, section 6).
enum ExampleReader {
  static func examples(_ node: YAMLNode?, isGraphQL: Bool, _ reader: inout NodeReader) -> [RequestExample] {
    // Examples are never sent, so a damaged one is only a warning.
    reader.damage = .warning
    defer { reader.damage = .error }
    return reader.maps(node, "examples").map { entry in
      let name = reader.text(entry["name"], "an example's name")
      let request = entry["request"]
      let method = reader.text(request?["method"], "an example's method")
      var example = RequestExample(
        name: name.isEmpty ? "Untitled Example" : name, note: reader.prose(entry["description"]),
        method: method.isEmpty ? "GET" : method, url: reader.text(request?["url"], "an example's URL"),
        headers: reader.headers(request?["headers"], "an example's headers"),
        body: BodyReader.body(request?["body"], isGraphQL: isGraphQL, &reader))
      example.params = reader.maps(request?["params"], "an example's params").map { entry in
        let place = Parameter.Place(rawValue: entry["type"]?.text ?? "query") ?? .query
        return Parameter(place, reader.row(entry, "an example's params"))
      }
      example.answer = answer(entry["response"], &reader)
      return example
    }
  }

  private static func answer(_ node: YAMLNode?, _ reader: inout NodeReader) -> RequestExample.Answer {
    let type = reader.text(node?["body"]?["type"], "an example's type")
    return RequestExample.Answer(
      status: node?["status"]?.number.flatMap { Int(exactly: $0) },
      statusText: reader.text(node?["statusText"], "an example's status"),
      headers: reader.rows(node?["headers"], "an example's headers"), type: type.isEmpty ? "text" : type,
      body: reader.text(node?["body"]?["data"], "an example's body"))
  }
}

extension RowsWriter where Element == RequestExample {
  /// In an example, the URL comes before the method, as in Bruno.
  static func examples(isGraphQL: Bool) -> RowsWriter {
    RowsWriter(
      name: \.name,
      make: { example in
        var item = YAMLNode.map([])
        // Differs in the fields that are always written, so that they count as changed.
        let empty = RequestExample(
          name: example.name + "-", method: example.method + "-", url: example.url + "-",
          answer: .init(status: (example.answer.status ?? 0) &+ 1, type: example.answer.type + "-"))
        change(&item, from: empty, to: example, isGraphQL)
        return item
      },
      change: { item, old, new in change(&item, from: old, to: new, isGraphQL) })
  }

  private static var order: [String] { ["name", "description", "request", "response"] }

  private static func change(
    _ item: inout YAMLNode, from old: RequestExample, to new: RequestExample, _ isGraphQL: Bool
  ) {
    if old.name != new.name { item.put("name", .string(new.name), order: order) }
    if old.note != new.note { item.putProse("description", new.note, order: order) }
    item.updateIfNeeded("request", order: order) { changeRequest(&$0, old, new, isGraphQL) }
    if old.answer != new.answer {
      item.update("response", order: order) { changeAnswer(&$0, old.answer, new.answer) }
    }
  }

  private static func changeRequest(
    _ request: inout YAMLNode, _ old: RequestExample, _ new: RequestExample, _ isGraphQL: Bool
  ) {
    let order = ["url", "method", "headers", "params", "body"]
    if old.url != new.url { request.put("url", .string(new.url), order: order) }
    if old.method != new.method { request.put("method", .string(new.method), order: order) }
    if old.headers != new.headers {
      let list = RowsWriter<Row>.plain.list(request["headers"], from: old.headers, to: new.headers)
      request.put("headers", list, order: order)
    }
    if old.params != new.params {
      let list = RowsWriter<Parameter>.parameters.list(request["params"], from: old.params, to: new.params)
      request.put("params", list, order: order)
    }
    if old.body != new.body {
      BodyWriter(old: old.body, new: new.body).change(&request, isGraphQL: isGraphQL, order: order)
    }
  }

  private static func changeAnswer(
    _ response: inout YAMLNode, _ old: RequestExample.Answer, _ new: RequestExample.Answer
  ) {
    let order = ["status", "statusText", "headers", "body"]
    if old.status != new.status { response.put("status", new.status.map { .bare(String($0)) }, order: order) }
    if old.statusText != new.statusText {
      response.put("statusText", new.statusText.isEmpty ? nil : .string(new.statusText), order: order)
    }
    if old.headers != new.headers {
      let list = RowsWriter<Row>.plain.list(response["headers"], from: old.headers, to: new.headers)
      response.put("headers", list, order: order)
    }
    guard old.type != new.type || old.body != new.body else { return }
    response.update("body", order: order) { body in
      if old.type != new.type { body.put("type", .string(new.type), order: ["type", "data"]) }
      if old.body != new.body || body["data"] == nil { body.put("data", .string(new.body), order: ["type", "data"]) }
    }
  }
}

extension YAMLNode {
  /// Like `update`, but leaves unchanged members alone.
  fileprivate mutating func updateIfNeeded(_ key: String, order: [String], _ change: (inout YAMLNode) -> Void) {
    var member = self[key] ?? .map([])
    if member.entries == nil { member = .map([]) }
    let before = member
    change(&member)
    if member != before { put(key, member, order: order) }
  }
}
