/// The strokes that lines and boxes are drawn with.
public struct Border: Hashable, Sendable {
  /// In which directions a stroke leaves the middle of its cell.
  struct Arms: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let up = Arms(rawValue: 1)
    static let down = Arms(rawValue: 2)
    static let left = Arms(rawValue: 4)
    static let right = Arms(rawValue: 8)
  }

  /// A stroke for each set of arms, in the order of `Arms.rawValue`; none has no arms.
  private let strokes: [String]

  private init(_ strokes: String) { self.strokes = strokes.map { String($0) } }

  /// `┌─┐`
  public static let light = Border(" │││─┘┐┤─└┌├─┴┬┼")
  /// `╭─╮`
  public static let round = Border(" │││─╯╮┤─╰╭├─┴┬┼")
  /// `+-+`
  public static let ascii = Border(" |||-+++-+++-+++")

  func stroke(_ arms: Arms) -> String {
    strokes.indices.contains(arms.rawValue) ? strokes[arms.rawValue] : " "
  }

  /// The arms of a stroke that stands on the screen already; `nil` when the text is no stroke.
  func arms(of text: String) -> Arms? {
    guard text != " ", let index = strokes.lastIndex(of: text) else { return nil }
    // Strokes with one arm look like whole lines, which come later; `+` alone does not tell its arms.
    return index == 15 && text == "+" ? [] : Arms(rawValue: index == 8 ? 12 : index)
  }
}
