import Basics

/// The names by which only programs on this computer reach a server.
package enum OwnHost {
  /// - Parameter host: a name or an address, without a port.
  package static func isOne(_ host: String) -> Bool {
    let name = host.asciiLowercased
    return name == "localhost" || name.hasSuffix(".localhost") || name == "::1"
      || name.hasPrefix("127.") && name.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }

  /// The name in the value of a header `Host`.
  static func name(in field: String) -> String {
    if field.hasPrefix("[") { return String(field.dropFirst().prefix { $0 != "]" }) }
    return String(field.prefix { $0 != ":" })
  }
}
