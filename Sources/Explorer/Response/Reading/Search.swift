import Basics
package import Documents
import Terminal
import Workspaces

/// A search in a document: its text, its start and the current match.
package struct SearchState: Equatable, Sendable {
  package var text: String
  /// Continues in the background; every frame asks it for the matches so far.
  package var search: DocumentSearch
  /// The cursor position when the search began: the search goes to the first match after it.
  package var origin: Int
  package var current: DocumentSearch.Match?

  /// For example `3 of 41`, with a `+` while the search is running.
  package var summary: String {
    let status = search.status
    if status.count == 0 { return status.isComplete ? "no match" : "searching" }
    let total = Quantity.count(status.count) + (status.isComplete ? "" : "+")
    return current?.ordinal.map { "\(Quantity.count($0)) of \(total)" } ?? total
  }
}

/// The options of a search; kept from one search to the next.
package struct SearchOptions: Equatable, Sendable {
  package var isRegex = false
  /// True if case matters even if the text has no capitals.
  package var isCaseSensitive = false
  package var scope = SearchQuery.Scope.everything

  /// Text between slashes is always a regular expression.
  func query(_ text: String) -> SearchQuery {
    let isBetweenSlashes = text.count > 2 && text.hasPrefix("/") && text.hasSuffix("/")
    return SearchQuery(
      isBetweenSlashes ? String(text.dropFirst().dropLast()) : text, isRegex: isRegex || isBetweenSlashes,
      caseRule: isCaseSensitive ? .sensitive : .smart, scope: scope)
  }

  /// The options in the border of the prompt.
  package enum Switch: CaseIterable {
    case regex, letterCase, scope

    var key: Key {
      switch self {
      case .regex: .alt("r")
      case .letterCase: .alt("c")
      case .scope: .alt("k")
      }
    }
  }

  mutating func toggle(_ item: Switch) {
    switch item {
    case .regex: isRegex.toggle()
    case .letterCase: isCaseSensitive.toggle()
    case .scope:
      switch scope {
      case .everything: scope = .keys
      case .keys: scope = .values
      case .values: scope = .everything
      }
    }
  }

  func isOn(_ item: Switch) -> Bool {
    switch item {
    case .regex: isRegex
    case .letterCase: isCaseSensitive
    case .scope: scope != .everything
    }
  }

  func title(of item: Switch) -> String {
    switch item {
    case .regex: "regex"
    case .letterCase: "case"
    case .scope:
      switch scope {
      case .everything: "keys+values"
      case .keys: "keys only"
      case .values: "values only"
      }
    }
  }
}

extension ResponseReducer {
  mutating func askForSearch() {
    if askForMessages() { return }
    guard let reading = pane.reading else {
      if pane.derivedView == nil, facts?.lines.isEmpty == false {
        return context.ask(
          Prompt("Search", .response(.listSearch), text: pane.listSearchText ?? "", verb: "search", isLive: true))
      }
      let isCovered = pane.document != nil
      return context.say(
        isCovered ? "Search works in the document: \(key: "leave") goes back to it" : "Nothing to search here")
    }
    context.ask(
      Prompt("Search", .response(.search), text: reading.search?.text ?? "", verb: "search", isLive: true))
  }

  mutating func answered(_ question: ResponseFeature.Question, _ answer: Prompt.Answer) {
    switch answer {
    case .typed(let text): typed(question, text)
    case .accepted(let text): accepted(question, text)
    case .abandoned: abandoned(question)
    }
  }

  private mutating func typed(_ question: ResponseFeature.Question, _ text: String) {
    switch question {
    case .search: startSearch(text)
    case .listSearch: searchList(text)
    case .jsonPath: startFilter(text)
    case .messages: narrowMessages(to: text)
    default: break
    }
  }

  private mutating func abandoned(_ question: ResponseFeature.Question) {
    switch question {
    case .messages: narrowMessages(to: "")
    case .search: pane.reading?.search = nil
    case .listSearch: pane.listSearchText = nil
    case .jsonPath: if case .filter? = pane.derivedView { _ = popDerivedView() }
    default: break
    }
  }

