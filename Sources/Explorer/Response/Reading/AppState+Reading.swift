import Documents
import Terminal

extension AppState {
  mutating func performInResponse(_ command: Command) -> [Effect] {
    if let effects = performOnAnswer(command) { return effects }
    guard session != nil else { return [] }
    if let tab = command.tabIndex { return chooseResponseTab(at: tab) }
    if let effects = performInGrid(command) { return effects }
    if let effects = performOnReading(command) { return effects }
    if responseContext == .document { return performInDocument(command) }
    return performInList(command)
  }

  /// Commands about the answer as a whole, wherever they are given.
  private mutating func performOnAnswer(_ command: Command) -> [Effect]? {
    switch command {
    case .copy: return showCopyMenu()
    case .copyAsCurl: return copyAsCurl(.short, revealsSecrets: false)
    case .compare: return compareWithPrevious()
    case .compareWith: return chooseComparand()
    default: return nil
    }
  }

  /// Commands that mean the same whatever the tab shows; `nil` for the others.
  private mutating func performOnReading(_ command: Command) -> [Effect]? {
    switch command {
    case .leave: return leaveResponse()
    case .search: return askForSearch()
    case .filter: return askForFilter()
    case .nextMatch: return goToMatch(by: 1)
    case .previousMatch: return goToMatch(by: -1)
    case .copyValue: return copyValue()
    case .saveBody: return askWhereToSave()
    case .openExternally: return openBodyExternally()
    case .pipe: return askWhereToPipe()
    case .chooseView: return askForView()
    case .showTable: return toggleTable()
    case .left where responseContext == .facts: return chooseResponseTab(by: -1)
    case .right where responseContext == .facts: return chooseResponseTab(by: 1)
    default: return nil
    }
  }

  private mutating func leaveResponse() -> [Effect] {
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

  private mutating func performInDocument(_ command: Command) -> [Effect] {
    guard var reading = session?.response.reading else { return [] }
    switch command {
    case .enter, .valueMenu: return showValueMenu()
    case .cycleMode: return cycleMode(reading)
    case .order: return toggleSorted(reading)
    case .goToLine: return askForLine()
    case .selectLines:
      reading.anchor = reading.anchor == nil ? reading.view.cursorLine : nil
    case .wrap:
      reading.view.wraps.toggle()
      reading.view.horizontalOffset = 0
      reading.document.settle(&reading.view)
    case .left: moveSideways(&reading, by: -8)
    case .right: moveSideways(&reading, by: 8)
    default:
      if let effects = foldInDocument(command, reading) { return effects }
      guard let motion = command.motion else { return [] }
      let before = reading.view
      reading.document.move(&reading.view, motion)
      reading.follows = command == .bottom
      session?.response.reading = reading
      return before == reading.view ? nothingThere(command) : []
    }
    session?.response.reading = reading
    return []
  }

  /// A motion between values that leads nowhere is told; the others stand at an edge that is seen.
  private mutating func nothingThere(_ command: Command) -> [Effect] {
    switch command {
    case .parent: return say(.information, "There is nothing around this value")
    case .nextSibling: return say(.information, "No value follows at this level")
    case .previousSibling: return say(.information, "No value stands before it at this level")
    default: return []
    }
  }

  private func moveSideways(_ reading: inout ResponsePane.Reading, by columns: Int) {
    guard !reading.view.wraps else { return }
    let widest = reading.document.widestLine(in: reading.view)
    let most = max(reading.view.horizontalOffset, widest - reading.view.columns + 1)
    reading.view.horizontalOffset = min(max(0, reading.view.horizontalOffset + columns), max(0, most))
  }

  mutating func performInList(_ command: Command) -> [Effect] {
    guard let session, let rect = layout.panes[.response] else { return [] }
    let tab = session.response.tab
    let lines = ResponseFacts.lines(of: tab, in: self, pane: rect)
    let height = max(1, rect.height - 3)
    var place = session.response.lists[tab] ?? .init()
    switch command {
    case .up: place.cursor -= 1
    case .down: place.cursor += 1
    case .pageUp: place.cursor -= height
    case .pageDown: place.cursor += height
    case .top: place.cursor = 0
    case .bottom: place.cursor = lines.count - 1
    case .enter, .valueMenu:
      return decodeToken(in: lines.indices.contains(place.cursor) ? lines[place.cursor].copyText : nil)
    default: return []
    }
    place.cursor = min(max(0, place.cursor), max(0, lines.count - 1))
    if place.cursor < place.offset { place.offset = place.cursor }
    if place.cursor >= place.offset + height { place.offset = place.cursor - height + 1 }
    self.session?.response.lists[tab] = place
    return []
  }

  private mutating func chooseResponseTab(at index: Int) -> [Effect] {
    guard ResponseTab.allCases.indices.contains(index) else { return [] }
    return apply(ResponseAction.tabChosen(ResponseTab.allCases[index]))
  }

  private mutating func chooseResponseTab(by step: Int) -> [Effect] {
    let all = ResponseTab.allCases
    let index = all.firstIndex(of: session?.response.tab ?? .body) ?? 0
    return chooseResponseTab(at: (index + step + all.count) % all.count)
  }
}

extension Command {
  /// 0 for `tab1`; `nil` for anything else.
  var tabIndex: Int? {
    guard rawValue.hasPrefix("tab"), let number = Int(rawValue.dropFirst(3)) else { return nil }
    return number - 1
  }

  /// Where it leads in a document.
  fileprivate var motion: DocumentMotion? {
    switch self {
    case .up: .lines(-1)
    case .down: .lines(1)
    case .pageUp: .pages(-1)
    case .pageDown: .pages(1)
    case .top: .top
    case .bottom: .bottom
    case .parent: .parent
    case .nextSibling: .nextSibling
    case .previousSibling: .previousSibling
    default: nil
    }
  }
}
