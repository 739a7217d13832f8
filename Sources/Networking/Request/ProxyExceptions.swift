/// The hosts that a proxy is not used for, as Bruno lists them: separated by commas, semicolons or blanks, each with a
/// port where only that is meant.
///
/// `example.com` is that host alone, `.example.com` and `*.example.com` every host below it, `*` every host.
/// `TransferOptions.noProxy` is curl's own list, which reads `example.com` as the hosts below it too and knows no
/// ports.
public struct ProxyExceptions: Hashable, Sendable, CustomStringConvertible {
  private struct Entry: Hashable, Sendable {
    /// In small letters, without brackets; what it must end with where `isEnding`.
    var host: String
    var isEnding: Bool
    /// `nil` for any.
    var port: Int?
  }

  public let description: String
  private let entries: [Entry]

  /// Reads a list; an entry that names no host matches none.
  public init(_ text: String = "") {
    description = text
    entries = text.split { ",; \t\r\n".contains($0) }.map { Self.entry(String($0)) }
  }

  /// Whether the list names no host.
  public var isEmpty: Bool { entries.isEmpty }

  /// Whether a URL is reached without the proxy.
  package func covers(_ url: URLParts) -> Bool {
    guard !isEmpty, let host = Self.host(of: url) else { return false }
    return entries.contains { Self.matches($0, host, url.port) }
  }

  /// The same as curl's `--noproxy` takes it, of which a request to `url` makes the same. Behind a redirect curl reads
  /// the names in its own way.
  package func curlList(for url: URLParts) -> String {
    guard let host = Self.host(of: url) else { return "" }
    let isCovered = covers(url)
    var names: [String] = []
    for entry in entries {
      if entry.host.isEmpty, entry.isEnding, entry.port == nil { return "*" }
      // What curl would take for the host, though it is not meant, is left out, and so is a port that is another.
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
    // Without brackets more than one colon is an address, and none of them begins a port.
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

  /// curl takes a name, with or without a dot in front, for itself and everything below it.
  private static func isTakenByCurl(_ name: String, _ host: String) -> Bool {
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
  /// The options of one hop, in which `proxy` and `noProxy` say whether it goes through the proxy.
  package func routed(to url: String) -> TransferOptions {
    guard let proxyExceptions else { return self }
    var options = self
    options.proxyExceptions = nil
    if proxyExceptions.covers(URLParts(url)) { options.proxy = "" }
    // The list of the environment is not for a proxy that has one of its own.
    options.noProxy = ""
    return options
  }

  /// The options that belong to the route and not to one request: trust, client certificates, proxy, addresses and the
  /// time to connect. A request made on behalf of another, such as a login, uses these.
  public var ofTheWay: TransferOptions {
    var options = TransferOptions()
    options.connectTimeout = connectTimeout
    options.tls = tls
    // The key of that server is no other's.
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
