import Terminal

extension AppState {
  mutating func press(_ key: Key, in page: ConflictPage) -> [Effect] {
    var page = page
    let height = ConflictView.listHeight(of: page, in: size)
    switch key {
    case .escape, .control("c"), .character("q"):
      overlay = nil
      return say(.information, "\(page.name) is as it was: ^S asks again")
    case .up, .character("k"): page.offset -= 1
    case .down, .character("j"): page.offset += 1
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
      guard mouse.point.y == size.rows - 1, let letter = Footer.key(at: mouse.point.x, in: Overlay.conflict(page).keys)
      else { return [] }
      return letter == "Esc" ? press(.escape, in: page) : press(.character(Character(letter)), in: page)
    case .release, .drag: break
    }
    return scroll(page)
  }

  private mutating func scroll(_ page: ConflictPage) -> [Effect] {
    var page = page
    page.offset = min(max(0, page.offset), max(0, page.lines.count - 1))
    overlay = .conflict(page)
    return []
  }
}
