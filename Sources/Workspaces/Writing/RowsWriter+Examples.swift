extension RowsWriter where Element == RequestExample {
  /// In an example the URL comes before the method, as Bruno writes it.
  static func examples(isGraphQL: Bool) -> RowsWriter {
    RowsWriter(
      name: \.name,
      make: { example in
        var item = YAMLNode.map([])
        // Differs in the fields that are always written, so that they are written.
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
  /// Like `update`, but does not touch a member that stays the same.
  fileprivate mutating func updateIfNeeded(_ key: String, order: [String], _ change: (inout YAMLNode) -> Void) {
    var member = self[key] ?? .map([])
    if member.entries == nil { member = .map([]) }
    let before = member
    change(&member)
    if member != before { put(key, member, order: order) }
  }
}
