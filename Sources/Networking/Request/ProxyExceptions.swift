import Basics

/// The hosts that bypass the proxy, in Bruno's syntax: separated by commas, semicolons or spaces, each with an optional
/// port.
///
/// `example.com` is that host alone, `.example.com` and `*.example.com` every host below it, `*` every host.
/// `TransferOptions.noProxy` is curl's own list, in which `example.com` includes the hosts below it and ports are not
/// supported.
public struct ProxyExceptions: Hashable, Sendable, CustomStringConvertible {
  private struct Entry: Hashable, Sendable {
    /// Lower case, without brackets; a suffix if `isEnding`.
    var host: String
    var isEnding: Bool
    /// `nil` for any port.
    var port: Int?
  }

  /// The list as written.
  public let description: String
  private let entries: [Entry]

  /// Parses a list; an entry without a host matches nothing.
  public init(_ text: String = "") {
    description = text
    entries = text.split { ",; \t\r\n".contains($0) }.map { Self.entry(String($0)) }
  }

  /// True if the list is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// True if a request to this URL bypasses the proxy.
  package func covers(_ url: URLParts) -> Bool {
    guard !isEmpty, let host = Self.host(of: url) else { return false }
    return entries.contains { Self.matches($0, host, url.port) }
  }

  /// An argument for curl's `--noproxy` with the same effect for a request to `url`. After a redirect curl applies its
  /// own matching.
  package func curlList(for url: URLParts) -> String {
    guard let host = Self.host(of: url) else { return "" }
    let isCovered = covers(url)
    var names: [String] = []
    for entry in entries {
      if entry.host.isEmpty, entry.isEnding, entry.port == nil { return "*" }
      // Omits entries that curl would match although they do not apply here, and entries for another port.
      let isMeant = Self.matches(entry, host, url.port)
      let isTaken = Self.isTakenByCurl(entry.host, host)
      let isSaid = entry.port == nil || isMeant
      if !entry.host.isEmpty, isSaid, isMeant || !isTaken, !names.contains(entry.host) { names.append(entry.host) }
    }
    if isCovered, !names.contains(where: { Self.isTakenByCurl($0, host) }) { names.append(host) }
    return names.joined(separator: ",")
  }

  private static func entry(_ text: String) -> Entry {
    var name = text.asciiLowercased
    var port: Int?
    let colons = name.utf8.count { $0 == UInt8(ascii: ":") }
    // Without brackets, more than one colon means an IPv6 address without a port.
    if let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")), colons == 1 || name.contains("]:"),
      let number = UInt16(name[name.index(after: colon)...])
    {
      port = number == 0 ? nil : Int(number)
      name = String(name[..<colon])
    }
    let isEnding = name.hasPrefix("*") || name.hasPrefix(".")
    if name.hasPrefix("*") { name.removeFirst() }
    return Entry(host: unbracketed(name), isEnding: isEnding, port: port)
  }

  private static func matches(_ entry: Entry, _ host: String, _ port: Int?) -> Bool {
    if let wanted = entry.port, wanted != port { return false }
    return entry.isEnding ? host.hasSuffix(entry.host) : host == entry.host
  }

  /// curl matches a name, with or without a leading dot, against the host itself and every host below it.
  static func isTakenByCurl(_ name: String, _ host: String) -> Bool {
    let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
    return host == bare || host.hasSuffix("." + bare)
  }

  private static func host(of url: URLParts) -> String? {
    guard let host = url.host, !host.isEmpty else { return nil }
    return unbracketed(host.asciiLowercased)
  }

  private static func unbracketed(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }
}

extension TransferOptions {
  /// The options of one hop, with `proxy` and `noProxy` set according to `proxyExceptions`.
  package func routed(to url: String) -> TransferOptions {
    guard let proxyExceptions else { return self }
    var options = self
    options.proxyExceptions = nil
    if proxyExceptions.covers(URLParts(url)) { options.proxy = "" }
    // The `no_proxy` list of the environment does not apply to a proxy that has its own.
    options.noProxy = ""
    return options
  }

  /// The options that belong to the route rather than to one request: trust, client certificates, proxy, addresses and
  /// the connect timeout. A request made on behalf of another, such as a login, uses these.
  public var ofTheWay: TransferOptions {
    var options = TransferOptions()
    options.connectTimeout = connectTimeout
    options.tls = tls
    // The pinned key is for the original server only.
    options.tls?.pinnedPublicKeys = nil
    options.clientCertificates = clientCertificates
    options.proxy = proxy
    options.noProxy = noProxy
    options.proxyExceptions = proxyExceptions
    options.resolve = resolve
    options.connectTo = connectTo
    options.interface = interface
    return options
  }
}
