import Documents

extension AppState {
  mutating func askForSearch() -> [Effect] {
    guard let reading = session?.response.reading else { return say(.information, "Nothing to search here") }
    return apply(.overlay(.show(.prompt(Prompt("Search", .search, text: reading.search?.text ?? "")))))
  }

  mutating func typedInResponse(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
    purpose == .search ? startSearch(text) : []
  }

  mutating func abandonedInResponse(_ purpose: Prompt.Purpose) -> [Effect] {
    if purpose == .search { session?.response.reading?.search = nil }
    return []
  }

  mutating func answeredInResponse(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
    switch purpose {
    case .search:
      if session?.response.reading?.search?.text == text { return [] }
      return startSearch(text)
    case .saveBody: return saveBody(to: text)
    default: return []
    }
  }

  /// Begins anew with every letter; what was found for the older text is dropped when it comes.
  private mutating func startSearch(_ text: String) -> [Effect] {
    guard let current, var reading = session?.response.reading else { return [] }
    guard !text.isEmpty else {
      session?.response.reading?.search = nil
      return []
    }
    let serial = nextSerial()
    reading.search = SearchState(text, serial: serial)
    session?.response.reading = reading
    return [.document(.search(current, reading.document, reading.view.mode, text: text, serial: serial))]
  }

  mutating func searched(
    _ key: RequestKey, _ serial: Int, _ matches: [Range<Int>], _ isComplete: Bool
  ) -> [Effect] {
    guard var reading = sessions[key]?.response.reading, var search = reading.search, search.serial == serial else {
      return []
    }
    search.matches = matches
    search.isComplete = isComplete
    if search.current == nil, !matches.isEmpty {
      // The first match at or behind the cursor, as a search in a pager begins where one reads.
      let offset = reading.document.offset(at: reading.view)
      let next = matches.partitionPoint { $0.lowerBound >= offset }
      search.current = next < matches.count ? next : (isComplete ? 0 : nil)
      if let range = search.currentRange { reading.document.move(&reading.view, .offset(range.lowerBound)) }
    }
    reading.search = search
    sessions[key]?.response.reading = reading
    return []
  }

  mutating func goToMatch(by step: Int) -> [Effect] {
    guard var reading = session?.response.reading else { return [] }
    guard var search = reading.search else { return say(.information, "No search yet: / begins one") }
    guard !search.matches.isEmpty else { return say(.information, "\(search.text): \(search.summary)") }
    let count = search.matches.count
    search.current = ((search.current ?? (step > 0 ? -1 : count)) + step + count) % count
    if let range = search.currentRange { reading.document.move(&reading.view, .offset(range.lowerBound)) }
    reading.search = search
    session?.response.reading = reading
    return []
  }
}

extension Array {
  /// The first index whose element fulfils the predicate, where all before do not and all after do.
  func partitionPoint(_ predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
