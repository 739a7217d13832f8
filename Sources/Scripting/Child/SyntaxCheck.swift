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

  /// A script is the body of an asynchronous function: it may use `await` and `return`.
  private func fault(in code: String, line: Int) -> JSONValue {
    let head = "(async()=>{;"
    guard let fault = realm.syntaxFault("\(head)\(code)\n})", line: line) else { return .null }
    let column = fault.line == line ? fault.column - head.utf8.count : fault.column
    return .object([
      "message": .string(fault.message), "line": .int(max(line, fault.line)),
      "column": column > 0 ? .int(column) : nil,
    ])
  }
}
