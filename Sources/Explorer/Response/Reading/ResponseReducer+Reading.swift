import Basics
import Documents
import HTTPModel
import Terminal

extension ResponseReducer {
  /// Moves the cursor in the topmost layer, the document or the list of the tab.
  mutating func move(_ motion: Motion) {
    if moveInChoices(motion) || moveInList(motion) { return }
    switch (motion, pane.context) {
    case (.left, .facts): chooseResponseTab(by: -1)
    case (.right, .facts): chooseResponseTab(by: 1)
    case (_, .document): moveInDocument(motion)
    default: break
    }
  }

  mutating func valueMenuRequested() {
    if pane.context == .document { showValueMenu() } else { enterList() }
  }

  /// Switches to the next view of the document; a picture gives way to its bytes.
  mutating func cycleModeRequested() {
    if case .picture? = pane.derivedView { return leavePicture() }
    if let reading = pane.reading { cycleMode(reading) }
  }

  mutating func orderRequested() {
    if case .table(let table)? = pane.derivedView { return order(table, by: table.column) }
    if let reading = pane.reading { toggleSorted(reading) }
  }

  mutating func copyValueRequested() {
    if let messages = pane.shownConversation, let number = messages.current {
      return copyBytes(of: messages.messages.body(of: number, most: nil), "the message")
    }
    switch pane.derivedView {
    case .table(let table): if let cell = table.cell { context.copy(cell.text, as: "the cell") }
    case .comparison(let comparison): copyDifference(comparison)
    case .picture, .filter, .document, nil: copyValue()
    }
  }

  mutating func leave() {
    // Layers over arriving messages are closed before the send is ended.
    if sending != nil, pane.conversation != nil, widenMessages() || popDerivedView() { return }
    if let sending { return context.run(.transfer(.cancel(send: sending.id))) }
    if pane.reading?.anchor != nil {
      pane.reading?.anchor = nil
      return
    }
    if pane.reading?.search != nil {
      pane.reading?.search = nil
      return
    }
    if !popDerivedView(), !widenMessages() { context.leave(to: .request) }
  }

  private mutating func moveInDocument(_ motion: Motion) {
    switch motion {
    case .left: inDocument { $0.moveSideways(&$1, by: -8) }
    case .right: inDocument { $0.moveSideways(&$1, by: 8) }
    case .up: moveInDocument(.lines(-1))
    case .down: moveInDocument(.lines(1))
    case .pageUp: moveInDocument(.pages(-1))
    case .pageDown: moveInDocument(.pages(1))
    case .top: moveInDocument(DocumentMotion.top)
    case .bottom: moveInDocument(DocumentMotion.bottom)
    }
  }

  /// Reports a motion between values without a target; other motions stop at a visible edge.
  mutating func moveInDocument(_ motion: DocumentMotion, orSay nothing: String? = nil) {
    guard var reading = pane.reading else { return }
    let before = reading.view
    reading.document.move(&reading.view, motion)
    reading.follows = motion == .bottom
    pane.reading = reading
    if before == reading.view, let nothing { context.say(nothing) }
  }

  mutating func toggleWrapping() {
    inDocument { _, reading in
      reading.view.wraps.toggle()
      reading.view.horizontalOffset = 0
      reading.document.settle(&reading.view)
    }
  }

  /// `V`: starts or ends the selection of lines.
  mutating func toggleMarking() {
    inDocument { _, reading in
      reading.anchor = reading.anchor == nil ? reading.view.cursorLine : nil
    }
  }

  mutating func inDocument(_ change: (inout ResponseReducer, inout ResponsePane.Reading) -> Void) {
    guard var reading = pane.reading else { return }
    change(&self, &reading)
    pane.reading = reading
  }

  private func moveSideways(_ reading: inout ResponsePane.Reading, by columns: Int) {
    guard !reading.view.wraps else { return }
    let widest = reading.document.widestLine(in: reading.view)
    let most = max(reading.view.horizontalOffset, widest - reading.view.columns + 1)
    reading.view.horizontalOffset = min(max(0, reading.view.horizontalOffset + columns), max(0, most))
  }

  /// The line under the cursor of the selected tab, if that is a list.
  var currentFact: ResponseFacts.Line? {
    guard let (lines, cursor) = facts, lines.indices.contains(cursor.row) else { return nil }
    return lines[cursor.row]
  }

  /// Enter in a list: goes to the assertion or script line of a result, else decodes a token under the cursor.
  mutating func enterList() {
    let fact = currentFact
    if let index = fact?.test, let tests = subject.tests?.tests, tests.indices.contains(index) {
      return context.inRequestPane { $0.goToAssertion(of: tests[index]) }
    }
    if let place = fact?.script { return context.inRequestPane { $0.goToScript(place) } }
    if let address = headerAddress { return context.perform(.valueUse(.addressOpened(address, sends: false))) }
    decodeToken(in: fact?.copyText)
  }

