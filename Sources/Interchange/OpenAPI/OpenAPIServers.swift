import Basics
import HTTPModel
import Workspaces

/// Converts the servers of a document to the variable `baseUrl`: absolute without a trailing slash, or a text without a
/// host that the user must complete.
struct OpenAPIServers {
  let origin: ImportOrigin

  /// - Parameter server: `nil` if the document names none, which means the URL of the document.
  func variables(_ server: JSONValue?, at place: String, _ losses: inout LossLedger) -> [Row] {
    let written = server?["url"]?.string ?? ""
    var rows: [Row] = []
    let filled = filled(written, server?["variables"], &rows)
    let url = absolute(filled, at: place, &losses)
    if url.isEmpty {
      losses.report("no server is given: baseUrl is empty; set it to the address of the API", at: place)
    } else if url.hasPrefix("/") {
      losses.report("the server has no host, complete baseUrl", at: place, written)
    }
    return [Row("baseUrl", url)] + rows
  }

  /// One environment for each server if there are several.
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

  /// Fills in the server's variables with their defaults; an undeclared one becomes one of ours.
  private func filled(_ url: String, _ variables: JSONValue?, _ rows: inout [Row]) -> String {
    var values: [String: String] = [:]
    for member in variables?.members ?? [] {
      values[member.name] = ForeignText.scalar(member.value["default"] ?? member.value["enum"]?.array?.first)
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
      let scheme = URLParts("http://\(host)").isOnThisComputer ? "http" : "https"
      losses.report("the server has no scheme, \(scheme) is used", at: place, text)
      return "\(scheme)://\(host)"
    }
    let path = url.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return path.map { "/" + $0 }.joined()
  }

  /// Parses `//host/path`, or a host with its port.
  private static func host(of url: String) -> String? {
    let isNetworkPath = url.hasPrefix("//")
    let text = String(url.drop { $0 == "/" })
    let authority = text.prefix { $0 != "/" }
    let halves = authority.split(separator: ":", omittingEmptySubsequences: false)
    let hasPort = halves.count == 2 && !halves[1].isEmpty && halves[1].utf8.allSatisfy { $0.isASCIIDigit }
    guard isNetworkPath || (hasPort && !url.hasPrefix("/")), !authority.isEmpty else { return nil }
    return text
  }

  /// The URL without surrounding blanks and trailing slashes, because paths begin with one.
  private static func trimmed(_ url: String) -> String {
    var bytes = Array(url.utf8.drop { $0 <= 0x20 })
    while let last = bytes.last, last <= 0x20 || last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The source of an imported text: the base of its relative references and server URLs.
package struct ImportOrigin: Sendable {
  /// The reason why a file next to the source is not read, in plain language.
  package struct Refusal: Error, Hashable, Sendable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  package typealias Reading = @Sendable (_ path: String) throws(Refusal) -> [UInt8]

  /// The URL from which the text was fetched, if any.
  package var url: String?
  /// The name of the source's own file, by which other files refer to it.
  package var fileName: String
  /// The folders from the outermost permitted one down to that of the source.
  package var folders: [String]
  /// Reads a file by its path relative to the source's folder; `nil` if there is no folder.
  package var reading: Reading?

  package init(url: String? = nil, fileName: String = "", folders: [String] = [], reading: Reading? = nil) {
    self.url = url
    self.fileName = fileName
    self.folders = folders
    self.reading = reading
  }

  /// The path of the source, relative to the outermost folder.
  var path: String { (folders + [fileName]).joined(separator: "/") }

  /// Converts a path relative to the outermost folder to one for `reading`.
  func sibling(_ path: String) -> String { (folders.map { _ in ".." } + [path]).joined(separator: "/") }
}
