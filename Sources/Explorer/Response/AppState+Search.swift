import Documents

extension AppState {
  mutating func askForSearch() -> [Effect] {
    guard let reading = session?.response.reading else { return say(.information, "Nothing to search here") }
    let title = "Search (/regular expression/ between slashes)"
    return apply(.overlay(.show(.prompt(Prompt(title, .search, text: reading.search?.text ?? "")))))
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
    if purpose == .jsonPath { session?.response.filter = nil }
    return []
  }

  mutating func answeredInResponse(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
    switch purpose {
    case .search:
      if session?.response.reading?.search?.text == text { return [] }
      return startSearch(text)
    case .jsonPath:
      guard let filter = session?.response.filter else { return [] }
      if filter.fault != nil, filter.reading == nil { session?.response.filter = nil }
      return say(filter.fault == nil ? .information : .warning, filter.summary)
    case .saveBody: return saveBody(to: text)
    default: return []
    }
  }

  /// Begins anew with every letter, from where the first one was typed.
  private mutating func startSearch(_ text: String) -> [Effect] {
    guard let current, var reading = session?.response.reading else { return [] }
    let origin = reading.search?.origin ?? reading.document.offset(at: reading.view)
    reading.search = nil
    defer { session?.response.reading = reading }
    guard !text.isEmpty else { return [] }
    let isRegex = text.count > 2 && text.hasPrefix("/") && text.hasSuffix("/")
    let query = SearchQuery(isRegex ? String(text.dropFirst().dropLast()) : text, isRegex: isRegex)
    do {
      let search = try DocumentSearch(query, in: reading.document, view: reading.view)
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
