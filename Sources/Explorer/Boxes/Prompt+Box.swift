import Basics
import Terminal
import Workspaces

extension Prompt: Box {
  var coversPanes: Bool { !isLive }

  /// A prompt that acts while the user types sits at the bottom, so that its effect stays visible.
  func frame(in app: AppState) -> Rect {
    let size = app.size
    let wanted = max(isSearch ? 78 : 64, TextWidth.of(title) + 6, min(100, size.columns / 2))
    let width = min(max(20, size.columns - 4), wanted)
    let y = isLive ? size.rows - 5 : max(1, size.rows / 4)
    return Rect(x: (size.columns - width) / 2, y: max(1, y), width: width, height: isPath ? 4 : 3)
  }

  func draw(_ app: AppState, into screen: inout Screen) {
    let frame = frame(in: app)
    let facts =
      isSearch ? app.searchBar.pieces(in: frame) : place.map { [StyledText("in \($0)", app.theme[.dim])] } ?? []
    PaneFrame.box(title, facts: facts, app, in: frame, into: &screen)
    let (row, below) = OverlayView.content(of: frame).splitTop(1)
    OverlayView.drawField(isHidden && !isRevealed ? field.hidden : field, app, in: row, into: &screen)
    if let target = target(from: app.program.startFolder) {
      // A path is cut at its start, because its end is the file name.
      let place = below.splitLeft(2).1
      screen.write(target, in: place, style: app.theme[.dim], truncation: .start)
    }
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    var prompt = self
    switch key {
    case .escape, .control("c"):
      app.keepTyped(self)
      app.overlay = nil
      app.switching.endsWhenSaved = false
      if purpose == .files(.collection) { app.sessions.savedInNewCollection = nil }
      return isLive ? app.change(by: purpose.action(.abandoned)) : []
    case .enter:
      if let fault = app.fault(of: self) { return app.say(.warning, fault) }
      app.overlay = nil
      if isAnsweredByDisk { app.boxes.keptTexts.answer(field.text, of: .prompt(purpose)) }
      return app.apply(.overlay(.answered(purpose, field.text)))
    case .tab where place != nil: return app.askForPlace(from: self)
    case .tab where completesPath: return [.files(.completePath(field.text, from: nil))]
    case .control("v") where isHidden:
      prompt.isRevealed.toggle()
      app.overlay = .prompt(prompt)
      return []
    default:
      if isSearch, let item = SearchOptions.Switch.allCases.first(where: { $0.key == key }) {
        return app.inResponse { $0.toggleSearch(item, field.text) }
      }
      _ = prompt.field.handle(key)
      if prompt.field.text != field.text { return app.typed(prompt) }
      app.overlay = .prompt(prompt)
      return []
    }
  }

  /// Handles a click on an option in the border of the search prompt, moves the caret, or selects text. A press outside
  /// the box keeps the typed text.
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    guard mouse.kind == .press && mouse.button != .right || mouse.kind == .drag else { return [] }
    let frame = frame(in: app)
    if isSearch, mouse.kind == .press, mouse.button == .left, mouse.point.y == frame.minY,
      let item = app.searchBar.hit(x: mouse.point.x, in: frame)
    {
      return app.inResponse { $0.toggleSearch(item, field.text) }
    }
    let place = OverlayView.content(of: frame).splitLeft(2).1.splitTop(1).0
    guard place.contains(mouse.point) else { return [] }
    var prompt = self
    prompt.field.click(
      column: mouse.point.x - place.x, width: place.width, clicks: mouse.clicks,
      selecting: mouse.kind == .drag || mouse.modifiers.contains(.shift))
    app.overlay = .prompt(prompt)
    return []
  }

  func paste(_ line: String, in app: inout AppState) -> [Effect] {
    var prompt = self
    prompt.field.paste(line)
    return app.typed(prompt)
  }

  func bringBackText(in app: inout AppState) -> [Effect] {
    guard let text = app.boxes.keptTexts.take(.prompt(purpose)) else { return [] }
    var prompt = self
    prompt.field.bringBack(text)
    return app.typed(prompt)
  }

  func linearList(in app: AppState) -> LinearList { .text(title, "", []) }

  func linearEdit(in app: AppState) -> LinearEdit? { LinearEdit(title, field, isHidden: isHidden) }

  private var isSearch: Bool { purpose == .response(.search) }
}

/// Acting on a prompt.
extension AppState {
  /// Inserts a completed path, unless the user has typed on. If several files begin like it, lists their names.
  mutating func completePath(_ completion: CompletedPath) -> [Effect] {
    guard let overlay else { return inRequestPane { $0.completePath(completion) } }
    guard case .prompt(var prompt) = overlay, prompt.completesPath, prompt.field.text == completion.typed else {
      return []
    }
    if completion.text != completion.typed { prompt.field.replaceAll(with: completion.text) }
    self.overlay = .prompt(prompt)
    return completion.words.map { say(.information, $0) } ?? []
  }

  mutating func typed(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    // The field starts with the `$` of every expression; users who type another one mean a single `$`.
    if prompt.purpose == .response(.jsonPath), prompt.field.text.hasPrefix("$$") {
      let caret = prompt.field.caret
      prompt.field = TextField(String(prompt.field.text.dropFirst()))
      prompt.field.moveCaret(to: max(0, caret - 1))
    }
    overlay = .prompt(prompt)
    return prompt.isLive ? change(by: prompt.purpose.action(.typed(prompt.field.text))) : []
  }

  /// The reason why the text of a prompt is invalid. The prompt then stays open.
  func fault(of prompt: Prompt) -> String? {
    let text = prompt.field.text
    switch prompt.purpose {
    case .files(let question): return question.fault(of: text)
    case .environment(let question): return environment.editor?.fault(of: question, text)
    case .export: return Export.fault(ofPath: text)
    case .request: return session?.fault(ofMessageName: text.trimmed)
    case .history(let question): return HistoryList.fault(of: question, text)
    case .response(let question): return session?.response.fault(of: question, text, searchOptions)
    case .run(let question): return Run.fault(of: question, text)
    case .cookies, .tree: return nil
    }
  }

  /// Keeps the text of a prompt that closes without being accepted.
  mutating func keepTyped(_ prompt: Prompt) {
    guard !prompt.isHidden, prompt.field.text != prompt.initial else { return }
    boxes.keptTexts.keep(prompt.field.text, of: .prompt(prompt.purpose))
  }
}
