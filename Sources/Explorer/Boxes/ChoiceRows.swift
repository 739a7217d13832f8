import Terminal

/// The choices of a question in the last rows of its box: on as few rows as hold them, in shorter words if these are
/// still too many. A letter is never left out.
struct ChoiceRows {
  let rows: [[(key: String, label: String)]]
  /// The columns between two choices.
  let gap: Int

  /// - Parameter most: the rows that there is room for.
  init<Answer>(_ question: ChoiceQuestion<Answer>, width: Int, most: Int) {
    let usual = question.enterChoice?.letter
    let whole = question.choices.map { choice in
      (key: String(choice.letter), label: choice.label + (choice.letter == usual ? " (Enter)" : ""))
    }
    let verbs = whole.map { (key: $0.key, label: String($0.label.prefix { $0 != " " })) }
    for (form, gap) in [(whole, 2), (verbs, 2), (verbs, 1)] {
      guard let rows = Self.rows(of: form, gap: gap, width), rows.count <= most else { continue }
      (self.rows, self.gap) = (rows, gap)
      return
    }
    (rows, gap) = ([whole.map { (key: $0.key, label: "") }], 1)
  }

  /// `nil` if one of them is too wide for a row.
  private static func rows(
    of choices: [(key: String, label: String)], gap: Int, _ width: Int
  ) -> [[(key: String, label: String)]]? {
    var rows: [[(key: String, label: String)]] = [[]]
    var end = 0
    for choice in choices {
      let columns = OverlayView.width(ofKey: choice)
      guard columns <= width else { return nil }
      if end > 0, end + gap + columns > width {
        rows.append([])
        end = 0
      }
      end += columns + (end > 0 ? gap : 0)
      rows[rows.count - 1].append(choice)
    }
    return rows
  }

  /// The rows with their places at the foot of a box; the last one stands in its border.
  private func places(in frame: Rect) -> [(keys: [(key: String, label: String)], place: Rect)] {
    rows.enumerated().map { index, keys in
      let y = frame.maxY - rows.count + index
      return (keys, Rect(x: frame.x, y: y, width: frame.width, height: 1))
    }
  }

  func draw(in frame: Rect, _ state: some Appearance, into screen: inout Screen) {
    for (keys, place) in places(in: frame) { OverlayView.drawKeys(keys, gap: gap, state, in: place, into: &screen) }
  }

  /// The letter of the choice at a point of the screen.
  func letter(at point: Point, in frame: Rect) -> Character? {
    places(in: frame).lazy.compactMap { OverlayView.key(at: point, of: $0.keys, gap: gap, in: $0.place) }.first?.first
  }
}
