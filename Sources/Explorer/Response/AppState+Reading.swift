import Documents
import Terminal

extension AppState {
  mutating func performInResponse(_ command: Command) -> [Effect] {
    if command == .copy { return showCopyMenu() }
    if command == .copyAsCurl { return copyAsCurl(revealsSecrets: false) }
    guard session != nil else { return [] }
    if let tab = command.tabIndex { return chooseResponseTab(at: tab) }
    switch command {
    case .leave: return leaveResponse()
    case .search: return askForSearch()
    case .filter: return askForFilter()
    case .nextMatch: return goToMatch(by: 1)
    case .previousMatch: return goToMatch(by: -1)
    case .copyValue: return copyValue()
    case .saveBody: return askWhereToSave()
    case .openExternally: return openBodyExternally()
    case .left where responseContext == .facts: return chooseResponseTab(by: -1)
    case .right where responseContext == .facts: return chooseResponseTab(by: 1)
    default: break
    }
    if responseContext == .document { return performInDocument(command) }
    return performInList(command)
  }

  private mutating func leaveResponse() -> [Effect] {
    if isSending { return cancelRunning() }
    if session?.response.reading?.search != nil {
      session?.response.reading?.search = nil
      return []
    }
    if session?.response.filter != nil {
      session?.response.filter = nil
      return []
    }
    if layoutChoice.zoomed != nil {
      layoutChoice.zoomed = nil
      return []
    }
    return setFocus(.request)
  }

  private mutating func performInDocument(_ command: Command) -> [Effect] {
    guard var reading = session?.response.reading else { return [] }
    let document = reading.document
    switch command {
    case .up: document.move(&reading.view, .lines(-1))
    case .down: document.move(&reading.view, .lines(1))
    case .pageUp: document.move(&reading.view, .pages(-1))
    case .pageDown: document.move(&reading.view, .pages(1))
    case .top: document.move(&reading.view, .top)
    case .bottom: document.move(&reading.view, .bottom)
    case .left: moveSideways(&reading, by: -8)
    case .right: moveSideways(&reading, by: 8)
    case .enter, .fold: document.fold(&reading.view, .toggle)
    case .foldAll: document.fold(&reading.view, reading.view.folds.isEmpty ? .toDepth(1) : .openAll)
    case .wrap:
      reading.view.wraps.toggle()
      reading.view.horizontalOffset = 0
      document.settle(&reading.view)
    case .cycleMode: return cycleMode(reading)
    default: return []
    }
    session?.response.reading = reading
    return []
  }

  private func moveSideways(_ reading: inout ResponsePane.Reading, by columns: Int) {
    guard !reading.view.wraps else { return }
    reading.view.horizontalOffset = max(0, reading.view.horizontalOffset + columns)
  }

  /// Pretty, raw, hex, round again; what has no pretty view skips it.
  private mutating func cycleMode(_ reading: ResponsePane.Reading) -> [Effect] {
    guard let current else { return [] }
    var reading = reading
    let modes = reading.document.kind.modes.filter { [.pretty, .raw, .hex].contains($0) }
    let index = modes.firstIndex(of: reading.view.mode) ?? 0
    reading.view.mode = modes[(index + 1) % modes.count]
    reading.view.horizontalOffset = 0
    reading.document.move(&reading.view, .top)
    reading.search = nil
    session?.response.reading = reading
    settle(current)
    return [.document(.index(current, reading.document))] + say(.information, "View: \(reading.view.mode.rawValue)")
  }

  private mutating func performInList(_ command: Command) -> [Effect] {
    guard let session, let rect = layout.panes[.response] else { return [] }
    let tab = session.response.tab
    let rows = ResponseFacts.lines(of: tab, in: self, width: max(1, rect.width - 2)).count
    let height = max(1, rect.height - 3)
    var place = session.response.lists[tab] ?? .init()
    switch command {
    case .up: place.cursor -= 1
    case .down: place.cursor += 1
    case .pageUp: place.cursor -= height
    case .pageDown: place.cursor += height
    case .top: place.cursor = 0
    case .bottom: place.cursor = rows - 1
    default: return []
    }
    place.cursor = min(max(0, place.cursor), max(0, rows - 1))
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

  mutating func clickResponse(_ mouse: Mouse, in rect: Rect) -> [Effect] {
    guard let session else { return [] }
    let inner = rect.inset()
    switch mouse.kind {
    case .wheelUp, .wheelDown: return wheelInResponse(mouse.kind == .wheelUp ? -3 : 3)
    case .press where mouse.point.y == inner.minY:
      let bar = ResponseView.tabs(of: session.response)
      let hit = bar.columns(width: inner.width - 1, chosen: session.response.tab).first {
        $0.range.contains(mouse.point.x - inner.minX - 1)
      }
      return hit.map { apply(ResponseAction.tabChosen($0.item.tab)) } ?? []
    case .press: return pressInResponse(mouse, inner)
    case .release, .drag: return []
    }
  }

  private mutating func wheelInResponse(_ rows: Int) -> [Effect] {
    if var reading = session?.response.reading {
      reading.document.move(&reading.view, .scroll(rows))
      session?.response.reading = reading
      return []
    }
    let command: Command = rows < 0 ? .up : .down
    return (0..<3).flatMap { _ in performInList(command) }
  }

  private mutating func pressInResponse(_ mouse: Mouse, _ inner: Rect) -> [Effect] {
    let row = mouse.point.y - inner.minY - 1
    guard row >= 0 else { return [] }
    if var reading = session?.response.reading {
      let lines = reading.document.lines(in: reading.view)
      guard lines.indices.contains(row) else { return [] }
      reading.document.move(&reading.view, .line(lines[row].number))
      let gutter = ResponseView.gutterWidth(of: reading, in: inner.width)
      if mouse.clicks >= 2 || mouse.point.x - inner.minX < gutter, lines[row].foldState != .none {
        reading.document.fold(&reading.view, .toggle)
      }
      session?.response.reading = reading
      return []
    }
    guard let tab = session?.response.tab else { return [] }
    var place = session?.response.lists[tab] ?? .init()
    place.cursor = place.offset + row
    session?.response.lists[tab] = place
    return performInList(.leave)
  }
}

extension Command {
  /// 0 for `tab1`; `nil` for anything else.
  var tabIndex: Int? {
    guard rawValue.hasPrefix("tab"), let number = Int(rawValue.dropFirst(3)) else { return nil }
    return number - 1
  }
}
