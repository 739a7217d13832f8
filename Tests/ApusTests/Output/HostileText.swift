import Basics
import Foundation
import Terminal
import TestSupport

/// A workspace, files and a server whose names and values all try to control the terminal.
struct HostileText {
  /// Sets a title, clears the screen, reverses the text, hides in it, and overwrites it.
  static let text = "x\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{202e}\u{2066}\u{200b}\u{feff}\u{7f}\u{8}\u{e0041}\ry"
  /// The same with C1 controls as single bytes, which are not UTF-8.
  static let bytes = Array(text.utf8) + [0x9B, 0x32, 0x4A, 0x9D, 0x30, 0x3B, 0x78, 0x9C]

  /// The start of a PNG picture.
  static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x1B, 0x5B, 0x9B, 0, 1]

  let folder: TemporaryDirectory
  let server: RawServer
  var workspace: String { folder.path("w \(Self.text)") }

  init() throws {
    folder = try TemporaryDirectory("hostile")
    server = try RawServer { connection in
      while let request = connection.readRequest() { try connection.write(Self.answer(to: request)) }
    }
    let (name, text) = ("w \(Self.text)", Self.quoted)
    try folder.write("\(name)/opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: \(text)\n")
    try folder.write(
      "\(name)/environments/\(Self.text).yml",
      "name: \(text)\nprotected: true\nvariables:\n  - name: \(text)\n    value: \(text)\n  - name: base\n"
        + "    value: \(server.url)\n  - secret: true\n    name: \"s\(text.dropFirst())\n    command: \(text)\n")
    try folder.write(
      "\(name)/\(Self.text)/r.yml", Self.request("GET", "\(server.url)/text?q=\(Self.escapedForYAML)"))
    try folder.write("\(name)/r.yml", Self.request("GET", "\(server.url)/text"))
    try folder.write("\(name)/json.yml", Self.request("POST", "\(server.url)/json"))
    try folder.write("\(name)/binary.yml", Self.request("GET", "\(server.url)/binary"))
    try folder.write("\(name)/gone.yml", Self.request("GET", "http://127.0.0.1:1/\(Self.escapedForYAML)"))
    try folder.write("\(name)/broken \(Self.text).yml", "info: {name: \(text)\n  - [\n")
    try folder.write("f/a \(Self.text).json", Self.json)
    try folder.write("f/broken \(Self.text).json", "{\"\(Self.text)\": \u{1b}}")
    try folder.write("f/c \(Self.text).json", Self.postman(server.url))
    try folder.write("f/d \(Self.text).sh", "curl -d '\(Self.text)' '\(server.url)/\(Self.text)'\n")
    try folder.write("f/data \(Self.text).csv", "\(Self.text)\n\(Self.text)\n")
  }

  /// Runs a script in the folder on a terminal, with `apus` in its PATH.
  func run(_ script: String, with program: String) throws -> PseudoTerminal {
    let place = URL(fileURLWithPath: program).deletingLastPathComponent().path
    return try PseudoTerminal(
      "/bin/sh", [folder.path(script)], columns: 200,
      environment: [
        "PATH": "\(place):/usr/bin:/bin", "HOME": folder.path("home"), "H": Self.text, "W": workspace,
        "F": folder.path("f"), "U": server.url, "NO_PROXY": "*", "COLORFGBG": "15;0", "COLORTERM": "truecolor",
      ])
  }

  /// Every character escaped for places that accept YAML and JSON.
  static let escaped = text.utf16.map { unit in
    unit < 0x20 || unit > 0x7E ? String(format: "\\u%04x", Int(unit)) : String(UnicodeScalar(UInt8(unit)))
  }.joined()

  /// The same for YAML, which has no surrogates.
  private static let escapedForYAML = text.unicodeScalars.map { scalar in
    scalar.value < 0x20 || scalar.value > 0x7E ? String(format: "\\U%08x", scalar.value) : String(scalar)
  }.joined()

  private static let quoted = "\"\(escapedForYAML)\""

  private static let json =
    "{\"info\": {\"name\": \"\(escaped)\"}, \"\(text.filter { !$0.isASCII })\": [\"\(escaped)\"]}"

  private static func postman(_ url: String) -> String {
    let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    let request =
      "{\"method\": \"POST\", \"url\": \"\(url)/a\", \"header\": [{\"key\": \"A\", \"value\": \"\(escaped)\"}]}"
    return "{\"info\": {\"name\": \"\(escaped)\", \"schema\": \"\(schema)\"}, "
      + "\"item\": [{\"name\": \"\(escaped)\", \"request\": \(request)}]}"
  }

  private static func request(_ method: String, _ url: String) -> String {
    let text = quoted
    return "info:\n  name: \(text)\n  type: http\n  tags: [\(text)]\nhttp:\n  method: \(method)\n  url: \"\(url)\"\n"
      + "runtime:\n  assertions:\n    - expression: res.body\n      operator: eq\n      value: \(text)\n"
  }

  private static func answer(to request: CapturedRequest) -> [UInt8] {
    var type = "text/plain"
    // Mostly text, as in a log or a page.
    var body = bytes + Array("\nlast line \(String(repeating: "words ", count: 40))".utf8)
    if request.target.hasPrefix("/json") {
      (type, body) = ("application/json", Array("{\"a\": \"\u{9b}\u{202e}\u{7f}\"}".utf8))
    }
    if request.target.hasPrefix("/latin") {
      (type, body) = ("text/plain; charset=iso-8859-1", [0x63, 0x61, 0x66, 0xE9])
    }
    if request.target.hasPrefix("/binary") {
      (type, body) = ("image/png", picture)
    }
    let value = bytes.filter { $0 != 0x0D && $0 != 0 }
    let lines = ["HTTP/1.1 200 O".utf8.map { $0 } + value, Array("X-Hostile: ".utf8) + value]
    let head = lines.reduce([]) { $0 + $1 + [0x0D, 0x0A] }
    return head + Array("Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  /// The output without the sequences of Apus's own theme, which the hostile text does not contain.
  static func withoutColors(_ output: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var rest = output[...]
    while let byte = rest.first {
      if byte == 0x1B, let end = rest.prefix(24).firstIndex(of: 0x6D), isOwn(rest[...end]) {
        rest = rest[(end + 1)...]
      } else if rest.starts(with: [0x1B, 0x28, 0x42]) {
        rest = rest.dropFirst(3)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }

  private static func isOwn(_ sequence: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: sequence, as: UTF8.self)
    return ["\u{1b}[m", "\u{1b}[1m", "\u{1b}[2m"].contains(text)
      || text.wholeMatch(of: #/\u{1b}\[[34]8;2;[0-9;]+m/#) != nil
  }

  /// The first part of a terminal's input that the terminal might obey, with its context; `nil` if it is all text.
  static func firstOffence(in output: [UInt8]) -> String? {
    var text = withoutColors(output)
    // The program's own control sequences, and the CR that the terminal adds to line feeds.
    for own in ["\r\u{1b}[K", "\u{1b}[1A\r\u{1b}[J", "\u{1b}[2A\r\u{1b}[J", "\r\u{1b}[J"] {
      text = text.removing(Array(own.utf8))
    }
    while let place = text.firstRange(of: [0x0D, 0x0A]) { text.replaceSubrange(place, with: [0x0A]) }
    guard let string = String(validating: text, as: UTF8.self) else {
      let place = text.indices.first {
        String(validating: text[...$0].suffix(4), as: UTF8.self) == nil && text[$0] >= 0x80
      }
      return "no UTF-8 near \(String(decoding: text[(place ?? 0)...].prefix(60), as: UTF8.self).debugDescription)"
    }
    let scalars = Array(string.unicodeScalars)
    guard let place = scalars.firstIndex(where: { $0 != "\n" && $0 != "\t" && VisibleText.replacing($0) != nil }) else {
      return nil
    }
    var near = String.UnicodeScalarView()
    near.append(contentsOf: scalars[max(0, place - 40)..<min(scalars.count, place + 20)])
    return String(near).debugDescription
  }
}

extension [UInt8] {
  fileprivate func removing(_ part: [UInt8]) -> [UInt8] {
    var rest = self
    while let place = rest.firstRange(of: part) { rest.removeSubrange(place) }
    return rest
  }
}
