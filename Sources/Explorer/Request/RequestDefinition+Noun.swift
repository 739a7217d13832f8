import Workspaces

extension RequestDefinition {
  /// What it defines, in a sentence.
  var noun: String {
    switch kind {
    case .folder: "folder"
    case .collection: "collection"
    case .http, .graphql, .unsupported: "request"
    }
  }

  /// Who sends what it has.
  var senders: String { kind.isShared ? "the requests of this \(noun)" : "this \(noun)" }
}
