/// How a cell looks: two colours and attributes. Styles are compared and merged, never interpreted.
public struct Style: Hashable, Sendable {
  /// The attributes in the low byte, then 25 bits for each colour: compact, because every cell has a style and all of
  /// them are compared.
  @usableFromInline var bits: UInt64

  public init(_ foreground: Color = .terminal, on background: Color = .terminal, _ attributes: Attributes = []) {
    bits = UInt64(attributes.rawValue) | foreground.bits << 8 | background.bits << 33
  }

  @usableFromInline init(bits: UInt64) { self.bits = bits }

  @inlinable public static var plain: Style { Style(bits: 0) }

  public var foreground: Color {
    get { Color(bits: bits >> 8 & 0x1FF_FFFF) }
    set { bits = bits & ~(0x1FF_FFFF << 8) | newValue.bits << 8 }
  }

  public var background: Color {
    get { Color(bits: bits >> 33 & 0x1FF_FFFF) }
    set { bits = bits & ~(0x1FF_FFFF << 33) | newValue.bits << 33 }
  }

  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }

  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let underline = Attributes(rawValue: 4)
    public static let reverse = Attributes(rawValue: 8)
    public static let italic = Attributes(rawValue: 16)
  }

  /// The same style with more attributes.
  public func adding(_ attributes: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(attributes)
    return copy
  }

  /// The same style with another background.
  public func on(_ background: Color) -> Style {
    var copy = self
    copy.background = background
    return copy
  }
}
