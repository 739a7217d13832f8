import Basics
import Workspaces

extension ScriptJob {
  /// The job as the library reads it.
  func form(_ limits: ScriptLimits) -> JSONValue {
    let scopes = ScriptScope.allCases.map { scope in
      JSONValue.Member(scope.rawValue, .object((self.scopes[scope] ?? []).map { JSONValue.Member($0.name, $0.value) }))
    }
    let secrets = self.secrets.sorted { $0.key.rawValue < $1.key.rawValue }.map { scope, names in
      JSONValue.Member(scope.rawValue, .array(names.map { .string($0) }))
    }
    return .object([
      "rules": .string(rules.rawValue), "scripts": .array(scripts.map(\.form)), "request": request,
      "response": response ?? .null, "scopes": .object(scopes), "secrets": .object(secrets), "info": info,
      "seed": .string(String(seed)), "names": names, "largestValue": .int(limits.value),
    ])
  }
}

extension PlacedScript {
  var form: JSONValue {
    .object([
      "phase": .string(phase), "file": .string(file), "line": .int(line), "indent": .int(indent), "code": .string(code),
    ])
  }

  var place: ScriptPlace { ScriptPlace(phase: phase, file: file, line: line) }
}

extension ScriptPlace {
  /// `nil` if the form is not a place.
  init?(form: JSONValue?) {
    guard let form, let phase = form["phase"]?.string, let file = form["file"]?.string, let line = form["line"]?.int
    else { return nil }
    self.init(phase: phase, file: file, line: line, column: form["column"]?.int)
  }
}

extension ScriptVerdict {
  /// `nil` if the form is not a verdict.
  init?(form: JSONValue) {
    guard let name = form["name"]?.string, let passed = form["passed"]?.bool else { return nil }
    self.init(name, passed: passed)
    isSkipped = form["skipped"]?.bool ?? false
    error = form["error"]?.string
    message = form["message"]?.string
    place = ScriptPlace(form: form["place"])
  }

  /// The error that ended a script, as a failed verdict named by its place.
  init?(failure form: JSONValue) {
    guard let error = form["error"]?.string else { return nil }
    self.init(failureAt: ScriptPlace(form: form["place"]), error: error, form["message"]?.string)
  }
}

extension ConsoleLine {
  /// `nil` if the form is not a line.
  init?(form: JSONValue) {
    guard let level = form["level"]?.string, let text = form["text"]?.string else { return nil }
    self.init(level: level, text: text, place: ScriptPlace(form: form["place"]))
  }
}

extension ScriptOutcome {
  /// Takes the result that the library reports; `false` if it is none.
  mutating func take(_ form: JSONValue) -> Bool {
    guard let changes = form["changes"]?.array else { return false }
    for change in changes {
      guard let scope = change["scope"]?.string.flatMap(ScriptScope.init), let name = change["name"]?.string else {
        return false
      }
      // It was refused where it was set, and keeps its former value.
      if change["large"]?.bool == true { continue }
      self.changes.append(ScriptChange(scope, name, change["value"], place: ScriptPlace(form: change["place"])))
    }
    func present(_ name: String) -> JSONValue? { form[name].flatMap { $0 == .null ? nil : $0 } }
    request = present("request")
    responseBody = present("responseBody")
    if let next = present("next") { self.next = next["name"]?.string.map { .named($0) } ?? .end }
    values = present("values")?.array ?? []
    skipsRequest = form["skip"]?.bool ?? false
    stopsRun = form["stop"]?.bool ?? false
    error = error ?? present("error").flatMap { ScriptVerdict(failure: $0) }
    names = present("names") ?? .object([])
    readings = present("readings") ?? .object([])
    return true
  }
}
