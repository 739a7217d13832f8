package import Basics

/// The messages between the program that reads the files and the one that serves, each a line of JSON: terms and tables
/// one way, a record of each request the other.
extension ServedTable {
  package var json: JSONValue {
    .object(["requests": .array(requests.map(\.json))])
  }

  /// Fails for values that `json` did not create.
  package init?(_ json: JSONValue) {
    guard let requests = json["requests"]?.array else { return nil }
    self.init(requests.compactMap(ServedRequest.init))
  }
}

extension ServedRequest {
  fileprivate var json: JSONValue {
    .object([
      "id": .string(id), "method": .string(method), "target": target.json, "answers": .array(answers.map(\.json)),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let method = json["method"]?.string,
      let target = json["target"].flatMap(TargetPattern.init), let answers = json["answers"]?.array
    else { return nil }
    self.init(id: id, method: method, target: target, answers: answers.compactMap(ServedAnswer.init))
  }
}

extension ServedAnswer {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "isExample": .bool(isExample), "method": .text(method), "target": target?.json,
      "status": .int(status), "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
      "body": .string(Base64.encode(body)),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, let status = json["status"]?.int,
      let body = json["body"]?.string.flatMap({ Base64.decode($0) })
    else { return nil }
    let headers = (json["headers"]?.array ?? []).compactMap { field -> Field? in
      guard let pair = field.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        return nil
      }
      return Field(name, value)
    }
    self.init(
      name: name, isExample: json["isExample"]?.bool ?? true, method: json["method"]?.string,
      target: json["target"].flatMap(TargetPattern.init), status: status, headers: headers, body: body)
  }
}

extension TargetPattern {
  fileprivate var json: JSONValue {
    .object([
      "path": .array(path.segments.map(\.json)),
      "query": .array(query.map { [.string($0.name), $0.value.json] }),
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let path = json["path"]?.array, let query = json["query"]?.array else { return nil }
    let parameters = query.compactMap { parameter -> Parameter? in
      guard let pair = parameter.array, pair.count == 2, let name = pair[0].string else { return nil }
      return Parameter(name, HoledText(pair[1]))
    }
    self.init(path: PathPattern(segments: path.map { HoledText($0) }), query: parameters)
  }
}

extension HoledText {
  /// The pieces; a hole is `null`.
  fileprivate var json: JSONValue {
    .array(pieces.map { piece in if case .text(let text) = piece { .string(text) } else { .null } })
  }

  fileprivate init(_ json: JSONValue) {
    self.init((json.array ?? []).map { piece in piece.string.map { .text($0) } ?? .hole })
  }
}

extension ServeTerms {
  package var json: JSONValue {
    .object([
      "delay": [.int(Int(delay.lowerBound / .milliseconds(1))), .int(Int(delay.upperBound / .milliseconds(1)))],
      "faults": .number("\(faults)"), "seed": .string("\(seed)"), "takesTurns": .bool(takesTurns),
      "allowsOrigins": .bool(allowsOrigins), "isOwnOnly": .bool(isOwnOnly),
      "takesAll": .bool(takesAll),
    ])
  }

  package init?(_ json: JSONValue) {
    guard let delay = json["delay"]?.array?.compactMap(\.int), delay.count == 2, delay[0] <= delay[1],
      let faults = json["faults"]?.double, let seed = json["seed"]?.string.flatMap({ UInt64($0) })
    else { return nil }
    self.init()
    self.delay = .milliseconds(delay[0]) ... .milliseconds(delay[1])
    (self.faults, self.seed) = (faults, seed)
    takesTurns = json["takesTurns"]?.bool ?? false
    allowsOrigins = json["allowsOrigins"]?.bool ?? false
    isOwnOnly = json["isOwnOnly"]?.bool ?? false
    takesAll = json["takesAll"]?.bool ?? false
  }
}

/// The log record of an answered request.
package struct ServeRecord: Hashable, Sendable {
  package var method: String
  /// The target as received.
  package var target: String
  package var status: Int
  package var request: String?
  package var source: String
  package var bytes: Int
  /// The time in milliseconds, including delays.
  package var time: Int
  /// The complete request, for `apus listen`.
  package var received: ReceivedRequest?

  package init(
    method: String, target: String, status: Int, request: String?, source: String, bytes: Int, time: Int,
    received: ReceivedRequest? = nil
  ) {
    self.method = method
    self.target = target
    self.status = status
    self.request = request
    self.source = source
    self.bytes = bytes
    self.time = time
    self.received = received
  }

  package var json: JSONValue {
    .object([
      "method": .string(method), "target": .string(target), "status": .int(status), "request": .text(request),
      "source": .string(source), "bytes": .int(bytes), "time": .int(time),
      "received": received?.json,
    ])
  }

  package init?(_ json: JSONValue) {
    guard let method = json["method"]?.string, let target = json["target"]?.string, let status = json["status"]?.int
    else { return nil }
    self.init(
      method: method, target: target, status: status, request: json["request"]?.string,
      source: json["source"]?.string ?? "", bytes: json["bytes"]?.int ?? 0, time: json["time"]?.int ?? 0,
      received: json["received"].flatMap(ReceivedRequest.init))
  }
}
