/// Tells an address without a scheme from a word.
extension StringProtocol {
  /// Whether it begins with a host that has a dot or a port: `api.example.com/users`, `localhost:8080`.
  package var beginsWithHost: Bool {
    let authority = prefix { !"/?#".contains($0) }
    let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first?.utf8, host.allSatisfy(\.isInHostName), host.first?.isASCIIAlphanumeric == true else {
      return false
    }
    if parts.count == 2 { return !parts[1].isEmpty && parts[1].utf8.allSatisfy(\.isASCIIDigit) }
    return host.contains(UInt8(ascii: ".")) && parts[0].last != "."
  }

  /// Whether a name or an address, in lower case and without a port, is of this computer: only its own programs reach it.
  package var isLoopbackHost: Bool {
    self == "localhost" || hasSuffix(".localhost") || self == "::1"
      || hasPrefix("127.") && utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }
}

extension UInt8 {
  /// A letter, digit, `.` or `-`.
  package var isInHostName: Bool { isASCIIAlphanumeric || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") }
}
