import Basics
import Terminal

/// Recognizes a paste from a terminal without bracketed paste: a URL or a curl command that arrives in one read. Nobody
/// types that fast, and its letters must never run as keys.
struct PlainPaste: Equatable {
  let events: [Event]

  private static let starts = ["http://", "https://", "curl "].map { Array($0.utf8) }

  /// - Parameter bytes: the result of one read; the initializer returns `nil` if these are keys.
  init?(_ bytes: [UInt8]) {
    guard Self.starts.contains(where: { bytes.count > $0.count && bytes.starts(with: $0) }) else { return nil }
    let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }
    guard isText, String(validating: bytes, as: UTF8.self) != nil else { return nil }
    let lines = PasteCollector.text(of: bytes[...])
    // A line end after a single line is an Enter key, whether pressed or pasted.
    let isEntered = lines.hasSuffix("\n") && lines.dropLast().allSatisfy { $0 != "\n" }
    let pasted = Event.paste(isEntered ? String(lines.dropLast()) : lines)
    events = isEntered ? [pasted, .key(.enter)] : [pasted]
  }
}
