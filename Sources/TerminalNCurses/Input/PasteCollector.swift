/// Collects a bracketed paste up to its end mark, whatever the content.
struct PasteCollector {
  private static let endMark: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []
  /// Set once the end mark has arrived.
  private(set) var text: String?

  /// Consumes bytes up to the end mark; returns the bytes after it, or `nil` if the mark has not arrived yet.
  mutating func take(_ input: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // The mark may begin in the earlier bytes.
    let searchFrom = max(0, bytes.count - PasteCollector.endMark.count + 1)
    bytes += input
    guard let end = markPosition(from: searchFrom) else { return nil }
    let rest = bytes[(end + PasteCollector.endMark.count)...]
    text = PasteCollector.text(of: bytes[..<end])
    return rest
  }

  /// The text so far, for when the end mark seems lost.
  func textSoFar() -> String { PasteCollector.text(of: bytes[...]) }

  private func markPosition(from start: Int) -> Int? {
    let mark = PasteCollector.endMark
    var index = start
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0] && bytes[index..<index + mark.count].elementsEqual(mark) { return index }
      index += 1
    }
    return nil
  }

  /// Terminals send CR as the line end; pasted text uses LF.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var wasReturn = false
    for byte in bytes {
      if byte == 0x0A && wasReturn {
        wasReturn = false
        continue
      }
      wasReturn = byte == 0x0D
      result.append(wasReturn ? 0x0A : byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
