import Basics
import HTTPTypes

/// Parses the lines of message heads (RFC 9112) leniently: everything that can be shown is kept.
package enum HeadParser {
  /// A complete head, with its status line and the final empty line. `nil` if the first line is not a status line.
  package static func head(_ raw: [UInt8]) -> ResponseHead? {
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

  /// `Name: value` without white space around the value; a line without a colon is a name without a value.
  static func field(_ line: UnsafeRawBufferPointer) -> Header {
    let line = line.trimmed
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Header(text(of: line), "") }
    let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
    return Header(text(of: name), text(of: UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed))
  }

  /// The fields of a request head as sent, without the request line. Only the usual space after the colon is dropped;
  /// other white space belongs to the value. A line that starts with white space continues the previous one.
  package static func fields(ofHead head: [UInt8]) -> Headers {
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

  /// Calls `body` with each line after the first, without its line feed.
  private static func forEachLine(of head: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var start = (head.firstIndex(of: 0x0a) ?? head.count - 1) + 1
    while start < head.count {
      let end = head[start...].firstIndex(of: 0x0a) ?? head.count
      body(UnsafeRawBufferPointer(rebasing: head[start..<end]))
      start = end + 1
    }
  }

  package static func add(_ line: UnsafeRawBufferPointer, to fields: inout [Header]) {
    guard let first = line.first, first == 0x20 || first == 0x09, let last = fields.indices.last else {
      return fields.append(field(line))
    }
    fields[last].value += " "
    fields[last].value += text(of: line.trimmed)
    fields[last].omitsBlank = false
  }

  /// Decodes UTF-8 if valid, else Latin-1, so that every byte is visible.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    // A fast path for ASCII, which nearly every head is.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return String(utf8: bytes)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension UnsafeRawBufferPointer {
  /// Without white space and line ends at either end.
  package var trimmed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: trimming(while: \.isBlankOrLineEnd)) }
}

extension BidirectionalCollection<UInt8> {
  /// Without white space and line ends at either end.
  package var trimmed: SubSequence { trimming(while: \.isBlankOrLineEnd) }
}

/// The status line of a response (RFC 9112, section 4), parsed leniently: `HTTP/1.1 200 Fine`.
package struct StatusLine {
  package let code: Int
  private let version: UnsafeRawBufferPointer
  private let words: UnsafeRawBufferPointer

  /// `nil` if it is not a status line. Valid only as long as the bytes.
  package init?(_ line: UnsafeRawBufferPointer) {
    let line = line.trimmed
    guard line.starts(with: "HTTP/".utf8), let blank = line.firstIndex(of: 0x20) else { return nil }
    version = UnsafeRawBufferPointer(rebasing: line[5..<blank])
    var start = blank
    while start < line.count, line[start] == 0x20 { start += 1 }
    let end = start + 3
    guard end <= line.count, end == line.count || line[end] == 0x20 else { return nil }
    var code = 0
    for digit in line[start..<end] {
      guard digit.isASCIIDigit else { return nil }
      code = code * 10 + Int(digit - 0x30)
    }
    self.code = code
    words = UnsafeRawBufferPointer(rebasing: line[min(end + 1, line.count)...])
  }

  init?(_ line: Slice<UnsafeRawBufferPointer>) {
    self.init(UnsafeRawBufferPointer(rebasing: line))
  }

  /// `1.0`, `1.1`, `2` or `3`.
  var httpVersion: String {
    var text = String(decoding: version, as: UTF8.self)
    if text.hasSuffix(".0"), text != "1.0" { text.removeLast(2) }
    return text
  }

  var reason: String { HeadParser.text(of: words) }
}
