/// One part of a multipart body (RFC 2046 section 5.1).
package struct MultipartPart: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package var name: String
    package var value: String
  }

  /// In the received order.
  package var fields: [Field]
  /// The part's content in the body.
  package var range: Range<Int>
  /// True if its closing boundary was found.
  package var isComplete: Bool

  /// The value of a field, ignoring case.
  package func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The `name` and `filename` of a form part (RFC 7578).
  package var name: String? { disposition["name"] }
  package var fileName: String? { disposition["filename"] }

  private var disposition: [String: String] {
    field("Content-Disposition").map { ParameterizedField($0).parameters } ?? [:]
  }
}

/// Finds the boundaries of a multipart body.
package struct MultipartReader {
  private let delimiter: [UInt8]
  /// A longer header is cut. The bytes of a body without an empty line would otherwise all become fields.
  private static let longestHeader = 64 << 10

  package init(boundary: String) { delimiter = Array("--\(boundary)".utf8) }

  /// - Parameters:
  ///   - most: the number of parts after which the rest is not read.
  ///   - isWanted: selects the parts that are kept in memory.
  package func parts(
    of bytes: UnsafeRawBufferPointer, most: Int = 10_000, where isWanted: (MultipartPart) -> Bool = { _ in true }
  ) -> [MultipartPart] {
    var parts: [MultipartPart] = []
    func add(_ range: Range<Int>, isComplete: Bool) {
      let part = part(bytes, range, isComplete)
      if isWanted(part) { parts.append(part) }
    }
    var start: Int?
    var from = 0
    while parts.count < most, let mark = ByteSearch.first(delimiter, in: bytes, from: from) {
      from = mark + delimiter.count
      guard mark == 0 || bytes[mark - 1] == 0x0A else { continue }
      if let start { add(start..<lineEnd(bytes, before: mark, notBelow: start), isComplete: true) }
      if from + 1 < bytes.count, bytes[from] == 0x2D, bytes[from + 1] == 0x2D { return parts }
      while from < bytes.count, bytes[from] != 0x0A { from += 1 }
      from = min(from + 1, bytes.count)
      start = from
    }
    if let start, start < bytes.count { add(start..<bytes.count, isComplete: false) }
    return parts
  }

  /// The line break before a boundary belongs to the boundary.
  private func lineEnd(_ bytes: UnsafeRawBufferPointer, before mark: Int, notBelow low: Int) -> Int {
    var end = mark
    if end > low, bytes[end - 1] == 0x0A { end -= 1 }
    if end > low, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private func part(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ isComplete: Bool) -> MultipartPart {
    var fields: [MultipartPart.Field] = []
    let limit = min(range.upperBound, range.lowerBound + Self.longestHeader)
    var i = range.lowerBound
    while i < limit {
      var end = i
      while end < limit, bytes[end] != 0x0A { end += 1 }
      var line = String(decoding: bytes[i..<end], as: UTF8.self)
      if line.hasSuffix("\r") { line.removeLast() }
      i = min(end + 1, limit)
      if line.isEmpty { break }
      if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        fields.append(MultipartPart.Field(name: String(line[..<colon]), value: String(value)))
      } else if line.first == " " || line.first == "\t", !fields.isEmpty {
        fields[fields.count - 1].value += " " + line.drop { $0 == " " || $0 == "\t" }
      }
    }
    return MultipartPart(fields: fields, range: i..<range.upperBound, isComplete: isComplete)
  }
}
