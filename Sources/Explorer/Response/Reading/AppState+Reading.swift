import Documents
import Terminal

extension AppState {
  /// A key that moves: in what lies on top, in the document, or in the list of the tab.
  mutating func moveInResponse(_ motion: Motion) -> [Effect] {
    if let effects = moveInGrid(motion) { return effects }
    switch (motion, responseContext) {
    case (.left, .facts): return chooseResponseTab(by: -1)
    case (.right, .facts): return chooseResponseTab(by: 1)
    case (_, .document): return moveInDocument(motion)
    default: return moveInList(motion)
    }
  }

  mutating func enterResponse() -> [Effect] { enterGrid() ?? valueMenuRequested() }

  mutating func valueMenuRequested() -> [Effect] {
    responseContext == .document ? showValueMenu() : enterList()
  }

  /// Another way to look at the document; a picture gives way to its bytes.
  mutating func cycleModeRequested() -> [Effect] {
    if case .picture? = session?.response.look { return leavePicture() }
    return session?.response.reading.map { cycleMode($0) } ?? []
  }

  mutating func orderRequested() -> [Effect] {
    if case .table(let table)? = session?.response.look { return order(table, by: table.column) }
    return session?.response.reading.map { toggleSorted($0) } ?? []
  }

  mutating func copyValueRequested() -> [Effect] {
    if let message = session?.response.shownConversation?.current { return copyBytes(of: message.body, "the message") }
    switch session?.response.look {
    case .table(let table): return table.cell.map { [.system(.copy($0.text, label: "the cell"))] } ?? []
    case .comparison(let comparison): return copyDifference(comparison)
    case .picture, .filter, .document, nil: return copyValue()
    }
  }

  mutating func leaveResponse() -> [Effect] {
    if isSending { return cancelRunning() }
    if session?.response.reading?.anchor != nil {
      session?.response.reading?.anchor = nil
      return []
    }
    if session?.response.reading?.search != nil {
      session?.response.reading?.search = nil
      return []
    }
    if popLook() { return [] }
    if layoutChoice.zoomed != nil {
      layoutChoice.zoomed = nil
      return []
    }
    return setFocus(.request)
  }

  private mutating func moveInDocument(_ motion: Motion) -> [Effect] {
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

  /// A motion between values that leads nowhere is told; the others stand at an edge that is seen.
  mutating func moveInDocument(_ motion: DocumentMotion, orSay nothing: String? = nil) -> [Effect] {
    guard var reading = session?.response.reading else { return [] }
    let before = reading.view
    reading.document.move(&reading.view, motion)
    reading.follows = motion == .bottom
    session?.response.reading = reading
    return before == reading.view ? nothing.map { say(.information, $0) } ?? [] : []
  }

  mutating func toggleWrapping() -> [Effect] {
    inDocument { _, reading in
      reading.view.wraps.toggle()
      reading.view.horizontalOffset = 0
      reading.document.settle(&reading.view)
      return []
    }
  }

  /// `V`: lines are marked from here on, or no more.
  mutating func toggleMarking() -> [Effect] {
    inDocument { _, reading in
      reading.anchor = reading.anchor == nil ? reading.view.cursorLine : nil
      return []
    }
  }

  /// Changes the document on top.
  mutating func inDocument(_ change: (inout AppState, inout ResponsePane.Reading) -> [Effect]) -> [Effect] {
    guard var reading = session?.response.reading else { return [] }
    let effects = change(&self, &reading)
    session?.response.reading = reading
    return effects
  }

  private func moveSideways(_ reading: inout ResponsePane.Reading, by columns: Int) -> [Effect] {
    guard !reading.view.wraps else { return [] }
    let widest = reading.document.widestLine(in: reading.view)
    let most = max(reading.view.horizontalOffset, widest - reading.view.columns + 1)
    reading.view.horizontalOffset = min(max(0, reading.view.horizontalOffset + columns), max(0, most))
    return []
  }

  /// The list of the chosen tab, with the cursor in it.
  private var list: (lines: [ResponseFacts.Line], place: ResponsePane.ListPlace, height: Int)? {
    guard let session, let rect = layout.panes[.response] else { return nil }
    let tab = session.response.tab
    return (
      ResponseFacts.lines(of: tab, in: self, pane: rect), session.response.lists[tab] ?? .init(),
      max(1, rect.height - 3)
    )
  }

  mutating func moveInList(_ motion: Motion) -> [Effect] {
    guard case (let lines, var place, let height)? = list, let tab = session?.response.tab else { return [] }
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
    if place.cursor >= place.offset + height { place.offset = place.cursor - height + 1 }
    session?.response.lists[tab] = place
    return []
  }

  /// Enter in a list: a token in the line under the cursor.
  mutating func enterList() -> [Effect] {
    guard let (lines, place, _) = list else { return [] }
    return decodeToken(in: lines.indices.contains(place.cursor) ? lines[place.cursor].copyText : nil)
  }

  mutating func chooseResponseTab(at index: Int) -> [Effect] {
    guard ResponseTab.allCases.indices.contains(index) else { return [] }
    return apply(ResponseAction.tabChosen(ResponseTab.allCases[index]))
  }

  private mutating func chooseResponseTab(by step: Int) -> [Effect] {
    let all = ResponseTab.allCases
    let index = all.firstIndex(of: session?.response.tab ?? .body) ?? 0
    return chooseResponseTab(at: (index + step + all.count) % all.count)
  }
}
