import HTTPTypes

/// Reads the lines of message heads as a server or a client wrote them (RFC 9112), forgiving what can be shown.
enum HeadParser {
  /// A whole head, with its status line and the empty line at its end. `nil` when the first line is no status line.
  static func head(_ raw: [UInt8]) -> ResponseHead? {
    raw.withUnsafeBytes { bytes in
      guard let line = StatusLine(bytes.prefix(while: { $0 != 0x0a })) else { return nil }
      var fields: [Header] = []
      fields.reserveCapacity(16)
      forEachLine(of: bytes) { line in
        if !line.allSatisfy({ $0 == 0x0d }) { add(line, to: &fields) }
      }
      return ResponseHead(
        httpVersion: line.httpVersion, status: .init(code: line.code, reasonPhrase: line.reason),
        headers: Headers(fields), raw: raw)
    }
  }

  /// `Name: value` without the blanks around the value; a line without a colon is a name without a value.
  static func field(_ line: UnsafeRawBufferPointer) -> Header {
    let line = line.trimmed
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Header(text(of: line), "") }
    let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
    return Header(text(of: name), text(of: UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed))
  }

  static func field(_ line: [UInt8]) -> Header { line.withUnsafeBytes { field($0) } }

  /// The fields of a request's head as they were sent, its first line skipped: every blank but the usual one behind the
  /// colon is the value's. A line that begins with a blank continues the one before.
  static func fields(ofHead head: [UInt8]) -> Headers {
    var fields: [Header] = []
    head.withUnsafeBytes { head in
      forEachLine(of: head) { line in
        if line.trimmed.isEmpty { return }
        let isFolded = line[0] == 0x20 || line[0] == 0x09
        guard !isFolded, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return add(line, to: &fields) }
        let end = line.last == 0x0d ? line.count - 1 : line.count
        let value = text(of: UnsafeRawBufferPointer(rebasing: line[(colon + 1)..<end]))
        fields.append(Header(text(of: UnsafeRawBufferPointer(rebasing: line[..<colon])), behindColon: value[...]))
      }
    }
    return Headers(fields)
  }

  /// The lines after the first, without their line feeds.
  private static func forEachLine(of head: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var start = (head.firstIndex(of: 0x0a) ?? head.count - 1) + 1
    while start < head.count {
      let end = head[start...].firstIndex(of: 0x0a) ?? head.count
      body(UnsafeRawBufferPointer(rebasing: head[start..<end]))
      start = end + 1
    }
  }

  static func add(_ line: UnsafeRawBufferPointer, to fields: inout [Header]) {
    guard let first = line.first, first == 0x20 || first == 0x09, let last = fields.indices.last else {
      return fields.append(field(line))
    }
    fields[last].value += " "
    fields[last].value += text(of: line.trimmed)
    fields[last].omitsBlank = false
  }

  /// UTF-8 where it is, else Latin-1, so that every byte is shown as something.
  static func text(of bytes: some Collection<UInt8>) -> String {
    // ASCII, which nearly every head is, needs no second look.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension UnsafeRawBufferPointer {
  /// Without blanks and line ends on either side.
  var trimmed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: trimming(while: \.isBlankOrLineEnd)) }
}

extension BidirectionalCollection<UInt8> {
  /// Without blanks and line ends on either side.
  var trimmed: SubSequence { trimming(while: \.isBlankOrLineEnd) }
}
