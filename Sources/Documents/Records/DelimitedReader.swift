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

  /// The end of the record that starts at `start`, without splitting it into fields; `nil` if it is not complete yet.
  func end(ofRecordAt start: Int, in bytes: UnsafeRawBufferPointer, isFinal: Bool) -> Int? {
    guard start < bytes.count else { return nil }
    var isQuoted = false
    var isFieldStart = true
    var i = start
    while i < bytes.count {
      let c = bytes[i]
      i += 1
      if isQuoted {
        guard c == 0x22 else { continue }
        if i < bytes.count, bytes[i] == 0x22 { i += 1 } else { isQuoted = false }
      } else if c == 0x22 {
        isQuoted = isFieldStart
        isFieldStart = false
      } else if c == 0x0A {
        return i
      } else {
        isFieldStart = c == separator
      }
    }
    return isFinal ? i : nil
  }
}
