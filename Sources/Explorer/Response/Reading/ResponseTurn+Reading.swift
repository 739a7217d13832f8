import Documents
import Networking
import Terminal

extension ResponseTurn {
  /// Moves the cursor in the topmost layer, the document or the list of the tab.
  mutating func move(_ motion: Motion) -> [Outcome] {
    if let effects = moveInChoices(motion) ?? moveInGrid(motion) { return effects }
    switch (motion, pane.context) {
    case (.left, .facts): return chooseResponseTab(by: -1)
    case (.right, .facts): return chooseResponseTab(by: 1)
    case (_, .document): return moveInDocument(motion)
    default: return moveInList(motion)
    }
  }

  mutating func valueMenuRequested() -> [Outcome] {
    pane.context == .document ? showValueMenu() : enterList()
  }

  /// Switches to the next view of the document; a picture gives way to its bytes.
  mutating func cycleModeRequested() -> [Outcome] {
    if case .picture? = pane.look { return leavePicture() }
    return pane.reading.map { cycleMode($0) } ?? []
  }

  mutating func orderRequested() -> [Outcome] {
    if case .table(let table)? = pane.look { return order(table, by: table.column) }
    return pane.reading.map { toggleSorted($0) } ?? []
  }

  mutating func copyValueRequested() -> [Outcome] {
    if let messages = pane.shownConversation, let number = messages.current {
      return copyBytes(of: messages.messages.body(of: number, most: nil), "the message")
    }
    switch pane.look {
    case .table(let table): return table.cell.map { [.system(.copy($0.text, label: "the cell"))] } ?? []
    case .comparison(let comparison): return copyDifference(comparison)
    case .picture, .filter, .document, nil: return copyValue()
    }
  }

  mutating func leave() -> [Outcome] {
    // What lies over messages that arrive is closed before they are ended.
    if sending != nil, pane.conversation != nil, widenMessages() || popLook() { return [] }
    if let sending { return [.cancelSend(sending.id)] }
    if pane.reading?.anchor != nil {
      pane.reading?.anchor = nil
      return []
    }
    if pane.reading?.search != nil {
      pane.reading?.search = nil
      return []
    }
    return popLook() || widenMessages() ? [] : [.leave]
  }

  private mutating func moveInDocument(_ motion: Motion) -> [Outcome] {
    switch motion {
    case .left: return inDocument { $0.moveSideways(&$1, by: -8) }
    case .right: return inDocument { $0.moveSideways(&$1, by: 8) }
    case .up: return moveInDocument(.lines(-1))
    case .down: return moveInDocument(.lines(1))
    case .pageUp: return moveInDocument(.pages(-1))
    case .pageDown: return moveInDocument(.pages(1))
    case .top: return moveInDocument(DocumentMotion.top)
    case .bottom: return moveInDocument(DocumentMotion.bottom)
    }
  }

  /// Reports a motion between values without a target; other motions stop at a visible edge.
  mutating func moveInDocument(_ motion: DocumentMotion, orSay nothing: String? = nil) -> [Outcome] {
    guard var reading = pane.reading else { return [] }
    let before = reading.view
    reading.document.move(&reading.view, motion)
    reading.follows = motion == .bottom
    pane.reading = reading
    return before == reading.view ? nothing.map { say(.information, $0) } ?? [] : []
  }

  mutating func toggleWrapping() -> [Outcome] {
    inDocument { _, reading in
      reading.view.wraps.toggle()
      reading.view.horizontalOffset = 0
      reading.document.settle(&reading.view)
      return []
    }
  }

  /// `V`: starts or ends the selection of lines.
  mutating func toggleMarking() -> [Outcome] {
    inDocument { _, reading in
      reading.anchor = reading.anchor == nil ? reading.view.cursorLine : nil
      return []
    }
  }

  /// Changes the topmost document.
  mutating func inDocument(_ change: (inout ResponseTurn, inout ResponsePane.Reading) -> [Outcome]) -> [Outcome] {
    guard var reading = pane.reading else { return [] }
    let effects = change(&self, &reading)
    pane.reading = reading
    return effects
  }

  private func moveSideways(_ reading: inout ResponsePane.Reading, by columns: Int) -> [Outcome] {
    guard !reading.view.wraps else { return [] }
    let widest = reading.document.widestLine(in: reading.view)
    let most = max(reading.view.horizontalOffset, widest - reading.view.columns + 1)
    reading.view.horizontalOffset = min(max(0, reading.view.horizontalOffset + columns), max(0, most))
    return []
  }

  /// The list of the selected tab and its cursor.
  private var list: (lines: [ResponseFacts.Line], place: ResponsePane.ListPlace, height: Int)? {
    guard let rect = given.rect else { return nil }
    let lines = ResponseFacts.lines(of: pane.tab, pane.exchange, given, pane: rect)
    let height = max(1, ResponseView.contentArea(in: rect).height)
    return (lines, pane.place(in: pane.tab, of: lines), height)
  }

  /// The line under the cursor of the selected tab, if that is a list.
  var currentFact: ResponseFacts.Line? {
    guard let (lines, place, _) = list, lines.indices.contains(place.cursor) else { return nil }
    return lines[place.cursor]
  }

  mutating func moveInList(_ motion: Motion) -> [Outcome] {
    guard case (let lines, var place, let height)? = list else { return [] }
    switch motion {
    case .up: place.cursor -= 1
    case .down: place.cursor += 1
    case .pageUp: place.cursor -= height
    case .pageDown: place.cursor += height
    case .top: place.cursor = 0
    case .bottom: place.cursor = lines.count - 1
    case .left, .right: return []
    }
    place.cursor = min(max(0, place.cursor), max(0, lines.count - 1))
    if place.cursor < place.offset { place.offset = place.cursor }
    // A heading comes into view with the first row, where both have room.
    if place.cursor == 0, lines.count > 1, lines[0].isHeading, height > 1 { place.cursor = 1 }
    if place.cursor >= place.offset + height { place.offset = place.cursor - height + 1 }
    pane.lists[pane.tab] = place
    return []
  }

  /// Enter in a list: the assertion of a verdict, else a token in the line under the cursor.
  mutating func enterList() -> [Outcome] {
    guard let (lines, place, _) = list else { return [] }
    if lines.indices.contains(place.cursor), let index = lines[place.cursor].test, let tests = given.tests?.tests,
      tests.indices.contains(index)
    {
      return [.goToTest(tests[index])]
    }
    return decodeToken(in: lines.indices.contains(place.cursor) ? lines[place.cursor].copyText : nil)
  }

  private mutating func chooseResponseTab(by step: Int) -> [Outcome] {
    guard !pane.hidesTabs else { return [] }
    let all = pane.tabs
    let index = all.firstIndex(of: pane.tab) ?? 0
    pane.tab = all[(index + step + all.count) % all.count]
    return []
  }
}

extension ResponsePane {
  /// The context that determines which keys act.
  var context: Context {
    if look?.isGrid == true { return .grid }
    return reading == nil ? .facts : .document
  }
}
