import Basics
import Terminal

/// Filters bytes for a terminal: characters that would control it or be invisible are shown as on the screen
/// (`VisibleText`); the rest is unchanged.
///
/// Works on a stream: the next piece completes a character cut at the end of a piece.
struct TerminalText {
  /// The form of a character that must not reach the terminal.
  enum Style: Sendable {
    /// `␛`, `<U+202E>`
    case text
    /// `\u001b`: the output remains valid JSON.
    case json
  }

  private let style: Style
  private let isUnicode: Bool
  /// The start of a character, or a carriage return that may belong to a line end.
  private var pending: [UInt8] = []
  /// True if the last character was an emoji, which a joiner or a variation selector may follow.
  private var isAfterPicture = false
  /// A joiner after an emoji; it is kept if another emoji follows.
  private var holdsJoiner = false
  /// True if any output differs from the input.
  private(set) var hasReplaced = false

  /// - Parameter isUnicode: true if the terminal supports more than ASCII. On an 8-bit terminal, bytes of UTF-8 may be
  ///   control characters.
  init(_ style: Style = .text, isUnicode: Bool = true) {
    self.style = style
    self.isUnicode = isUnicode
  }

  /// Filters the next piece.
  mutating func shown(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = pending + bytes
    pending = []
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x09 {
        if isAfterPicture { leavePicture(&output) }
        output.append(byte)
        index += 1
        continue
      }
      guard let length = append(bytes[index...], to: &output) else {
        pending = Array(bytes[index...])
        break
      }
      index += length
    }
    return output
  }

  /// The bytes still held back; call this at the end of the stream.
  mutating func rest() -> [UInt8] {
    var output: [UInt8] = []
    leavePicture(&output)
    for byte in pending { replace(byte, to: &output) }
    pending = []
    return output
  }

  /// Appends the first character, which is not printable ASCII.
  /// - Returns: its length in bytes; `nil` if more bytes are needed.
  private mutating func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) -> Int? {
    guard let first = bytes.first else { return nil }
    if first == 0x0D {
      guard let next = bytes.dropFirst().first else { return nil }
      leavePicture(&output)
      if next == 0x0A { output.append(first) } else { replace(Unicode.Scalar(first), to: &output) }
      return 1
    }
    let length = Self.length(first)
    guard length > 1 else {
      leavePicture(&output)
      replace(first, to: &output)
      return 1
    }
    guard bytes.count >= length else { return nil }
    guard let scalar = String(validating: bytes.prefix(length), as: UTF8.self)?.unicodeScalars.first else {
      leavePicture(&output)
      replace(first, to: &output)
      return 1
    }
    append(scalar, to: &output)
    return length
  }

  /// The length according to the first byte; 1 if no character begins with it.
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    guard isUnicode else { return replaceInASCII(scalar, to: &output) }
    let isPicture = scalar.properties.isEmoji || scalar.properties.isEmojiModifier
    if isAfterPicture, scalar.value == 0xFE0F, !holdsJoiner {
      output += Array("\u{FE0F}".utf8)
      return
    }
    if isAfterPicture, scalar.value == 0x200D, !holdsJoiner {
      holdsJoiner = true
      return
    }
    if holdsJoiner, isPicture {
      output += Array("\u{200D}".utf8)
      holdsJoiner = false
    }
    leavePicture(&output)
    isAfterPicture = isPicture
    if VisibleText.replacing(scalar) == nil {
      output += Array(String(scalar).utf8)
    } else {
      replace(scalar, to: &output)
    }
  }

  private mutating func leavePicture(_ output: inout [UInt8]) {
    if holdsJoiner { replace("\u{200D}", to: &output) }
    holdsJoiner = false
    isAfterPicture = false
  }

  private mutating func replaceInASCII(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    if style == .text, let sign = ASCIISigns.nearest(scalar) {
      output += Array(String(sign).utf8)
    } else {
      replace(scalar, to: &output)
    }
  }

  private mutating func replace(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    hasReplaced = true
    switch style {
    case .json:
      for unit in String(scalar).utf16 { output += Array("\\u\(Hexadecimal.text(UInt32(unit), digits: 4))".utf8) }
    case .text:
      let text = isUnicode ? VisibleText.replacing(scalar) : VisibleText.replacingInASCII(scalar)
      output += Array((text ?? "").utf8)
    }
  }

  /// Replaces a byte that is not part of a character.
  private mutating func replace(_ byte: UInt8, to output: inout [UInt8]) {
    if byte < 0x80 { return replace(Unicode.Scalar(byte), to: &output) }
    hasReplaced = true
    output += Array((style == .json ? "\\ufffd" : "<\(Hexadecimal.text([byte], uppercase: true))>").utf8)
  }
}

extension TerminalText {
  /// Makes text safe to display; line ends and tabs are kept.
  static func shown(_ text: String) -> String {
    // Nearly all text is printable ASCII.
    let isHarmless = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
    guard !isHarmless else { return text }
    var filter = TerminalText()
    return String(decoding: filter.shown(text.utf8) + filter.rest(), as: UTF8.self)
  }

  /// Makes text safe to display on one line: line breaks and tabs become visible, too.
  static func line(_ text: String) -> String {
    let shown = shown(text)
    guard shown.utf8.contains(where: { $0 < 0x20 }) else { return shown }
    var line = ""
    for scalar in shown.unicodeScalars {
      // Emoji keep their joiners.
      line += (scalar.value < 0x20 ? VisibleText.replacing(scalar) : nil) ?? String(scalar)
    }
    return line
  }
}

/// The control sequences that the command line sends to a terminal; it sends no others.
struct TerminalControl: Sendable {
  /// True if the terminal may receive control sequences: `NO_COLOR` and `TERM=dumb` ask for plain lines.
  static var isWanted: Bool {
    (Locale.variable("NO_COLOR") ?? "").isEmpty && Locale.variable("TERM") != "dumb"
  }

  let bytes: [UInt8]

  private init(_ sequence: String) { bytes = Array(sequence.utf8) }

  /// Clears the cursor's line.
  static let clearLine = TerminalControl("\r\u{1b}[K")

  /// Clears `count` lines, the last of which contains the cursor.
  static func clearLines(_ count: Int) -> TerminalControl {
    TerminalControl((count > 1 ? "\u{1b}[\(count - 1)A" : "") + "\r\u{1b}[J")
  }
}

/// Pads text to columns, counted in characters.
enum PaddedText {
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
