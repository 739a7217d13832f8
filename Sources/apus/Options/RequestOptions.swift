import ArgumentParser
import Basics
import Networking
import Workspaces

/// The options that create or change a request; names and meanings are curl's where curl has them.
struct RequestOptions: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("X", allowingJoined: true), .customLong("request")],
    help: ArgumentHelp("The method.", valueName: "method"))
  var method: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Send a saved request to this URL instead.", valueName: "url"))
  var url: String?

  @Option(
    name: [.customShort("p", allowingJoined: true), .customLong("param")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Set a :name of the path or a query parameter; may be repeated.", valueName: "name=value")
  )
  var parameters: [String] = []

  @Option(help: ArgumentHelp("Remove a query parameter; may be repeated.", valueName: "name"))
  var noParam: [String] = []

  @Option(
    name: [.customShort("H", allowingJoined: true), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header; 'Name:' removes it, 'Name;' sends it empty.", valueName: "name: value"))
  var headers: [String] = []

  @Option(
    help: ArgumentHelp("Request only these bytes of the answer: 0-499, 500-, -500.", valueName: "first-last"))
  var range: String?

  @Option(
    help: ArgumentHelp("The operation to send of a GraphQL document with several.", valueName: "name"))
  var operation: String?

  @Flag(name: .of(.encodeURL), help: .of(.encodeURL))
  var encodeURL = false

  @Flag(name: .of(.noEncodeURL), help: .of(.noEncodeURL))
  var noEncodeURL = false

  func validate() throws {
    if encodeURL, noEncodeURL { throw ValidationError("--encode-url and --no-encode-url exclude each other.") }
    if let range, !Self.isRange(range) {
      throw ValidationError("--range takes positions of bytes, such as 0-499, 500- or -500.")
    }
  }

  /// RFC 9110, section 14.1.2.
  private static func isRange(_ text: String) -> Bool {
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { part in
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      return ends.count == 2 && ends != ["", ""] && ends.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) }
    }
  }

  func headerLines() throws(Failure) -> [HeaderLine] {
    var lines: [HeaderLine] = []
    for text in headers + [range.map { "Range: bytes=\($0)" }].compactMap(\.self) { lines.append(try HeaderLine(text)) }
    return lines
  }
}

/// One `-H`, parsed as in curl: a field to send as written, to send empty, or to omit.
struct HeaderLine: Hashable {
  enum Meaning: Hashable {
    case send(Header)
    case remove
  }

  let name: String
  let meaning: Meaning

  init(_ text: String) throws(Failure) {
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      name = String(text[..<colon])
      let written = text[text.utf8.index(after: colon)...]
      let isBlank = written.utf8.allSatisfy(\.isBlank)
      meaning = isBlank ? .remove : .send(Header(name, behindColon: written))
    } else if text.hasSuffix(";") {
      name = String(text.dropLast())
      meaning = .send(Header(name, ""))
    } else {
      throw Failure(.usage, "-H '\(text.startOfArgument)' is not a header; write -H 'Name: value'")
    }
    guard !name.isEmpty else { throw Failure(.usage, "-H has no name before its '\(text.prefix(1))'") }
  }
}

extension String {
  /// The name at the start of a malformed argument, for messages. A forgotten colon or equals sign leaves the value,
  /// which may be a credential, behind it.
  var startOfArgument: String {
    let name = String(decoding: utf8.prefix(while: \.isToken), as: UTF8.self)
    return name == self ? name : name + "…"
  }
}
