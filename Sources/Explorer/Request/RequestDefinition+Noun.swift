import Basics
import Workspaces

extension RequestDefinition {
  /// What it defines, in a sentence.
  var noun: String {
    switch kind {
    case .folder: "folder"
    case .collection: "collection"
    case .http, .graphql, .webSocket, .grpc, .unsupported: "request"
    }
  }

  /// What stands where others have their method.
  package var shownMethod: String { kind == .webSocket ? "WS" : kind == .grpc ? "gRPC" : method }

  /// Takes what was typed as its address, and follows its scheme: `ws` and `grpc` are no HTTP, and `http` is, unless it
  /// goes on like a call.
  /// - Parameter original: the request before the address was typed.
  mutating func setTypedAddress(_ text: String, from original: RequestDefinition) {
    kind = Self.kind(ofAddress: text, original.kind)
    if kind == .grpc { return setAddress(text, from: original) }
    method = original.kind == kind ? original.method : kind == .http && original.kind == .grpc ? "GET" : method
    if kind == .http, method.isEmpty { method = "GET" }
    setURL(text, from: original)
  }

  private static func kind(ofAddress text: String, _ kind: Kind) -> Kind {
    let scheme = text.trimmed.prefix { $0 != ":" }.lowercased()
    guard text.trimmed.dropFirst(scheme.count).hasPrefix("://"), [.http, .webSocket, .grpc].contains(kind) else {
      return kind
    }
    switch scheme {
    case "ws", "wss": return .webSocket
    case "grpc", "grpcs": return .grpc
    case "http", "https": return kind == .grpc && CallAddress.isCall(text) ? .grpc : .http
    default: return kind
    }
  }

  /// Who sends what it has.
  var senders: String { kind.isShared ? "the requests of this \(noun)" : "this \(noun)" }
}
