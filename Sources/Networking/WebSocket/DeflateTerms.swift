import Basics

/// What client and server agreed on for compression (RFC 7692, section 7.1).
struct DeflateTerms: Hashable, Sendable {
  static let name = "permessage-deflate"
  /// What we offer: any window, and the server may narrow ours.
  static let offer = "permessage-deflate; client_max_window_bits"

  var serverResets = false
  var clientResets = false
  var clientBits = 15

  /// The terms in the server's `Sec-WebSocket-Extensions`; `nil` if it named no extension.
  /// - Throws: what is wrong with them.
  static func accepted(_ values: [String], wereOffered: Bool) throws(WebSocketFault) -> DeflateTerms? {
    let extensions = values.flatMap { $0.split(separator: ",") }.map { $0.trimmingASCII(\.isASCIIWhitespace) }
      .filter { !$0.isEmpty }
    guard let first = extensions.first else { return nil }
    let parts = first.split(separator: ";").map { $0.trimmingASCII(\.isASCIIWhitespace) }
    guard extensions.count == 1, wereOffered, parts.first?.asciiLowercased == name else {
      throw WebSocketFault("it uses the extension \(extensions.last?.visible ?? ""), which was not offered")
    }
    var terms = DeflateTerms()
    var seen: Set<String> = []
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0]).trimmingASCII(\.isASCIIWhitespace).asciiLowercased
      let value = pair.count > 1 ? Self.unquoted(String(pair[1])) : nil
      guard seen.insert(name).inserted, terms.take(name, value) else {
        throw WebSocketFault("it compresses with \(part.visible), which is no valid parameter")
      }
    }
    return terms
  }

  private mutating func take(_ name: String, _ value: String?) -> Bool {
    switch name {
    case "server_no_context_takeover":
      serverResets = true
      return value == nil
    case "client_no_context_takeover":
      clientResets = true
      return value == nil
    // The widest window reads what was compressed with any.
    case "server_max_window_bits": return Self.bits(value) != nil
    case "client_max_window_bits":
      guard let bits = Self.bits(value) else { return false }
      clientBits = bits
      return true
    default: return false
    }
  }

  private static func bits(_ text: String?) -> Int? {
    guard let text, text.utf8.first != UInt8(ascii: "0"), let bits = Int(text), (8...15).contains(bits) else {
      return nil
    }
    return bits
  }

  private static func unquoted(_ text: String) -> String {
    let text = text.trimmingASCII(\.isASCIIWhitespace)
    let isQuoted = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    return isQuoted ? String(text.dropFirst().dropLast()) : text
  }

  /// What undoes the server's compression; `nil` if zlib cannot.
  func inflater() -> MessageInflater? {
    DeflateFunctions.installed.flatMap { MessageInflater($0, resets: serverResets) }
  }

  /// What compresses our messages; `nil` sends them as they are, which is always allowed (section 6): zlib has no raw
  /// window of 8 bits.
  func deflater() -> MessageDeflater? {
    guard clientBits > 8 else { return nil }
    return DeflateFunctions.installed.flatMap { MessageDeflater($0, bits: clientBits, resets: clientResets) }
  }
}
