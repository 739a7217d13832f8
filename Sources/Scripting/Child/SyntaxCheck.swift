import Basics

/// Finds the syntax errors of scripts without running them.
struct SyntaxCheck {
  private let realm: ScriptRealm

  init(_ realm: ScriptRealm) { self.realm = realm }

  /// - Parameter scripts: JSON of an array of `{"code", "line"}`.
  /// - Returns: an array with `null` or `{"message", "line", "column"}` for each script.
  func faults(in scripts: [UInt8]) -> JSONValue {
    // Apus sends nothing malformed.
    let scripts = (try? JSONValue(parsing: scripts))?.array ?? []
    return .array(scripts.map { fault(in: $0["code"]?.string ?? "", line: $0["line"]?.int ?? 1) })
  }

  private func fault(in code: String, line: Int) -> JSONValue {
    guard var fault = realm.syntaxFault(in: code, after: ScriptLibrary.head) else { return .null }
    fault.line += line - 1
    return fault.form
  }
}
