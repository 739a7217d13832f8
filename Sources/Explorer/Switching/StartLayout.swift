import Terminal

/// The positions on the start page.
struct StartLayout: Equatable {
  /// The frame around all of it.
  let frame: Rect
  let title: Rect
  /// The frame around the smart line, as that of a pane.
  let request: Rect
  let hint: Rect
  /// A row for each choice, then for each of the folders opened before.
  let choices: [Rect]
  let recent: [Rect]
  /// Above the folders.
  let heading: Rect

  /// `nil` in a window that has no room for it.
  init?(_ page: StartPage, in size: Size) {
    frame = Rect(x: 0, y: 1, width: size.columns, height: size.rows - 2)
    let width = min(84, frame.width - 6)
    let left = frame.x + (frame.width - width) / 2
    let gap = frame.height >= 30 ? 2 : 1
    let least = 1 + gap + 1 + gap + 1 + page.choices.count
    let room = frame.height - 2 - least - gap - 1
    let count = max(0, min(StartPage.mostRecent, page.recent.count, room))
    guard width >= 44, frame.height - 2 >= least else { return nil }
    let height = least + (count > 0 ? gap + 1 + count : 0)
    var y = frame.y + 1 + max(0, (frame.height - 2 - height) / 3)
    func row(after gap: Int = 0) -> Rect {
      defer { y += gap + 1 }
      return Rect(x: left, y: y + gap, width: width, height: 1)
    }
    title = row()
    let line = row(after: gap)
    request = Rect(x: line.x - 2, y: line.y - 1, width: line.width + 4, height: 3)
    hint = row(after: gap)
    choices = page.choices.map { _ in row() }
    heading = count > 0 ? row(after: gap) : Rect(x: left, y: y, width: 0, height: 0)
    recent = (0..<count).map { _ in row() }
  }

  /// The rows that can be chosen, in order.
  var rows: [Rect] { choices + recent }
}
