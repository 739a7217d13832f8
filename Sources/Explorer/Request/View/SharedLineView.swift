import Basics
import Terminal
import Workspaces

/// Draws whose settings are open, where a request has its URL: of a folder or a collection.
enum SharedLineView {
  static func draw(_ scene: RequestScene, in rect: Rect, into screen: inout Screen) {
    let draft = scene.session.draft
    let theme = scene.theme
    let word = draft.noun.prefix(1).uppercased() + draft.noun.dropFirst()
    let (badge, rest) = rect.splitLeft(min(rect.width, word.count + 2))
    screen.write(" \(word)", in: badge, style: theme[.accent].adding(.bold))
    Ground.lay(badge, on: .field, theme, &screen)
    let name = rest.splitLeft(1).1
    screen.write(draft.name, in: name, style: theme[.text].adding(.bold))
    let said = scene.contents.isEmpty ? "shared with the requests below" : "shared with \(scene.contents)"
    let (_, right) = name.splitRight(said.count)
    guard TextWidth.of(draft.name) + 2 <= name.width - said.count else { return }
    screen.write(said, in: right, style: theme[.dim])
  }
}
