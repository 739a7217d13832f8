import Basics

/// The hosts that a setting applies to: a host with or without a port, where `*` matches any text.
///
/// `api.example.com` is that host at any port, `*.example.com` every host below it, `localhost:8443` that port only.
/// The whole host must match, so that `example.com` never matches `example.com.evil.test`. A scheme before it and a
/// path after it are ignored.
public struct HostPattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as written.
  public let description: String
  private let host: [UInt8]
  /// `nil` for any.
  private let port: [UInt8]?

  /// Parses a pattern; any text is valid.
  public init(_ text: String) {
    description = text
    var rest = Substring(text.trimmingASCII(\.isASCIIWhitespace))
    if let mark = rest.utf8.range(ofBytes: "://") { rest = rest[mark.upperBound...] }
    rest = rest.prefix { !"/?#".contains($0) }
    let bytes = rest.utf8
    var end = bytes.endIndex
    var port: [UInt8]?
    let isAddress = bytes.first == UInt8(ascii: "[")
    let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
    // Without brackets, more than one colon means an IPv6 address without a port.
    if let colon = colons.last, colons.count == 1 || isAddress && bytes[..<colon].last == UInt8(ascii: "]") {
      port = Array(bytes[bytes.index(after: colon)...])
      end = colon
    }
    self.port = port?.isEmpty == true ? nil : port
    host = Self.comparable(String(rest[..<end]))
  }

  /// Whether the URL's host and port match.
  package func matches(_ url: URLParts) -> Bool {
    guard !host.isEmpty, let name = url.host, !name.isEmpty, let number = url.port else { return false }
    if let port, !Self.matches(Array(String(number).utf8)[...], port[...]) { return false }
    return Self.matches(Self.comparable(name)[...], host[...])
  }

  private static func comparable(_ host: String) -> [UInt8] {
    // A host that has no ASCII form is compared as it is.
    var bytes = Array((Punycode.host(host) ?? host).asciiLowercased.utf8)
    if bytes.count > 1, bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") { bytes = Array(bytes.dropFirst().dropLast()) }
    return bytes
  }

  /// Backtracks only to the last star, so it takes at most the product of both lengths.
  private static func matches(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    var (at, wanted) = (text.startIndex, pattern.startIndex)
    var back: (at: Int, wanted: Int)?
    while at < text.endIndex {
      if wanted < pattern.endIndex, pattern[wanted] == UInt8(ascii: "*") {
        wanted += 1
        back = (at, wanted)
      } else if wanted < pattern.endIndex, pattern[wanted] == text[at] {
        at += 1
        wanted += 1
      } else if let last = back {
        at = last.at + 1
        wanted = last.wanted
        back?.at = at
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
