import Basics
import Terminal

/// Collects a bracketed paste up to its end mark, for any content.
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

  /// The text so far, for a paste whose end mark seems lost.
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

/// Recognizes a paste from a terminal without bracketed paste: a URL, a request on a line or a curl command that
/// arrives in one read. A user cannot type that fast, and its letters must never run as keys.
struct PlainPaste: Equatable {
  let events: [Event]

  private static let starts = ["http://", "https://", "curl ", "$ curl "]

  /// - Parameter bytes: the result of one read; the initializer returns `nil` if these are keys.
  init?(_ bytes: [UInt8]) {
    let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }
    // A held key arrives in one piece, too, and most pieces are shorter than any address.
    guard bytes.count > 5, isText, String(validating: bytes, as: UTF8.self) != nil else { return nil }
    let lines = PasteCollector.text(of: bytes[...])
    guard Self.begins(lines) else { return nil }
    // A line end after a single line is an Enter key, whether pressed or pasted.
    let isEntered = lines.hasSuffix("\n") && lines.dropLast().allSatisfy { $0 != "\n" }
    let pasted = Event.paste(isEntered ? String(lines.dropLast()) : lines)
    events = isEntered ? [pasted, .key(.enter)] : [pasted]
  }

  private static func begins(_ text: String) -> Bool {
    if starts.contains(where: { text.utf8.count > $0.utf8.count && text.hasPrefix($0) }) { return true }
    let word = text.prefix { $0 != " " && $0 != "\n" }
    if word.utf8.count == text.utf8.count || text.dropFirst(word.count) == "\n" { return isAddress(word) }
    return isMethod(word) && starts.prefix(2).contains { text.dropFirst(word.count + 1).hasPrefix($0) }
  }

  private static func isMethod(_ word: Substring) -> Bool {
    (3...12).contains(word.count) && word.allSatisfy { ("A"..."Z").contains($0) }
  }

  /// True for a host with a dot, a port or a path. Keys typed ahead can look alike: `jj.use` moves, opens a menu and
  /// filters it. So the first label needs three different letters, unless the whole text is an address in digits.
  private static func isAddress(_ word: Substring) -> Bool {
    let label = word.prefix { !".:/?#".contains($0) }
    let isHost = word.beginsWithHost || label.utf8.allSatisfy(\.isInHostName) && word.dropFirst(label.count).isPath
    guard isHost else { return false }
    let host = word.prefix { !":/?#".contains($0) }
    let isNumeric = host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    return isNumeric ? host.split(separator: ".").count == 4 : Set(label).count > 2
  }
}

extension Substring {
  fileprivate var isPath: Bool { hasPrefix("/") && utf8.count > 1 }
}
