/// How a cell looks: two colours and attributes. Compare, merge, never interpret.
public struct Style: Hashable, Sendable {
  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  public init(_ foreground: Color = .terminal, on background: Color = .terminal, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static var plain: Style { Style() }

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

  /// The same style on another background.
  public func on(_ background: Color) -> Style {
    var copy = self
    copy.background = background
    return copy
  }
}
