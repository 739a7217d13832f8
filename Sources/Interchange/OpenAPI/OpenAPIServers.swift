import Basics
import Networking
import Workspaces

/// The servers of a document as the variable `baseUrl`: absolute, without a trailing slash, or a text without a host,
/// which the user must complete.
struct OpenAPIServers {
  private let origin: ImportOrigin

  init(_ origin: ImportOrigin) { self.origin = origin }

  /// - Parameter server: `nil` if the document names none, which means the URL that it came from.
  func variables(_ server: JSONValue?, at place: String, _ losses: inout LossLedger) -> [Row] {
    let written = server?["url"]?.string ?? ""
    var rows: [Row] = []
    let filled = filled(written, server?["variables"], &rows)
    let url = absolute(filled, at: place, &losses)
    if url.isEmpty {
      losses.tell("no server is given: baseUrl is empty; set it to the address of the API", at: place)
    } else if url.hasPrefix("/") {
      losses.tell("the server \(written) has no host: complete baseUrl", at: place)
    }
    return [Row("baseUrl", url)] + rows
  }

  /// One for each server if there are several.
  func environments(_ servers: [JSONValue], _ losses: inout LossLedger) -> [Environment] {
    guard servers.count > 1 else { return [] }
    var made: [Environment] = []
    var names: Set<String> = []
    for server in servers {
      let title = server["description"]?.string ?? server["url"]?.string ?? "server"
      let name = names.contains(title) ? "\(title) \(made.count + 1)" : title
      names.insert(name)
      let variables = variables(server, at: "/servers", &losses)
      made.append(Environment(name: name, variables: variables.map { Environment.Variable($0) }))
    }
    return made
  }

  /// The server's variables with their defaults; an undeclared one becomes one of ours.
  private func filled(_ url: String, _ variables: JSONValue?, _ rows: inout [Row]) -> String {
    var values: [String: String] = [:]
    if case .object(let members) = variables ?? .null {
      for member in members {
        values[member.name] = ForeignText.scalar(member.value["default"] ?? member.value["enum"]?.array?.first)
      }
    }
    var result = ""
    var known: Set<String> = []
    var rest = url[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      let name = String(rest[rest.utf8.index(after: open)..<close])
      result += rest[..<open]
      if let value = values[name] {
        result += value
      } else {
        result += "{{\(name)}}"
        if known.insert(name).inserted { rows.append(Row(name)) }
      }
      rest = rest[rest.utf8.index(after: close)...]
    }
    return result + rest
  }

  private func absolute(_ text: String, at place: String, _ losses: inout LossLedger) -> String {
    let url = Self.trimmed(text)
    if url.utf8.holds("://") || url.hasPrefix("{{") { return url }
    if let base = origin.url.map({ URLParts($0) }), base.host != nil {
      var resolved = base.resolving(text.isEmpty ? "/" : text)
      (resolved.userinfo, resolved.query, resolved.fragment) = (nil, nil, nil)
      return Self.trimmed(resolved.description)
    }
    if let host = Self.host(of: url) {
      let scheme = host.isLoopback ? "http" : "https"
      losses.tell("the server \(text) has no scheme; \(scheme) is used", at: place)
      return "\(scheme)://\(host.text)"
    }
    let path = url.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return path.map { "/" + $0 }.joined()
  }

  /// `//host/path`, or a host with its port.
  private static func host(of url: String) -> (text: String, isLoopback: Bool)? {
    let isNetworkPath = url.hasPrefix("//")
    let text = String(url.drop { $0 == "/" })
    let authority = text.prefix { $0 != "/" }
    let halves = authority.split(separator: ":", omittingEmptySubsequences: false)
    let hasPort = halves.count == 2 && !halves[1].isEmpty && halves[1].utf8.allSatisfy { $0.isASCIIDigit }
    guard isNetworkPath || (hasPort && !url.hasPrefix("/")), !authority.isEmpty else { return nil }
    let name = halves.first.map { $0.lowercased() } ?? ""
    return (text, name == "localhost" || name.hasPrefix("127.") || authority.hasPrefix("[::1]"))
  }

  /// Without surrounding blanks and trailing slashes: paths begin with one.
  private static func trimmed(_ url: String) -> String {
    var bytes = Array(url.utf8.drop { $0 <= 0x20 })
    while let last = bytes.last, last <= 0x20 || last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
