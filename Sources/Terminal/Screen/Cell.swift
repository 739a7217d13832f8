/// One cell of the screen: a grapheme and its style. A wide grapheme fills its cell and one `continuation` cell.
public struct Cell: Hashable, Sendable {
  public var text: String
  public var style: Style

  public init(_ text: String = " ", _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  public static let blank = Cell()
  /// The right half of a wide grapheme; it has no text.
  public static func continuation(_ style: Style) -> Cell { Cell("", style) }
  public var isContinuation: Bool { text.isEmpty }
}
