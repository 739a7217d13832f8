/// How a cell looks: two colours and attributes. Styles are compared and merged, never interpreted.
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

  /// The same style with more attributes.
  package func adding(_ attributes: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(attributes)
    return copy
  }

  /// The same style with another background.
  package func on(_ background: Color) -> Style {
    var copy = self
    copy.background = background
    return copy
  }
}
