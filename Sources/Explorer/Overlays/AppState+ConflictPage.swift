import Terminal

extension AppState {
  mutating func press(_ key: Key, in page: ConflictPage) -> [Effect] {
    var page = page
    let (rows, place) = ConflictView.list(of: page, in: size)
    switch key {
    case .escape, .control("c"), .character("q"):
      overlay = nil
      return say(.information, "\(page.name) is as it was: ^S asks again")
    case .enter: return decide(page.choice, page)
    case .character(" "): page.choose(nil)
    case .left, .character("h"): page.choose(.mine)
    case .right, .character("l"): page.choose(.theirs)
    case .up, .character("k"): page.move(by: -1, in: rows, height: place.height)
    case .down, .character("j"): page.move(by: 1, in: rows, height: place.height)
    case .pageUp: page.offset -= place.height
    case .pageDown: page.offset += place.height
    default:
      guard case .character(let letter) = key.code, key.modifiers.isEmpty,
        let choice = ConflictPage.answers[Character(letter.lowercased())]
      else { return [] }
      return decide(choice, page)
    }
    return show(page, rows, height: place.height)
  }

  /// A decision applies only to a version that the user has seen: a newer one is shown first.
  private mutating func decide(_ choice: ConflictChoice, _ page: ConflictPage) -> [Effect] {
    overlay = nil
    guard let version = sessions[page.key]?.onDisk else {
      return say(.information, "\(page.name): there is nothing to choose any more")
    }
    guard version.number == page.version else {
      return say(.warning, "\(page.name): the file changed once more")
        + showConflict(page.key, savesAfter: page.savesAfter)
    }
    return apply(.files(.conflictDecided(page.key, choice, savesAfter: page.savesAfter)))
  }

  /// The wheel scrolls; a click on a version chooses it for its field, a click on a key in the last row acts like the
  /// key.
  mutating func click(_ mouse: Mouse, in page: ConflictPage) -> [Effect] {
    var page = page
    let (rows, place) = ConflictView.list(of: page, in: size)
    switch mouse.kind {
    case .wheelUp: page.offset -= 1
    case .wheelDown: page.offset += 1
    case .press:
      let frame = ConflictView.frame(of: page, in: size)
      if let key = OverlayView.key(at: mouse.point, of: ConflictPage.keys, in: frame) {
        return press(ConflictPage.key(named: key), in: page)
      }
      let index = page.offset + mouse.point.y - place.y
      guard place.contains(mouse.point), rows.rows.indices.contains(index) else { return [] }
      let row = rows.rows[index]
      page.cursor = row.field
      if rows.isBeside {
        let middle = place.x + rows.title + rows.side + 6
        if mouse.point.x >= place.x + rows.title { page.choose(mouse.point.x < middle ? .mine : .theirs) }
      } else if row.mine != nil || row.theirs != nil {
        page.choose(row.mine != nil ? .mine : .theirs)
      }
    case .release, .drag: break
    }
    return show(page, rows, height: place.height)
  }

  private mutating func show(_ page: ConflictPage, _ rows: ConflictRows, height: Int) -> [Effect] {
    var page = page
    page.offset = min(max(0, page.offset), max(0, rows.rows.count - height))
    overlay = .conflict(page)
    return []
  }
}

extension ConflictPage {
  /// Moves to the next field, scrolling first through a field taller than the window.
  mutating func move(by step: Int, in rows: ConflictRows, height: Int) {
    let range = rows.range(of: cursor)
    if step > 0, range.upperBound > offset + height, range.lowerBound < offset + height {
      offset += 1
      return
    }
    if step < 0, range.lowerBound < offset {
      offset -= 1
      return
    }
    cursor = min(max(0, cursor + step), max(0, fields.count - 1))
    let next = rows.range(of: cursor)
    if step < 0 { offset = min(offset, max(next.lowerBound, next.upperBound - height)) }
    if next.lowerBound < offset { offset = next.lowerBound }
    if next.upperBound > offset + height { offset = min(next.lowerBound, next.upperBound - height) }
  }

  fileprivate static func key(named name: String) -> Key {
    switch name {
    case "Enter": .enter
    case "Space": .character(" ")
    case "Esc": .escape
    default: .character(Character(name))
    }
  }
}
