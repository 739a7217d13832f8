import Basics
import Interchange
import Terminal
import Workspaces

/// A pasted text that stands for a whole request: a URL or what the smart line takes for one, a method with a URL, or curl
/// commands.
enum ScratchText {
  case address(String)
  case request(TypedRequest)
  case commands(CurlImport.Result)
  case calls(GRPCurlImport.Result)

  /// `nil` for any other text.
  init?(_ text: String) {
    let text = text.trimmed
    if Self.isAddress(text) || Self.isPath(text) {
      self = .address(text)
    } else if let typed = TypedRequest(text), typed.isOneWord {
      self = .request(typed)
    } else if CurlImport.recognizes(text) {
      self = .commands(CurlImport.read(text))
    } else if GRPCurlImport.opens(text) {
      self = .calls(GRPCurlImport.read(text))
    } else {
      return nil
    }
  }

  /// One word with a scheme of HTTP, WebSocket or gRPC, or starting with a host that has a dot or a port.
  static func isAddress(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= PastedLine.longest, !text.contains(where: \.isWhitespace) else {
      return false
    }
    if let mark = text.firstRange(of: "://") { return isScheme(text[..<mark.lowerBound]) }
    return text.beginsWithHost
  }

  /// A word with a slash: a host of one label, the path of a request or a file. The smart line finds out.
  private static func isPath(_ text: String) -> Bool {
    let head = text.prefix { $0 != "/" }
    guard text.utf8.count <= PastedLine.longest, !text.contains(where: \.isWhitespace) else { return false }
    return !head.isEmpty && head.utf8.count + 1 < text.utf8.count && head.utf8.allSatisfy(\.isInHostName)
  }

  /// Whether Enter sends it: a URL, also one that lacks its scheme or begins with a variable. A single word may be a
  /// host, but is more likely a name that was mistyped.
  static func isURL(_ text: String) -> Bool {
    let text = text.trimmed
    if text.contains("{{") || text.contains("://") { return true }
    let word = String(text.prefix { !$0.isWhitespace })
    let host = word.prefix { !"/?#:".contains($0) }
    return isAddress(word) || word.hasPrefix("[") || host.lowercased() == "localhost"
  }

  private static func isScheme(_ text: Substring) -> Bool {
    ["http", "https", "ws", "wss", "grpc", "grpcs"].contains(text.lowercased())
  }
}
