import Basics

/// Reads records of separated values (RFC 4180), tolerant of stray quotes.
struct DelimitedReader {
  let separator: UInt8

  /// The record that starts at `start` and the offset after it; `nil` if it is not complete yet.
  func record(
    _ bytes: UnsafeRawBufferPointer, at start: Int, isFinal: Bool
  ) -> (fields: [[UInt8]], end: Int)? {
    var fields: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
    var i = start
    while i < bytes.count {
      let c = bytes[i]
      if isQuoted {
        if c != 0x22 {
          field.append(c)
        } else if i + 1 < bytes.count, bytes[i + 1] == 0x22 {
          field.append(c)
          i += 1
        } else if i + 1 == bytes.count, !isFinal {
          return nil
        } else {
          isQuoted = false
        }
      } else if c == 0x22, field.isEmpty {
        isQuoted = true
      } else if c == separator {
        fields.append(field)
        field = []
      } else if c == 0x0A {
        if field.last == 0x0D { field.removeLast() }
        return (fields + [field], i + 1)
      } else {
        field.append(c)
      }
      i += 1
    }
    guard isFinal, i > start else { return nil }
    return (fields + [field], i)
  }
}

/// Formats separated values as a table: the first record is the header, columns are as wide as the first records need.
struct TableAligner: TextTransform {
  private let reader: DelimitedReader
  private var widths: [Int] = []
  private var isSized = false
  private var hasHead = false
  private static let sample = 64 << 10
  private static let widest = 40

  init(separator: UInt8) { reader = DelimitedReader(separator: separator) }

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    if !isSized {
      guard isFinal || bytes.count >= Self.sample else { return 0 }
      measure(bytes, isFinal: isFinal)
      isSized = true
    }
    var position = bytes.starts(with: ByteOrderMark.utf8) && !hasHead ? 3 : 0
    while let record = reader.record(bytes, at: position, isFinal: isFinal) {
      position = record.end
      write(record.fields, into: &output)
      if !hasHead { writeRule(into: &output) }
      hasHead = true
    }
    return isFinal ? bytes.count : position
  }

  private mutating func measure(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) {
    var position = 0
    var records = 0
    while records < 1000, position < Self.sample, let record = reader.record(bytes, at: position, isFinal: isFinal) {
      position = record.end
      records += 1
      for (column, field) in record.fields.enumerated() {
        if column == widths.count { widths.append(1) }
        widths[column] = max(widths[column], min(Self.width(field), Self.widest))
      }
    }
  }

  private func write(_ fields: [[UInt8]], into output: inout [UInt8]) {
    for (column, field) in fields.enumerated() {
      if column > 0 { output.append(contentsOf: " \u{2502} ".utf8) }
      for byte in field {
        // A line feed inside a field must not end the row.
        if byte == 0x0A { output.append(contentsOf: "\u{2424}".utf8) } else { output.append(byte) }
      }
      guard column + 1 < fields.count else { continue }
      let wanted = column < widths.count ? widths[column] : 0
      output.append(contentsOf: repeatElement(0x20, count: max(0, wanted - Self.width(field))))
    }
    output.append(0x0A)
  }

  private func writeRule(into output: inout [UInt8]) {
    let line = widths.map { String(repeating: "\u{2500}", count: $0) }.joined(separator: "\u{2500}\u{253C}\u{2500}")
    output.append(contentsOf: line.utf8)
    output.append(0x0A)
  }

  private static func width(_ field: [UInt8]) -> Int {
    TextWidth.of(String(decoding: field, as: UTF8.self))
  }
}
