import HTTPTypes

/// Reads the lines of message heads as a server or a client wrote them (RFC 9112), forgiving what can be shown.
enum HeadParser {
  /// `HTTP/1.1 200 Fine` → a head without fields. `nil` when it is not a status line.
  static func statusLine(_ line: some Collection<UInt8>) -> ResponseHead? {
    let text = line.trimmed
    guard text.starts(with: "HTTP/".utf8) else { return nil }
    let parts = text.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
    guard parts.count >= 2, parts[1].count == 3, parts[1].allSatisfy(\.isASCIIDigit) else { return nil }
    let code = parts[1].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    var version = String(decoding: parts[0].dropFirst(5), as: UTF8.self)
    if version.hasSuffix(".0"), version != "1.0" { version.removeLast(2) }
    let reason = parts.count > 2 ? Self.text(of: parts[2]) : ""
    return ResponseHead(httpVersion: version, status: .init(code: code, reasonPhrase: reason))
  }

  /// `Name: value` without the blanks around the value; a line without a colon is a name without a value.
  static func field(_ line: some Collection<UInt8>) -> Header {
    let line = line.trimmed
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Header(text(of: line), "") }
    return Header(text(of: line[..<colon]), text(of: line[line.index(after: colon)...].trimmed))
  }

  /// The fields of a whole head, its first line skipped. A line that begins with a blank continues the one before.
  static func fields(ofHead head: [UInt8]) -> Headers {
    var fields: [Header] = []
    for line in head.split(separator: 0x0a).dropFirst() where !line.trimmed.isEmpty {
      add(line, to: &fields)
    }
    return Headers(fields)
  }

  static func add(_ line: some Collection<UInt8>, to fields: inout [Header]) {
    guard let first = line.first, first == 0x20 || first == 0x09, let last = fields.popLast() else {
      return fields.append(field(line))
    }
    fields.append(Header(last.name, last.value + " " + text(of: line.trimmed)))
  }

  /// UTF-8 where it is, else Latin-1, so that every byte is shown as something.
  static func text(of bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension Collection<UInt8> {
  /// Without blanks and line ends on either side.
  var trimmed: SubSequence {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a }
    let start = drop(while: isBlank)
    var end = start.endIndex
    var index = start.startIndex
    while index != start.endIndex {
      let after = start.index(after: index)
      if !isBlank(start[index]) { end = after }
      index = after
    }
    return start[start.startIndex..<end]
  }
}
