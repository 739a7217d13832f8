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
}

extension UInt8 {
  /// A letter, digit, `.` or `-`.
  package var isInHostName: Bool { isASCIIAlphanumeric || self == UInt8(ascii: ".") || self == UInt8(ascii: "-") }
}
