import Workspaces

/// The request that is being read to be shown, and what the user wants with it then.
///
/// There is one: to open another request gives up the wish, as does an error. A wish that outlived its request would
/// send something that nobody has asked for.
struct AwaitedRequest: Equatable, Sendable {
  enum Wish: Equatable, Sendable {
    case show
    /// Presses the key that sends: it was pressed while the request was being read.
    case pressSend
    case send
    /// Previews what would be sent.
    case preview
    /// Compares the exchange with another.
    case compare(HistorySummary)
    /// Shows what a run got for it.
    case showResult(RunFinish)
    /// Moves the cursor to the field that contains the text.
    case find(String)
    /// Asks where in it a live reference is to stand.
    case use(reference: String)
  }

  var key: RequestKey
  var wish = Wish.show
  /// The page that it was chosen on, which stays if it cannot be read.
  var page: Page?
}

extension AppState {
  /// Shows a saved request, reading it first if it is not open.
  mutating func open(_ node: RequestNode, to wish: AwaitedRequest.Wish = .show) -> [Effect] {
    let key = RequestKey.file(node.path)
    awaited = AwaitedRequest(key: key, wish: wish)
    if sessions[key] != nil { return show(key) }
    if let fault = node.fault { return apply(FileAction.requestUnreadable(key, fault)) }
    return [.files(.loadRequest(key))]
  }

  /// Shows a history entry with the request that made it, in place of the page that it was chosen on.
  mutating func open(_ entry: HistorySummary, to wish: AwaitedRequest.Wish = .show) -> [Effect] {
    let key = RequestKey.history(entry.id)
    awaited = AwaitedRequest(key: key, wish: wish, page: page)
    page = nil
    return sessions[key] == nil ? [.files(.loadExchange(id: entry.id))] : show(key)
  }

  /// The file of a request that is still being read.
  var opening: RequestKey? {
    guard let key = awaited?.key, case .file = key else { return nil }
    return key
  }

  /// Does what was wanted with a request that is now shown. Showing another one gives the wish up.
  mutating func fulfilWish(for key: RequestKey) -> [Effect] {
    let awaited = awaited
    self.awaited = nil
    guard let awaited, awaited.key == key else { return [] }
    switch awaited.wish {
    case .show: return []
    case .pressSend: return perform(CommandTable.send)
    case .send:
      // An exchange was sent with secrets that are masked now.
      if case .history = key { return send(.requested, of: key) }
      return send(.opened, of: key)
    case .preview: return previewOpened()
    case .compare(let other): return setFocus(.response) + respond(.comparandChosen(other), of: key)
    case .showResult(let finish): return show(finish, of: key)
    case .find(let text): return request(.textSought(text), of: key)
    case .use(let reference): return choosePlace(toUse: reference)
    }
  }
}
