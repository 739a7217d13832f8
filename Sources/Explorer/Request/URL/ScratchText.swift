import Basics
import Interchange
import Terminal
import Workspaces

/// A pasted text that stands for a whole request: a URL, or curl commands.
enum ScratchText {
  case address(String)
  case commands(CurlImport.Result)

  /// `nil` for any other text.
  init?(_ text: String) {
    let text = text.trimmed
    if Self.isAddress(text) {
      self = .address(text)
    } else if CurlImport.recognizes(text) {
      self = .commands(CurlImport.read(text))
    } else {
      return nil
    }
  }

  /// One word with an HTTP scheme, or starting with a host that has a dot or a port.
  static func isAddress(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= PastedLine.longest, !text.contains(where: \.isWhitespace) else {
      return false
    }
    if let mark = text.firstRange(of: "://") { return isScheme(text[..<mark.lowerBound]) }
    let authority = text.prefix { !"/?#".contains($0) }
    let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isHost = parts[0].utf8.allSatisfy {
      $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    guard isHost, let first = parts[0].utf8.first, first.isASCIIAlphanumeric else { return false }
    if parts.count == 2 { return !parts[1].isEmpty && parts[1].utf8.allSatisfy(\.isASCIIDigit) }
    return parts[0].contains(".") && parts[0].utf8.last != UInt8(ascii: ".")
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

  private static func isScheme(_ text: Substring) -> Bool { ["http", "https"].contains(text.lowercased()) }
}
