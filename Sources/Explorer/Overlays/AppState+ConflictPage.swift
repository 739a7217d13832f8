import Terminal

extension AppState {
  mutating func press(_ key: Key, in page: ConflictPage) -> [Effect] {
    var page = page
    let height = ConflictView.listHeight(of: page, in: size)
    switch key {
    case .escape, .control("c"), .character("q"):
      overlay = nil
      return say(.information, "\(page.name) is as it was: ^S asks again")
    case .up, .character("k"): page.move(by: -1, in: size)
    case .down, .character("j"): page.move(by: 1, in: size)
    case .left, .character("h"): page.choose(theirs: false)
    case .right, .character("l"): page.choose(theirs: true)
    case .character(" "): page.choose(theirs: nil)
    case .enter:
      overlay = nil
      let choice = ConflictChoice.fields(theirs: page.taken)
      return apply(.files(.conflictDecided(page.key, choice, savesAfter: page.savesAfter)))
    case .pageUp: page.offset -= height
    case .pageDown: page.offset += height
    default: return decide(key, page)
    }
    return scroll(page)
  }

  private mutating func decide(_ key: Key, _ page: ConflictPage) -> [Effect] {
    guard case .character(let letter) = key.code,
      let taken = ConflictPage.choices.first(where: { $0.key == letter.lowercased() })
    else { return [] }
    overlay = nil
    return apply(.files(.conflictDecided(page.key, taken.choice, savesAfter: page.savesAfter)))
  }

  /// The wheel scrolls, a click on a choice in the bottom line takes it.
  mutating func click(_ mouse: Mouse, in page: ConflictPage) -> [Effect] {
    var page = page
    switch mouse.kind {
    case .wheelUp: page.offset -= 1
    case .wheelDown: page.offset += 1
    case .press:
      guard mouse.point.y == size.rows - 1 else { return choose(at: mouse.point, in: page) }
      guard let name = Footer.key(at: mouse.point.x, in: Overlay.conflict(page).keys) else { return [] }
      switch name {
      case "Esc": return press(.escape, in: page)
      case "Enter": return press(.enter, in: page)
      case "Space": return press(.character(" "), in: page)
      default: return name.first.map { press(.character($0), in: page) } ?? []
      }
    case .release, .drag: break
    }
    return scroll(page)
  }

  /// A click on a version chooses it.
  private mutating func choose(at point: Point, in page: ConflictPage) -> [Effect] {
    var page = page
    guard let (number, theirs) = ConflictView.version(at: point, of: page, in: size) else { return [] }
    page.cursor = number
    page.choose(theirs: theirs)
    return scroll(page)
  }

  private mutating func scroll(_ page: ConflictPage) -> [Effect] {
    var page = page
    page.offset = min(max(0, page.offset), max(0, page.lines.count - 1))
    overlay = .conflict(page)
    return []
  }
}

extension ConflictPage {
  /// To another field, which comes into view.
  fileprivate mutating func move(by step: Int, in size: Size) {
    cursor = min(max(0, cursor + step), max(0, fields.count - 1))
    guard let first = lines.firstIndex(where: { $0.number == cursor }) else { return }
    offset = min(offset, first)
    while offset < first, !ConflictView.shows(lineAt: first, of: self, in: size) { offset += 1 }
  }
}
