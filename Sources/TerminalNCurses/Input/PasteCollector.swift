/// Gathers a bracketed paste until its end mark, whatever stands in it.
struct PasteCollector {
  private static let endMark: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []
  /// Set when the end mark has come.
  private(set) var text: String?

  /// Takes bytes up to the end mark; gives back what follows it, or `nil` while it has not come.
  mutating func take(_ input: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // The mark may begin in bytes taken before.
    let searchFrom = max(0, bytes.count - PasteCollector.endMark.count + 1)
    bytes += input
    guard let end = markPosition(from: searchFrom) else { return nil }
    let rest = bytes[(end + PasteCollector.endMark.count)...]
    text = PasteCollector.text(of: bytes[..<end])
    return rest
  }

  /// What has come when the end mark seems lost.
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

  /// Terminals send CR for a line end; pasted text has LF.
  private static func text(of bytes: ArraySlice<UInt8>) -> String {
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
