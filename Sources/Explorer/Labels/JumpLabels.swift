import Terminal

/// A letter on each thing that can be gone to: the key goes there.
package struct JumpLabels: Equatable, Sendable {
  struct Label: Equatable, Sendable {
    let letter: Character
    /// Where the letter stands, and where a click would go there.
    let place: Point
  }

  let labels: [Label]

  /// Those under the fingers first.
  private static let letters = Array("asdfghjklqwertyuiopzxcvbnmASDFGHJKLQWERTYUIOPZXCVBNM1234567890")

  /// - Parameter places: the most wanted first; what finds no letter any more has none.
  init(_ places: [Point]) {
    labels = zip(Self.letters, places).map { Label(letter: $0, place: $1) }
  }

  /// The keys that the bottom line names.
  static let keys = [(key: "a … Z", label: "go there"), (key: "Esc", label: "close")]

  static func frame(in size: Size) -> Rect { Rect(x: 0, y: size.rows - 1, width: size.columns, height: 1) }

  func place(of key: Key) -> Point? {
    guard case .character(let letter) = key.code, key.modifiers.isEmpty else { return nil }
    return labels.first { $0.letter == letter }?.place
  }

  func draw(_ state: some Appearance, into screen: inout Screen) {
    for label in labels {
      screen.write(String(label.letter), at: label.place, style: state.theme[.accentInk].adding(.bold))
    }
  }
}
