import Basics
import Documents
import SessionModel
package import Terminal
import Workspaces

/// The page that asks whether the scripts of a collection may run, and shows their code.
package struct ScriptConsent: Feature {
  package enum Action: Equatable, Sendable {
    case pressed(Key)
    case clicked(Mouse)
  }

  /// The request that is sent after the answer; `nil` in an empty page.
  private(set) var key: RequestKey?
  private(set) var question = ScriptQuestion(collection: "", scripts: [])
  private(set) var cursor = ListCursor()
  /// The code of the script under the cursor.
  private(set) var code = TextArea("", viewport: Size(columns: 80, rows: 24))
  /// True if the keys scroll the code.
  private(set) var isReading = false

  package init() {}

  init(_ question: ScriptQuestion, for key: RequestKey, in size: Size) {
    self.key = key
    self.question = question
    showCode(in: size)
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    fit(in: context.app.size)
    switch action {
    case .pressed(let key): press(key, in: &context)
    case .clicked(let mouse): click(mouse, in: &context)
    }
  }

  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    switch key {
    case .escape where isReading: isReading = false
    case .escape, .control("c"):
      context.perform(.overlay(.close))
      context.perform(.sending(.abandoned()))
    case .enter: if context.app.boxes.isDrawn { isReading.toggle() }
    case .character("a"): answer(in: &context) { .effect(.transfer(.allowScripts($0.question, $1))) }
    case .character("n"): answer(in: &context) { .sending(.step($1, .scriptsDeclined)) }
    default: if let motion = Motion(key) { move(motion, in: context.app.size) }
    }
  }

  private func answer(in context: inout FeatureContext, with action: (Self, RequestKey) -> Explorer.Action) {
    guard context.app.boxes.isDrawn, let key else { return }
    context.perform(.overlay(.close))
    context.perform(action(self, key))
  }

  private mutating func move(_ motion: Motion, in size: Size) {
    let places = places(in: size)
    guard !isReading else {
      let first = motion.row(from: code.top, page: max(1, places.code.height - 1), count: code.lines.count)
      return code.scroll(by: first - code.top)
    }
    cursor.move(motion, count: question.scripts.count, height: places.list.height)
    showCode(in: size)
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let size = context.app.size
    let places = places(in: size)
    let isWheel = mouse.kind == .wheelUp || mouse.kind == .wheelDown
    if isWheel, places.code.contains(mouse.point) { return code.scroll(by: mouse.kind == .wheelUp ? -3 : 3) }
    let former = cursor.row
    let pressed = cursor.click(mouse, count: question.scripts.count, on: places.list, in: places.frame)
    if cursor.row != former { showCode(in: size) }
    if pressed != nil, mouse.clicks > 1 { isReading = true }
  }

  private mutating func showCode(in size: Size) {
    let text = question.scripts.indices.contains(cursor.row) ? question.scripts[cursor.row].code : ""
    code = TextArea(text, viewport: code.viewport)
    fit(in: size)
  }

  private mutating func fit(in size: Size) {
    let place = places(in: size).code
    let viewport = Size(columns: max(1, place.width), rows: max(1, place.height))
    if code.viewport != viewport { code.viewport = viewport }
  }
}

/// The box: the list of scripts, and below it the code of the one under the cursor.
extension ScriptConsent: Box {
  var staysBelow: CoveringBoxes { .questions }

  var keys: [(key: String, label: String)] {
    let ways = isReading ? [("↑ ↓", "scroll"), ("Esc", "back")] : [("Enter", "read"), ("Esc", "cancel")]
    return [("a", "allow all from now on"), ("n", "send without scripts")] + ways
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] { app.apply(.pressed(key), to: \.scriptConsent) }
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] { app.apply(.clicked(mouse), to: \.scriptConsent) }

  func frame(in app: AppState) -> Rect { places(in: app.size).frame }

  private struct Places {
    let frame: Rect
    let words: Rect
    let list: Rect
    /// The title of the code; empty if only one of list and code has room.
    let title: Rect
    let code: Rect
  }

  private func places(in size: Size) -> Places {
    let frame = OverlayView.frame(width: 110, in: size)
    let (words, rest) = OverlayView.content(of: frame).splitTop(frame.height >= 8 ? 2 : 1)
    guard rest.height >= 8 else {
      let (all, none) = (rest, rest.splitTop(0).0)
      return Places(
        frame: frame, words: words, list: isReading ? none : all, title: none, code: isReading ? all : none)
    }
    let (list, below) = rest.splitTop(min(question.scripts.count, rest.height / 3))
    let (title, code) = below.splitTop(2)
    return Places(frame: frame, words: words, list: list, title: title, code: code)
  }

  func draw(_ app: AppState, into screen: inout Screen) {
    let (theme, scripts) = (app.theme, question.scripts)
    let places = places(in: app.size)
    let facts = [StyledText(Quantity.amount(scripts.count, "script"), theme[.dim])]
    PaneFrame.box("Before sending", facts: facts, app, in: places.frame, into: &screen)
    let name = question.collection.split(separator: "/").last.map(String.init) ?? ""
    screen.write(
      "The collection \(VisibleText.of(name)) contains scripts that you have not allowed yet.", in: places.words,
      style: theme[.text].adding(.bold))
    let phases = scripts.map { TextWidth.of($0.phase) }.max() ?? 0
    cursor.draw(
      count: scripts.count, in: places.list, frame: places.frame, isFocused: !isReading, app, into: &screen
    ) { row, place, screen in
      let script = scripts[row]
      let lines = Quantity.amount(script.code.split(omittingEmptySubsequences: false) { $0.isNewline }.count, "line")
      let (right, left) = (place.splitRight(TextWidth.of(lines)).1, place.splitRight(TextWidth.of(lines) + 2).0)
      let (phase, file) = left.splitLeft(phases + 2)
      screen.write(script.phase, in: phase, style: theme[.dim])
      screen.write(VisibleText.of("\(script.file):\(script.line)"), in: file, style: theme[.text])
      screen.write(lines, in: right, style: theme[.faint])
    }
    if places.title.height > 0, scripts.indices.contains(cursor.row) {
      OverlayView.drawRule(at: places.title.y, app, in: places.frame, into: &screen)
      let script = scripts[cursor.row]
      let style = isReading ? theme[.accent].adding(.bold) : theme[.dim]
      screen.write(
        VisibleText.of("\(script.phase) of \(script.file)"), in: places.title.splitTop(1).1, style: style)
    }
    guard places.code.height > 0 else { return }
    let style = EditedLineStyle(language: .javaScript, theme: theme, variables: nil)
    code.draw(
      into: &screen, in: places.code,
      style: TextFieldStyle(text: theme[.text], selection: theme[.selected], lineNumbers: theme[.faint], brackets: nil),
      isFocused: false
    ) { style.runs(of: code.lines[$0]) }
    PaneFrame.scrollbar(
      offset: code.top, total: code.lines.count, rows: places.code, in: places.frame, app, into: &screen)
  }
}

extension AppState {
  /// The page in the open box.
  var scriptConsent: ScriptConsent? {
    get { if case .scriptConsent(let page)? = overlay { page } else { nil } }
    set { overlay = newValue.map(Overlay.scriptConsent) }
  }
}
