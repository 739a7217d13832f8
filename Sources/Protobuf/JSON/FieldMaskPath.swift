internal import Basics

/// A path of a field mask: `foo_bar.baz` in messages, `fooBar.baz` in JSON.
enum FieldMaskPath {
  /// `nil` if the text would not lead back to the path.
  static func jsonText(_ path: String) -> String? {
    var text: [UInt8] = []
    var isAfterUnderscore = false
    for byte in path.utf8 {
      guard !byte.isASCIIUppercase else { return nil }
      if isAfterUnderscore {
        guard byte.isASCIILowercase else { return nil }
        text.append(byte & 0xDF)
        isAfterUnderscore = false
      } else if byte == UInt8(ascii: "_") {
        isAfterUnderscore = true
      } else {
        text.append(byte)
      }
    }
    return isAfterUnderscore ? nil : String(decoding: text, as: UTF8.self)
  }

  /// `nil` if it has an underscore, which no text of a path has.
  static func path(_ text: some StringProtocol) -> String? {
    var path: [UInt8] = []
    for byte in text.utf8 {
      guard byte != UInt8(ascii: "_") else { return nil }
      if byte.isASCIIUppercase { path.append(UInt8(ascii: "_")) }
      path.append(byte.asciiLowercased)
    }
    return String(decoding: path, as: UTF8.self)
  }
}
