import Terminal

/// The choice between two versions of a request, in a box above the panes.
///
/// It changes no request: it says which version is wanted through an `Outcome`.
enum ConflictFeature {
  enum Action: Equatable {
    case pressed(Key)
    case clicked(Mouse)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case decided(RequestKey, ConflictChoice, savesAfter: Bool)
    /// The file changed once more: its new version is to be shown.
    case showAgain(RequestKey, savesAfter: Bool)
  }

  struct Surroundings {
    var size: Size
    /// The number of the version that is in the file now; `nil` if there is nothing to choose any more.
    var version: Int?
  }

  /// - Parameter page: `nil` once the box is closed.
  static func reduce(_ page: inout ConflictPage?, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .pressed(let key): press(key, &page, in: given)
    case .clicked(let mouse): click(mouse, &page, in: given)
    }
  }

  private static func press(_ key: Key, _ shown: inout ConflictPage?, in given: Surroundings) -> [Outcome] {
    guard var page = shown else { return [] }
    let (rows, place) = ConflictView.list(of: page, in: given.size)
    switch key {
    case .escape, .control("c"), .character("q"):
      shown = nil
      return [.said(.information, "\(page.name) is unchanged: \(key: "save") asks again")]
    case .enter: return decide(page.choice, &shown, in: given)
    case .character(" "): page.choose(nil)
    case .left, .character("h"): page.choose(.mine)
    case .right, .character("l"): page.choose(.theirs)
    case .up, .character("k"): page.move(by: -1, in: rows, height: place.height)
    case .down, .character("j"): page.move(by: 1, in: rows, height: place.height)
    case .pageUp: page.offset -= place.height
    case .pageDown: page.offset += place.height
    default:
      guard case .character(let letter) = key.code, key.modifiers.isEmpty,
        let choice = page.answers[Character(letter.lowercased())]
      else { return [] }
      return decide(choice, &shown, in: given)
    }
    page.scroll(within: rows, height: place.height)
    shown = page
    return []
  }

  /// A decision applies only to a version that the user has seen: a newer one is shown first.
  private static func decide(
    _ choice: ConflictChoice, _ shown: inout ConflictPage?, in given: Surroundings
  ) -> [Outcome] {
    guard let page = shown else { return [] }
    shown = nil
    guard let version = given.version else {
      return [.said(.information, "\(page.name): nothing is left to choose")]
    }
    guard version == page.version else {
      return [
        .said(.warning, "\(page.name): the file changed once more"),
        .showAgain(page.key, savesAfter: page.savesAfter),
      ]
    }
    return [.decided(page.key, choice, savesAfter: page.savesAfter)]
  }

  /// The wheel scrolls; a click on a version chooses it for its field, a click on a key in the last row acts like the
  /// key.
  private static func click(_ mouse: Mouse, _ shown: inout ConflictPage?, in given: Surroundings) -> [Outcome] {
    guard var page = shown else { return [] }
    let (rows, place) = ConflictView.list(of: page, in: given.size)
    switch mouse.kind {
    case .wheelUp: page.offset -= 1
    case .wheelDown: page.offset += 1
    case .press:
      let frame = ConflictView.frame(of: page, in: given.size)
      if mouse.button == .left, let key = OverlayView.key(at: mouse.point, of: page.keys, in: frame) {
        return press(ConflictPage.key(named: key), &shown, in: given)
      }
      let index = page.offset + mouse.point.y - place.y
      guard place.contains(mouse.point), rows.rows.indices.contains(index) else { return [] }
      if mouse.button == .right {
        page.cursor = rows.rows[index].field
      } else {
        page.choose(at: mouse.point, row: rows.rows[index], rows, place)
      }
    case .release, .drag: break
    }
    page.scroll(within: rows, height: place.height)
    shown = page
    return []
  }
}