  private mutating func chooseResponseTab(by step: Int) {
    guard !pane.hidesTabs else { return }
    let all = pane.tabs
    let index = all.firstIndex(of: pane.tab) ?? 0
    pane.tab = all[(index + step + all.count) % all.count]
  }
}

extension ResponsePane {
  /// The context that determines which keys act.
  var context: Context {
    if derivedView?.isGrid == true { return .grid }
    return reading == nil ? .facts : .document
  }
}

extension ResponseReducer {
  mutating func click(_ mouse: Mouse, in rect: Rect) {
    let inner = rect.inset()
    let tabs = ResponseView.parts(of: inner).tabs
    if mouse.kind == .press, mouse.button == .left, !pane.hidesTabs, tabs.contains(mouse.point) {
      let bar = ResponseView.tabs(of: pane, for: subject)
      let column = mouse.point.x - inner.minX - 1
      let hit = bar.tab(at: column, width: inner.width - 1, chosen: pane.tab)
      if let hit { pane.tab = hit }
      return
    }
    // A failure page fits, so it has nothing to scroll.
    if let page = FailurePage(pane, for: subject) { return clickChoice(mouse, of: page) }
    guard let reading = pane.reading else { return clickList(mouse, in: rect) }
    switch mouse.kind {
    case .wheelUp, .wheelDown: inDocument { $0.scroll(&$1, by: mouse.kind == .wheelUp ? -3 : 3) }
    case .press: press(mouse, on: reading, row: mouse.point.y - ResponseView.parts(of: inner).content.minY, inner)
    case .drag: dragInResponse(mouse, inner)
    case .release: break
    }
  }

  private func scroll(_ reading: inout ResponsePane.Reading, by rows: Int) {
    reading.document.move(&reading.view, .scroll(rows))
    reading.follows = false
  }

  /// A click in the gutter folds; a double click folds a container and opens the menu of any other value.
  private mutating func press(
    _ mouse: Mouse, on reading: ResponsePane.Reading, row: Int, _ inner: Rect
  ) {
    var reading = reading
    let lines = reading.document.lines(in: reading.view)
    guard lines.indices.contains(row) else { return }
    reading.document.move(&reading.view, .line(lines[row].number))
    reading.anchor = nil
    let isGutter = mouse.point.x - inner.minX < ResponseView.gutterWidth(of: reading, in: inner.width)
    let folds = mouse.button == .left && lines[row].foldState != .none && (mouse.clicks >= 2 || isGutter)
    if folds { reading.document.fold(&reading.view, .toggle) }
    pane.reading = reading
    if mouse.clicks >= 2, !folds { showValueMenu() }
  }

  /// Selects lines from the start of the drag.
  private mutating func dragInResponse(_ mouse: Mouse, _ inner: Rect) {
    let row = mouse.point.y - ResponseView.parts(of: inner).content.minY
    guard var reading = pane.reading, subject.isFocused, row >= 0 else { return }
    let lines = reading.document.lines(in: reading.view)
    guard lines.indices.contains(row), lines[row].number != reading.view.cursorLine || reading.anchor != nil else {
      return
    }
    if reading.anchor == nil { reading.anchor = reading.view.cursorLine }
    reading.document.move(&reading.view, .line(lines[row].number))
    pane.reading = reading
  }
}

extension ResponseReducer {
  /// `L`: goes to a line number or a percentage.
  mutating func askForLine() {
    guard let reading = pane.reading else { return }
    let count = Quantity.count(reading.document.lineCount(in: reading.view))
    context.ask(
      Prompt("Go to line (of \(count)), or a percentage such as 50%", .response(.goToLine), verb: "go there"))
  }

  /// True if the text is a line number or percentage, or empty.
  static func isPlace(_ text: String) -> Bool {
    let text = text.filter { !$0.isWhitespace }
    if text.hasSuffix("%") { return Double(text.dropLast())?.isFinite == true }
    return text.isEmpty || Int(text) != nil
  }

  mutating func goToLine(_ text: String) {
    let text = text.filter { !$0.isWhitespace }
    guard !text.isEmpty, var reading = pane.reading else { return }
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), percent.isFinite {
      reading.document.move(&reading.view, .percent(percent))
    } else if let line = Int(text) {
      // Negative numbers count from the end.
      let count = reading.document.lineCount(in: reading.view)
      reading.document.move(&reading.view, .line(line < 0 ? max(0, count + max(line, -count)) : max(0, line - 1)))
    } else {
      return
    }
    reading.follows = false
    pane.reading = reading
  }
}
