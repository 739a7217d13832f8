/// What terminals tell of their background.
package enum BackgroundColor {
  /// The answer to OSC 11: `11;rgb:RRRR/GGGG/BBBB`, with one to four hexadecimal digits each, or `11;#RRGGBB`.
  package static func isLight(answer: some StringProtocol) -> Bool? {
    guard answer.hasPrefix("11;") else { return nil }
    let color = answer.dropFirst(3)
    if color.hasPrefix("rgb:") || color.hasPrefix("rgba:") {
      let parts = color.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3 || parts.count == 4 else { return nil }
      return isLight(parts.prefix(3).map { part($0) })
    }
    guard color.hasPrefix("#"), color.utf8.count == 7 else { return nil }
    let digits = Array(color.utf8.dropFirst())
    return isLight([0, 2, 4].map { part(String(decoding: digits[$0..<$0 + 2], as: UTF8.self)) })
  }

  /// `COLORFGBG`, which rxvt, Konsole and others set: `15;0` or `0;default;15`, palette indices of text and background.
  package static func isLight(colorFGBG: String) -> Bool? {
    guard let last = colorFGBG.split(separator: ";").last, let index = Int(last), (0...15).contains(index) else {
      return nil
    }
    return index == 7 || index >= 9
  }

  /// From 0 to 1.
  private static func part(_ digits: some StringProtocol) -> Double? {
    guard (1...4).contains(digits.utf8.count), let value = Int(digits, radix: 16), value >= 0 else { return nil }
    return Double(value) / Double(1 << (4 * digits.utf8.count) - 1)
  }

  /// By the luminance that the parts have together (ITU-R BT.709).
  private static func isLight(_ parts: [Double?]) -> Bool? {
    guard let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
  }
}
