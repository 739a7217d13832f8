/// The characters for lines and boxes.
package struct Border: Hashable, Sendable {
  /// The directions in which a stroke leaves the middle of its cell.
  struct Arms: OptionSet, Hashable, Sendable {
    let rawValue: Int
    static let up = Arms(rawValue: 1)
    static let down = Arms(rawValue: 2)
    static let left = Arms(rawValue: 4)
    static let right = Arms(rawValue: 8)
  }

  /// One stroke for each set of arms, in the order of `Arms.rawValue`; the first has no arms.
  private let strokes: [String]

  private init(_ strokes: String) { self.strokes = strokes.map { String($0) } }

  /// `┌─┐`
  package static let light = Border(" │││─┘┐┤─└┌├─┴┬┼")
  /// `╭─╮`
  package static let round = Border(" │││─╯╮┤─╰╭├─┴┬┼")
  /// `+-+`
  package static let ascii = Border(" |||-+++-+++-+++")

  func stroke(_ arms: Arms) -> String {
    strokes.indices.contains(arms.rawValue) ? strokes[arms.rawValue] : " "
  }

  /// The arms of a stroke that is already on the screen; `nil` if the text is not a stroke.
  func arms(of text: String) -> Arms? {
    guard text != " ", let index = strokes.lastIndex(of: text) else { return nil }
    // A stroke with one arm looks like a whole line, which comes later in the list; `+` does not reveal its arms.
    return index == 15 && text == "+" ? [] : Arms(rawValue: index == 8 ? 12 : index)
  }
}
