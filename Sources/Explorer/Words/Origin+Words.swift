import Workspaces

extension VariableTable.Origin {
  /// Where a value comes from, as one says it.
  var words: String {
    switch self {
    case .commandLine: "the command line"
    case .prompt: "your answer"
    case .runtime: "an earlier answer"
    case .request: "this request"
    case .folder(let name): "folder \(name)"
    case .environment(let name): "environment \(name)"
    case .collection: "the collection"
    case .workspace: "the workspace"
    case .dotenv: ".env"
    case .process: "the process environment"
    case .dynamic: "Apus, anew at each send"
    case .response(let name): "the last answer of \(name)"
    }
  }
}
