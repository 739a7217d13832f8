/// A place that variables come from, described once: its rank, its names, and whose word its values are.
package struct VariableScope: Hashable, Sendable {
  /// From the innermost outwards.
  let rank: Int
  /// As a list shows it.
  let name: String
  /// As a sentence says it.
  let words: String
  /// Of which folder, environment or request.
  var detail: String?
  /// Whether the user typed the value for this send.
  var isTyped = false
  /// Whether a secret of it is a value that the user gave and no file says.
  var isKeptByUser = false
  /// Whether its values stand in the files of the collection, or are made up by the program.
  var isOfTheCollection = false

  /// Whether its variables stand in a file of the workspace, where their names are not looked at when they are read.
  var isWritten: Bool { (3...7).contains(rank) }
}

extension VariableTable.Origin {
  /// What holds for the place.
  var scope: VariableScope {
    switch self {
    case .commandLine:
      VariableScope(rank: 0, name: "--var", words: "the command line", isTyped: true, isKeptByUser: true)
    case .prompt:
      VariableScope(rank: 1, name: "asked when sending", words: "your answer", isTyped: true, isKeptByUser: true)
    case .runtime: VariableScope(rank: 2, name: "set by an earlier answer", words: "an earlier answer")
    case .request: VariableScope(rank: 3, name: "request", words: "this request", isOfTheCollection: true)
    case .folder(let name):
      VariableScope(rank: 4, name: "folder", words: "folder", detail: name, isOfTheCollection: true)
    case .environment(let name):
      VariableScope(
        rank: 5, name: "environment", words: "environment", detail: name, isKeptByUser: true, isOfTheCollection: true)
    case .collection: VariableScope(rank: 6, name: "collection", words: "the collection", isOfTheCollection: true)
    case .workspace:
      VariableScope(
        rank: 7, name: "workspace", words: "the workspace", isKeptByUser: true, isOfTheCollection: true)
    case .dotenv: VariableScope(rank: 8, name: ".env", words: ".env")
    case .process: VariableScope(rank: 9, name: "process environment", words: "the process environment")
    case .dynamic:
      VariableScope(rank: 10, name: "made at each use", words: "Apus, anew at each send", isOfTheCollection: true)
    case .response(let request):
      VariableScope(rank: 10, name: "last answer of", words: "the last answer of", detail: request)
    }
  }

  /// From the innermost scope outwards.
  var rank: Int { scope.rank }

  /// Where a value comes from, as one says it.
  package var words: String { Self.text(scope.words, scope.detail) }

  private static func text(_ words: String, _ detail: String?) -> String { detail.map { "\(words) \($0)" } ?? words }
}

extension VariableTable.Origin: CustomStringConvertible {
  /// As shown to a person: `environment local`, `folder users`.
  public var description: String { Self.text(scope.name, scope.detail) }
}
