import Basics

extension RequestFile {
  /// The expressions of assertions and captures that are not paths, each with its line: Bruno evaluates them as
  /// JavaScript, Apus does not.
  /// - Parameter file: the path that their places name, such as `users/get.yml`.
  package func unsupportedExpressions(named file: String) -> [UnknownScriptName] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return definition.unsupportedExpressions.map { phase, expression in
      let line = lines.firstIndex { $0.firstRange(of: expression.utf8) != nil } ?? 0
      return UnknownScriptName(
        name: expression, hint: RequestDefinition.expressionHint,
        place: ScriptPlace(phase: phase, file: file, line: line + 1))
    }
  }
}

extension RequestDefinition {
  package static let expressionHint = "assertions and captures read paths such as res.body.id; use a script instead"

  /// The enabled ones, with the name of their list.
  package var unsupportedExpressions: [(phase: String, expression: String)] {
    let judged = assertions.filter(\.isEnabled).map { ("assertions", $0.expression) }
    let captured = captures.filter(\.isEnabled).map { ("captures", $0.expression) }
    return (judged + captured).filter { CheckExpression($0.1) == nil }
  }
}

extension Workspace {
  /// The expressions of requests, their folders and their collections that are not paths. Files that cannot be read
  /// have none.
  package func unsupportedExpressions(of requests: [RequestNode]) -> [UnknownScriptName] {
    var seen: Set<String> = []
    return requests.flatMap { node in
      let folders = folders(above: node.path).filter { seen.insert($0).inserted }
      // The reader of the scripts reports a file that cannot be read.
      let files = folders.compactMap { try? settings(of: $0) } + [try? request(at: node.path)].compactMap(\.self)
      return files.flatMap { $0.unsupportedExpressions(named: FilePaths.relative($0.path, to: path)) }
    }
  }
}
