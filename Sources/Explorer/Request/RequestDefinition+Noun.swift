import Basics
import Workspaces

extension RequestDefinition {
  /// What it defines, in a sentence.
  var noun: String {
    switch kind {
    case .folder: "folder"
    case .collection: "collection"
    case .http, .graphql, .webSocket, .unsupported: "request"
    }
  }

  /// What stands where others have their method.
  package var shownMethod: String { kind == .webSocket ? "WS" : method }

  /// Follows the scheme of a URL that was typed: `ws` and `wss` are no HTTP, and `http` and `https` are.
  mutating func followScheme() {
    let scheme = url.trimmed.prefix { $0 != ":" }.lowercased()
    guard url.trimmed.dropFirst(scheme.count).hasPrefix("://") else { return }
    switch (kind, scheme) {
    case (.http, "ws"), (.http, "wss"): kind = .webSocket
    case (.webSocket, "http"), (.webSocket, "https"):
      kind = .http
      if method.isEmpty { method = "GET" }
    default: break
    }
  }

  /// Who sends what it has.
  var senders: String { kind.isShared ? "the requests of this \(noun)" : "this \(noun)" }
}
