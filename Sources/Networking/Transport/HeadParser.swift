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
  static func field(_ line: UnsafeRawBufferPointer) -> Header {
    let line = line.trimmed
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Header(text(of: line), "") }
    let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
    return Header(text(of: name), text(of: UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed))
  }

  static func field(_ line: [UInt8]) -> Header { line.withUnsafeBytes { field($0) } }

  /// The fields of a whole head, its first line skipped. A line that begins with a blank continues the one before.
  static func fields(ofHead head: [UInt8]) -> Headers {
    var fields: [Header] = []
    head.withUnsafeBytes { head in
      var start = (head.firstIndex(of: 0x0a) ?? head.count - 1) + 1
      while start < head.count {
        let end = head[start...].firstIndex(of: 0x0a) ?? head.count
        let line = UnsafeRawBufferPointer(rebasing: head[start..<end])
        if !line.trimmed.isEmpty { add(line, to: &fields) }
        start = end + 1
      }
    }
    return Headers(fields)
  }

  static func add(_ line: UnsafeRawBufferPointer, to fields: inout [Header]) {
    guard let first = line.first, first == 0x20 || first == 0x09, let last = fields.popLast() else {
      return fields.append(field(line))
    }
    fields.append(Header(last.name, last.value + " " + text(of: line.trimmed)))
  }

  /// UTF-8 where it is, else Latin-1, so that every byte is shown as something.
  static func text(of bytes: some Collection<UInt8>) -> String {
    // ASCII, which nearly every head is, needs no second look.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension UInt8 {
  /// A blank or a line end, as heads have them.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0d || self == 0x0a }
}

extension UnsafeRawBufferPointer {
  /// Without blanks and line ends on either side.
  var trimmed: UnsafeRawBufferPointer {
    var (start, end) = (0, count)
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}

extension Collection<UInt8> {
  /// Without blanks and line ends on either side.
  var trimmed: SubSequence {
    let start = drop(while: \.isBlank)
    var end = start.endIndex
    var index = start.startIndex
    while index != start.endIndex {
      let after = start.index(after: index)
      if !start[index].isBlank { end = after }
      index = after
    }
    return start[start.startIndex..<end]
  }
}
