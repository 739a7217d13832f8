import Documents
import Terminal

extension AppState {
  mutating func askForSearch() -> [Effect] {
    guard let reading = session?.response.reading else {
      let isCovered = session?.response.document != nil
      return say(
        .information, isCovered ? "Search works in the document: Esc goes back to it" : "Nothing to search here")
    }
    return apply(.overlay(.show(.prompt(Prompt("Search", .search, text: reading.search?.text ?? "")))))
  }

  mutating func typedInResponse(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
    switch purpose {
    case .search: startSearch(text)
    case .jsonPath: startFilter(text)
    default: []
    }
  }

  mutating func abandonedInResponse(_ purpose: Prompt.Purpose) -> [Effect] {
    if purpose == .search { session?.response.reading?.search = nil }
    if purpose == .jsonPath, case .filter? = session?.response.look { _ = popLook() }
    return []
  }

  /// Why the text of a prompt is no answer.
  func faultInResponse(of purpose: Prompt.Purpose, _ text: String) -> String? {
    switch purpose {
    case .search:
      guard !text.isEmpty, let reading = session?.response.reading else { return nil }
      do { _ = try DocumentSearch(searchOptions.query(text), in: reading.document, view: reading.view) } catch {
        return "\(error)"
      }
      return nil
    case .jsonPath: return session?.response.filter?.fault
    case .saveBody: return text.trimmed.isEmpty ? "The name is empty" : nil
    case .goToLine: return Self.isPlace(text) ? nil : "That is neither a line (120) nor a share (50%)"
    case .environmentVariable:
      let name = text.trimmed
      let isName = !name.isEmpty && !name.contains { $0.isWhitespace || "{}".contains($0) }
      return isName ? nil : "A variable's name has neither blanks nor braces, and is not empty"
    default: return nil
    }
  }

  mutating func answeredInResponse(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
    switch purpose {
    case .search:
      if session?.response.reading?.search?.text == text { return [] }
      return startSearch(text)
    case .jsonPath:
      guard let filter = session?.response.filter else { return [] }
      return say(.information, filter.summary)
    case .saveBody: return saveBody(to: text)
    case .goToLine: return goToLine(text)
    case .pipe: return pipeBody(to: text)
    case .environmentVariable(let value): return makeVariable(named: text.trimmed, value)
    default: return []
    }
  }

  /// A switch of the search prompt: the search begins anew with it.
  mutating func toggleSearch(_ item: SearchOptions.Switch, _ text: String) -> [Effect] {
    searchOptions.toggle(item)
    session?.response.reading?.search = nil
    return startSearch(text)
  }

  /// Begins anew with every letter, from where the first one was typed.
  private mutating func startSearch(_ text: String) -> [Effect] {
    guard let current, var reading = session?.response.reading else { return [] }
    let origin = reading.search?.origin ?? reading.document.offset(at: reading.view)
    reading.search = nil
    defer { session?.response.reading = reading }
    guard !text.isEmpty else { return [] }
    do {
      let search = try DocumentSearch(searchOptions.query(text), in: reading.document, view: reading.view)
      reading.search = SearchState(text: text, search: search, origin: origin)
      return [.document(.search(current, search))]
    } catch {
      return say(.warning, "\(error)")
    }
  }

  /// More was searched: the first match from where the search began is gone to once it is known.
  mutating func searchAdvanced(_ key: RequestKey) -> [Effect] {
    guard var reading = sessions[key]?.response.reading, var search = reading.search, search.current == nil,
      let match = search.search.next(from: search.origin),
      !match.isWrapped || search.search.status.isComplete
    else { return [] }
    search.current = match
    reading.search = search
    reading.document.move(&reading.view, .offset(match.range.lowerBound))
    sessions[key]?.response.reading = reading
    return []
  }

  mutating func goToMatch(by step: Int) -> [Effect] {
    guard var reading = session?.response.reading else { return [] }
    guard var search = reading.search else { return say(.information, "No search yet: / begins one") }
    let from = search.current?.range.lowerBound ?? reading.document.offset(at: reading.view)
    guard let match = step > 0 ? search.search.next(from: from + 1) : search.search.previous(from: from) else {
      return say(.information, "\(search.text): \(search.summary)")
    }
    search.current = match
    reading.search = search
    reading.document.move(&reading.view, .offset(match.range.lowerBound))
    session?.response.reading = reading
    return match.isWrapped
      ? say(.information, step > 0 ? "Search goes on at the top" : "Search goes on at the end") : []
  }
}
