import Basics
import Documents
import Terminal

extension ResponseTurn {
  mutating func askForSearch() -> [Outcome] {
    if let effects = askForMessages() { return effects }
    guard let reading = pane.reading else {
      let isCovered = pane.document != nil
      return say(
        .information,
        isCovered ? "Search works in the document: \(key: "leave") goes back to it" : "Nothing to search here")
    }
    return [.ask(Prompt("Search", .search, text: reading.search?.text ?? ""))]
  }

  mutating func typed(_ purpose: Prompt.Purpose, _ text: String) -> [Outcome] {
    switch purpose {
    case .search: startSearch(text)
    case .jsonPath: startFilter(text)
    case .messages: narrowMessages(to: text)
    default: []
    }
  }

  mutating func abandoned(_ purpose: Prompt.Purpose) -> [Outcome] {
    if purpose == .messages { return narrowMessages(to: "") }
    if purpose == .search { pane.reading?.search = nil }
    if purpose == .jsonPath, case .filter? = pane.look { _ = popLook() }
    return []
  }

  mutating func answered(_ purpose: Prompt.Purpose, _ text: String) -> [Outcome] {
    switch purpose {
    case .search:
      if pane.reading?.search?.text == text { return [] }
      return startSearch(text)
    case .jsonPath:
      guard let filter = pane.filter else { return [] }
      return say(.information, filter.summary)
    case .messages: return narrowMessages(to: text)
    case .saveBody: return saveBody(to: text)
    case .goToLine: return goToLine(text)
    case .pipe: return pipeBody(to: text)
    case .capture(let expression, let value):
      return [.capture(named: text.trimmed, expression: expression, value: value)]
    case .environmentVariable(let value): return [.makeVariable(named: text.trimmed, value)]
    case .authorities(let host): return [.trust(host: host, path: TypedPath.plain(text))]
    case .variableValue(let name): return [.makeVariable(named: name, text)]
    default: return []
    }
  }

  /// Toggles an option of the search prompt and restarts the search.
  mutating func toggleSearch(_ item: SearchOptions.Switch, _ text: String) -> [Outcome] {
    state.searchOptions.toggle(item)
    pane.reading?.search = nil
    return startSearch(text)
  }

  /// Restarts the search on each key, from where the first one was typed.
  private mutating func startSearch(_ text: String) -> [Outcome] {
    guard var reading = pane.reading else { return [] }
    let origin = reading.search?.origin ?? reading.document.offset(at: reading.view)
    reading.search = nil
    defer { pane.reading = reading }
    guard !text.isEmpty else { return [] }
    do {
      let search = try DocumentSearch(state.searchOptions.query(text), in: reading.document, view: reading.view)
      reading.search = SearchState(text: text, search: search, origin: origin)
      return [.document(.search(key, search))]
    } catch {
      return say(.warning, "\(error)")
    }
  }

  /// Once more of the document has been searched, goes to the first match after the start of the search.
  mutating func searchAdvanced() -> [Outcome] {
    guard var reading = pane.reading, var search = reading.search, search.current == nil,
      let match = search.search.next(from: search.origin),
      !match.isWrapped || search.search.status.isComplete
    else { return [] }
    search.current = match
    reading.search = search
    reading.document.move(&reading.view, .offset(match.range.lowerBound))
    pane.reading = reading
    return []
  }

  mutating func goToMatch(by step: Int) -> [Outcome] {
    guard var reading = pane.reading else { return [] }
    guard var search = reading.search else { return say(.information, "No search yet: \(key: "search") starts one") }
    let from = search.current?.range.lowerBound ?? reading.document.offset(at: reading.view)
    guard let match = step > 0 ? search.search.next(from: from + 1) : search.search.previous(from: from) else {
      return say(.information, "\(search.text): \(search.summary)")
    }
    search.current = match
    reading.search = search
    reading.document.move(&reading.view, .offset(match.range.lowerBound))
    pane.reading = reading
    return match.isWrapped
      ? say(.information, step > 0 ? "Search wrapped to the top" : "Search wrapped to the end") : []
  }
}
