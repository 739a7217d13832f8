import Basics
import Documents
import Networking
import Terminal

extension AppState {
  mutating func apply(_ action: ResponseAction) -> [Effect] {
    switch action {
    case .sendConfirmed(let key): return send(key, isConfirmed: true)
    case .transfer(let key, let id, let event):
      departures[id] = nil
      return receive(event, of: key, send: id)
    case .refused(let key, let id, let refusal):
      departures[id] = nil
      return refused(key, id, refusal)
    case .tick(let key, let id):
      guard sending(key)?.id == id else { return [] }
      return [.after(.milliseconds(100), .response(.tick(key, send: id)))]
    case .tabChosen(let tab):
      session?.response.tab = tab
      return []
    case .indexed(let key):
      settle(key)
      follow(key)
      return renewTable(key)
    case .searchAdvanced(let key): return searchAdvanced(key)
    case .filtered(let key, let serial, let document, let origins):
      return filtered(key, serial: serial, document, origins: origins)
    case .tableMade(let key, let serial, let table): return tableMade(key, serial: serial, table)
    case .tableSorted(let key, let serial, let table, let sorting):
      return tableSorted(key, serial: serial, table, sorting)
    case .pictured(let key, let serial, let picture): return pictured(key, serial: serial, picture)
    case .compared(let key, let serial, let comparison): return compared(key, serial: serial, comparison)
    case .comparandLoaded(let key, let exchange): return comparandLoaded(key, exchange)
    case .copyPrepared(let text, let label): return [.system(.copy(text, label: label))]
    case .saveCollided(let store, let path):
      let question = Question.confirm(
        "\(path) exists. Replace it?", yes: .response(.saveConfirmed(store, path: path)))
      return apply(.overlay(.show(.question(question))))
    case .saveConfirmed(let store, let path): return [.document(.save(store, path: path, replacing: true))]
    }
  }

  func sending(_ key: RequestKey) -> Sending? {
    if case .sending(let sending) = sessions[key]?.response.phase { return sending }
    return nil
  }

  private mutating func refused(_ key: RequestKey, _ id: Int, _ refusal: Refusal) -> [Effect] {
    guard sending(key)?.id == id else { return [] }
    sessions[key]?.response.phase = .refused(refusal)
    let effects = key == current ? focus(on: refusal.field) : []
    return effects + say(.error, "Not sent: \(refusal.message)")
  }

  private mutating func receive(_ event: ConversationEvent, of key: RequestKey, send id: Int) -> [Effect] {
    if let effects = hear(event, of: key, send: id) { return effects }
    guard var sending = sending(key), sending.id == id, var response = sessions[key]?.response else { return [] }
    var effects: [Effect] = []
    switch event {
    case .started(let request):
      sending.method = request.method
      sending.url = request.url
    case .progress(let progress):
      sending.progress = progress
      if let body = response.body { effects += read(body, key) }
    case .head(let head, let store):
      sending.head = head
      response.open(head, body: store)
    case .continued: response.body = nil
    case .informational, .message, .state: break
    case .finished(let exchange):
      effects = response.finish(with: exchange, key: key)
      sessions[key]?.response = response
      settle(key)
      effects += showBestLook(key)
      return effects + announce(exchange, key)
    }
    response.phase = .sending(sending)
    sessions[key]?.response = response
    settle(key)
    return effects
  }

  /// Goes on with index and search of a document that has grown.
  private func read(_ reading: ResponsePane.Reading, _ key: RequestKey) -> [Effect] {
    [.document(.index(key, reading.document))] + (reading.search.map { [.document(.search(key, $0.search))] } ?? [])
  }

  /// What came of a request that is not in front is told in the bottom line; of the one in front, what its pane is too
  /// narrow for.
  private mutating func announce(_ exchange: Exchange, _ key: RequestKey) -> [Effect] {
    if key == current {
      guard let text = session?.response.oddity?.text, let pane = layout.panes[.response],
        TextWidth.of(text) > PlaceLine.room(in: pane)
      else { return [] }
      return say(.warning, text)
    }
    guard let name = sessions[key]?.draft.name else { return [] }
    if let failure = exchange.failure { return say(.warning, "\(name): \(failure.message)") }
    guard let head = exchange.response else { return [] }
    return say(
      .information, "\(name): \(head.shortWords) in \(Quantity.duration(exchange.duration))")
  }

  /// Gives what a request shows the window that it is drawn in now.
  mutating func settle(_ key: RequestKey) {
    guard let rect = layout.panes[.response], var response = sessions[key]?.response else { return }
    let chosen = response.tab
    for tab in ResponseTab.allCases {
      response.tab = tab
      if var reading = response.document {
        let area = ResponseView.documentArea(of: reading, in: rect)
        if reading.view.columns != area.width || reading.view.rows != area.height {
          reading.view.columns = max(1, area.width)
          reading.view.rows = max(1, area.height)
          reading.document.settle(&reading.view)
          response.document = reading
        }
      }
      settleGrid(of: &response, in: rect)
    }
    response.conversation?.settle(in: ResponseView.contentArea(in: rect))
    response.tab = chosen
    sessions[key]?.response = response
  }

  private func settleGrid(of response: inout ResponsePane, in rect: Rect) {
    let content = ResponseView.contentArea(in: rect)
    switch response.look {
    case .table(var table):
      table.settle(columns: content.width, rows: content.height)
      response.look = .table(table)
    case .comparison(var comparison):
      let count = comparison.lines(ignoring: ignoredDifferences).count
      comparison.settle(count: count, height: content.height - 1)
      response.look = .comparison(comparison)
    case .picture, .filter, .document, nil: break
    }
  }

  /// The end of a document that grows is kept in sight where that was asked for.
  private mutating func follow(_ key: RequestKey) {
    guard var reading = sessions[key]?.response.reading, reading.follows,
      sending(key) != nil || reading.document.kind == .eventStream
    else { return }
    reading.document.move(&reading.view, .bottom)
    sessions[key]?.response.reading = reading
  }

  var responseContext: Context {
    if session?.response.look?.isGrid == true { return .grid }
    return session?.response.reading == nil ? .facts : .document
  }
}