  private mutating func accepted(_ question: ResponseFeature.Question, _ text: String) {
    switch question {
    case .search: if pane.reading?.search?.text != text { startSearch(text) }
    case .listSearch: searchList(text)
    // The border shows a running filter, and a note would outlive that state.
    case .jsonPath: if let filter = pane.filter, !filter.isRunning { context.say(filter.summary) }
    case .messages: narrowMessages(to: text)
    case .saveBody: saveBody(to: text)
    case .goToLine: goToLine(text)
    case .pipe: pipeBody(to: text)
    case .capture(let expression, let value):
      context.perform(.valueUse(.captured(name: text.trimmed, expression: expression, value: value, of: key)))
    case .environmentVariable(let value):
      context.perform(.environment(.variableSet(text.trimmed, to: VariableValue(value))))
    case .authorities(let host): context.perform(.authoritiesChosen(TypedPath.plain(text), host: host))
    case .variableValue(let name): context.perform(.environment(.variableSet(name, to: VariableValue(text))))
    }
  }

  private mutating func searchList(_ text: String) {
    pane.listSearchText = text
    if !text.isEmpty { goToListMatch(by: 0) }
  }

  /// Toggles an option of the search prompt and restarts the search.
  mutating func toggleSearch(_ item: SearchOptions.Switch, _ text: String) {
    state.searchOptions.toggle(item)
    pane.reading?.search = nil
    return startSearch(text)
  }

  /// Restarts the search on each key, from the position of the first key.
  private mutating func startSearch(_ text: String) {
    guard var reading = pane.reading else { return }
    let origin = reading.search?.origin ?? reading.document.offset(at: reading.view)
    reading.search = nil
    defer { pane.reading = reading }
    guard !text.isEmpty else { return }
    do {
      let search = try DocumentSearch(state.searchOptions.query(text), in: reading.document, view: reading.view)
      reading.search = SearchState(text: text, search: search, origin: origin)
      return context.run(.document(.search(key, search)))
    } catch {
      return context.say("\(error)", .warning)
    }
  }

  /// Once more of the document has been searched, goes to the first match after the start of the search.
  mutating func searchAdvanced() {
    guard let search = pane.reading?.search, search.current == nil,
      let match = search.search.next(from: search.origin),
      !match.isWrapped || search.search.status.isComplete
    else { return }
    go(to: match)
  }

  private mutating func go(to match: DocumentSearch.Match) {
    pane.reading?.search?.current = match
    inDocument { $1.document.move(&$1.view, .offset(match.range.lowerBound)) }
  }

  mutating func goToMatch(by step: Int) {
    guard let reading = pane.reading else { return goToListMatch(by: step) }
    guard let search = reading.search else { return context.say("No search yet: \(key: "search") starts one") }
    let from = search.current?.range.lowerBound ?? reading.document.offset(at: reading.view)
    guard let match = step > 0 ? search.search.next(from: from + 1) : search.search.previous(from: from) else {
      return context.say("\(search.text): \(search.summary)")
    }
    go(to: match)
    if match.isWrapped { context.say(step > 0 ? "Search wrapped to the top" : "Search wrapped to the end") }
  }
}

/// The right half of the search prompt's border: the options with their keys, and the number of matches.
struct SearchBar {
  private let entries: [(item: SearchOptions.Switch, text: String, isOn: Bool)]
  private let count: String
  private let theme: Theme

  init(_ options: SearchOptions, in reading: ResponsePane.Reading?, _ theme: Theme) {
    let isJSON = reading?.document.kind.isJSON ?? false
    entries = SearchOptions.Switch.allCases.filter { $0 != .scope || isJSON }.map { item in
      (item, "\(item.key.name) \(options.title(of: item))", options.isOn(item))
    }
    count = reading?.search?.summary ?? ""
    self.theme = theme
  }

  /// Active options are bold in the accent colour, so that they stand out without colours too.
  func pieces(in frame: Rect) -> [StyledText] {
    var pieces: [StyledText] = []
    for entry in entries {
      let style = entry.isOn ? theme[.accent].adding(.bold) : theme[.dim]
      pieces += [StyledText(entry.text, style), StyledText("  ", theme[.dim])]
    }
    let found = StyledText(count.isEmpty ? "nothing typed" : count, theme[.text])
    pieces.append(found)
    // Without room for everything, the number of matches matters most while typing.
    return pieces.columns + 14 <= frame.width ? pieces : [found]
  }

  /// The option at a column of the border; its text ends before the right corner.
  func hit(x: Int, in frame: Rect) -> SearchOptions.Switch? {
    let all = pieces(in: frame)
    var column = frame.maxX - 3 - all.columns
    guard all.count > entries.count else { return nil }
    for (index, entry) in entries.enumerated() {
      let width = all[index * 2].columns
      if (column..<column + width).contains(x) { return entry.item }
      column += width + all[index * 2 + 1].columns
    }
    return nil
  }
}
