/// The look of a cell: two colours and attributes. Styles are compared and merged, never interpreted.
package struct Style: Hashable, Sendable {
  /// The attributes in the low byte, then 25 bits for each colour: compact, because every cell has a style and all of
  /// them are compared.
  @usableFromInline var bits: UInt64

  package init(
    _ foreground: Color = .terminal, on background: Color = .terminal, _ attributes: Attributes = Attributes()
  ) {
    bits = UInt64(attributes.rawValue) | foreground.bits << 8 | background.bits << 33
  }

  @usableFromInline init(bits: UInt64) { self.bits = bits }

  @inlinable package static var plain: Style { Style(bits: 0) }

  package var foreground: Color {
    get { Color(bits: bits >> 8 & 0x1FF_FFFF) }
    set { bits = bits & ~(0x1FF_FFFF << 8) | newValue.bits << 8 }
  }

  package var background: Color {
    get { Color(bits: bits >> 33 & 0x1FF_FFFF) }
    set { bits = bits & ~(0x1FF_FFFF << 33) | newValue.bits << 33 }
  }

  package var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    package static let reverse = Attributes(rawValue: 8)
    package static let italic = Attributes(rawValue: 16)
  }

  package func adding(_ attributes: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(attributes)
    return copy
  }
}

/// A colour in a terminal's terms. Themes choose it; the device maps it to a colour that the terminal can show.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// An entry of the 256-colour palette (0–15 the terminal's own, 16–231 the cube, 232–255 greys).
  case palette(UInt8)
  /// Any RGB colour, for terminals that can show it.
  case rgb(RGB)
}

extension Color {
  /// 25 bits: 0 for the terminal's own colour, the palette entry plus one, or RGB with the highest bit set.
  var bits: UInt64 {
    switch self {
    case .terminal: 0
    case .palette(let index): UInt64(index) + 1
    case .rgb(let light): 1 << 24 | UInt64(light.hex)
    }
  }

  init(bits: UInt64) {
    if bits & 1 << 24 != 0 {
      self = .rgb(RGB(hex: UInt32(truncatingIfNeeded: bits) & 0xFF_FFFF))
    } else {
      self = bits == 0 ? .terminal : .palette(UInt8(truncatingIfNeeded: bits &- 1))
    }
  }
}

/// A colour in red, green and blue, for pictures and contrast.
package struct RGB: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour from `0xRRGGBB`.
  package init(hex: UInt32) {
    self.init(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF))
  }

  /// `0xRRGGBB`
  package var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// `#rrggbb`
  package var hexText: String {
    let text = String(hex, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - text.utf8.count)) + text
  }

  /// Relative luminance, 0 to 1 (WCAG 2.2).
  package var luminance: Double {
    0.2126 * RGB.linear(red) + 0.7152 * RGB.linear(green) + 0.0722 * RGB.linear(blue)
  }

  /// Contrast ratio, 1 to 21 (WCAG 2.2).
  package func contrast(with other: RGB) -> Double {
    let lighter = max(luminance, other.luminance)
    let darker = min(luminance, other.luminance)
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// This colour mixed half and half with another; used for `dim`.
  package func mixed(with other: RGB) -> RGB {
    func half(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((UInt16(one) + UInt16(two)) / 2) }
    return RGB(half(red, other.red), half(green, other.green), half(blue, other.blue))
  }

  var isGrey: Bool { max(red, green, blue) - min(red, green, blue) < 16 }

  /// The approximate perceptual distance of two colours: squared differences, weighted by channel.
  func distance(to other: RGB) -> Int {
    func square(_ one: UInt8, _ two: UInt8) -> Int { (Int(one) - Int(two)) * (Int(one) - Int(two)) }
    return 3 * square(red, other.red) + 4 * square(green, other.green) + 2 * square(blue, other.blue)
  }

  /// Converts sRGB to linear light. A table of 256 values, computed once, avoids calling a C library for the power 2.4.
  private static func linear(_ channel: UInt8) -> Double { linearValues[Int(channel)] }

  private static let linearValues: [Double] = (0...255).map { value in
    let part = Double(value) / 255
    guard part > 0.04045 else { return part / 12.92 }
    // x^2.4 = (x^12)^(1/5); the fifth root by Newton's method.
    let base = (part + 0.055) / 1.055
    let target = (0..<12).reduce(1.0) { product, _ in product * base }
    var root = 1.0
    for _ in 0..<200 {
      let fourth = root * root * root * root
      root -= (fourth * root - target) / (5 * fourth)
    }
    return root
  }
}

/// Parses the background colour reported by terminals.
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

  /// By the total luminance of the parts (ITU-R BT.709).
  private static func isLight(_ parts: [Double?]) -> Bool? {
    guard let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
  }
}
