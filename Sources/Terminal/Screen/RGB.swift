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
