import ArgumentParser

/// What a request is made of or changed by on the command line; names and meanings are curl's.
struct RequestOptions: ParsableArguments {
  @Option(
    name: [.customShort("X", allowingJoined: true), .customLong("request")],
    help: ArgumentHelp("The method.", valueName: "method"))
  var method: String?

  @Option(
    name: [.customShort("H", allowingJoined: true), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header; 'Name:' takes one away, 'Name;' sends it empty.", valueName: "name: value"))
  var headers: [String] = []

  @Option(
    name: [.customShort("d", allowingJoined: true), .customLong("data")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The body, @FILE or @- for standard input; several are joined by &.", valueName: "data"))
  var data: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A JSON body (text, @FILE or @-), with the headers that say so.", valueName: "text"))
  var jsonBody: String?

  func validate() throws {
    if jsonBody != nil, !data.isEmpty { throw ValidationError("--json-body and --data exclude each other.") }
  }

  /// The headers taken apart.
  func headerLines() throws(Failure) -> [HeaderLine] {
    var lines: [HeaderLine] = []
    for text in headers { lines.append(try HeaderLine(text)) }
    return lines
  }

  /// The body that was asked for, files and standard input read; `nil` where none was.
  func body() throws(Failure) -> (bytes: [UInt8], contentType: String)? {
    if let jsonBody {
      let bytes = jsonBody.hasPrefix("@") ? try InputFile.bytes(of: String(jsonBody.dropFirst())) : Array(jsonBody.utf8)
      return (bytes, "application/json")
    }
    guard !data.isEmpty else { return nil }
    var bytes: [UInt8] = []
    for (index, text) in data.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "&")) }
      if text.hasPrefix("@") {
        // As curl does: line ends and zero bytes of a file are left out.
        bytes += try InputFile.bytes(of: String(text.dropFirst())).filter { $0 != 0x0a && $0 != 0x0d && $0 != 0 }
      } else {
        bytes += Array(text.utf8)
      }
    }
    return (bytes, "application/x-www-form-urlencoded")
  }
}

/// One `-H`: a field to send, to send empty, or to leave out.
struct HeaderLine: Hashable {
  enum Meaning: Hashable {
    case send(String)
    case remove
  }

  let name: String
  let meaning: Meaning

  init(_ text: String) throws(Failure) {
    if let colon = text.firstIndex(of: ":") {
      name = String(text[..<colon])
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      meaning = value.isEmpty ? .remove : .send(String(value))
    } else if text.hasSuffix(";") {
      name = String(text.dropLast())
      meaning = .send("")
    } else {
      throw Failure(.usage, "-H '\(TerminalText.shown(text))' is no header; write -H 'Name: value'")
    }
    guard !name.isEmpty else { throw Failure(.usage, "-H '\(TerminalText.shown(text))' has no name") }
  }
}
