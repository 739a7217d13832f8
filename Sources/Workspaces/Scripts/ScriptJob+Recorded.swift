package import Basics

extension ScriptReply {
  /// A reply as recorded; that of a module lacks its code.
  package init?(recorded json: JSONValue) {
    guard let answer = json["answer"] else { return nil }
    self.init(to: json, answer, body: Array((json["body"]?.string ?? "").utf8))
  }
}

extension ScriptJob {
  /// A recorded job with its inputs, for a replay; `nil` if the record lacks them.
  /// - Parameters:
  ///   - recorded: an element of `HistoryRecord.scripts`.
  ///   - body: of the response.
  package init?(recorded: JSONValue, scripts: [PlacedScript], body: [UInt8]) {
    guard let inputs = recorded["inputs"], let request = inputs["request"],
      let rules = recorded["rules"]?.string.flatMap(ScriptRules.init),
      let seed = recorded["seed"]?.string.flatMap(UInt64.init)
    else { return nil }
    self.init(rules: rules, scripts: scripts, request: request)
    response = inputs["response"]
    self.body = body
    self.seed = seed
    names = inputs["names"] ?? .object([])
    info = inputs["info"] ?? .object([])
    info["readings"] = recorded["readings"]
    order = (recorded["readings"]?["order"]?.array ?? []).compactMap { $0.int.flatMap(UInt64.init(exactly:)) }
    for scope in ScriptScope.allCases {
      if case .object(let members)? = inputs["scopes"]?[scope.rawValue] {
        scopes[scope] = members.map { ($0.name, $0.value) }
      }
      secrets[scope] = inputs["secrets"]?[scope.rawValue]?.array?.compactMap(\.string)
    }
  }
}

extension PlacedScript {
  /// A script as a record names it: its place and the digest of its text.
  package static func recorded(
    _ json: JSONValue, code: (_ digest: String) -> String?
  ) -> (place: ScriptPlace, script: PlacedScript?) {
    let place = ScriptPlace(
      phase: json["phase"]?.string ?? "", file: json["file"]?.string ?? "", line: json["line"]?.int ?? 1)
    let script = code(json["sha256"]?.string ?? "").map {
      PlacedScript(
        phase: place.phase, code: $0, file: place.file, line: place.line, indent: json["indent"]?.int ?? 0)
    }
    return (place, script)
  }
}
