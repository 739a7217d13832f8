import Basics

/// Finds what the file of a request refers to of other requests' answers, without parsing it: a list shows who needs whom.
///
/// Comments and docs are left out, because nothing of them is sent.
enum AnswerReferences {
  /// Each once, as written between the braces, in the order of the file.
  static func names(in bytes: [UInt8]) -> [String] {
    // Nearly no file has one, and every file of a workspace is asked.
    guard bytes.withUnsafeBytes({ RequestSource.isInBraces(UInt8(ascii: "|"), $0) }) else { return [] }
    var lines: [String] = []
    var isDocs = false
    for line in bytes.split(separator: 0x0A) {
      if let first = line.first, first != 0x20, first != UInt8(ascii: "}") { isDocs = line.starts(with: "docs".utf8) }
      guard !isDocs, line.first(where: { $0 != 0x20 }) != UInt8(ascii: "#") else { continue }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return ResponseReference.references(in: lines).map(\.name)
  }
}
