import Basics

/// The status line of a response (RFC 9112, section 4), parsed leniently: `HTTP/1.1 200 Fine`.
struct StatusLine {
  let code: Int
  private let version: UnsafeRawBufferPointer
  private let words: UnsafeRawBufferPointer

  /// `nil` if it is not a status line. Valid only as long as the bytes.
  init?(_ line: UnsafeRawBufferPointer) {
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
