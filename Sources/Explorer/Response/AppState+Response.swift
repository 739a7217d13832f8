import Documents
import Networking
import Terminal

extension AppState {
  mutating func apply(_ action: ResponseAction) -> [Effect] {
    switch action {
    case .sendConfirmed(let key): return send(key)
    case .transfer(let key, let id, let event): return receive(event, of: key, send: id)
    case .refused(let key, let id, let refusal): return refused(key, id, refusal)
    case .tick(let key, let id):
      guard sending(key)?.id == id else { return [] }
      return [.after(.milliseconds(100), .response(.tick(key, send: id)))]
    case .tabChosen(let tab):
      session?.response.tab = tab
      return []
    case .indexed(let key):
      settle(key)
      return []
    case .searchAdvanced(let key): return searchAdvanced(key)
    case .filtered(let key, let serial, let document, let count):
      return filtered(key, serial: serial, document, count: count)
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
    return effects + say(.error, refusal.message)
  }

  private mutating func receive(_ event: TransferEvent, of key: RequestKey, send id: Int) -> [Effect] {
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
    case .informational: break
    case .finished(let exchange):
      effects = response.finish(with: exchange, key: key)
      sessions[key]?.response = response
      settle(key)
      return effects + announce(exchange, key) + [.files(.loadHistory)]
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

  /// What came of a request that is not in front is told in the bottom line.
  private mutating func announce(_ exchange: Exchange, _ key: RequestKey) -> [Effect] {
    guard key != current, let name = sessions[key]?.draft.name else { return [] }
    if let failure = exchange.failure { return say(.warning, "\(name): \(failure.message)") }
    guard let status = exchange.response?.status else { return [] }
    return say(
      .information, "\(name): \(status.words) in \(Quantity.duration(exchange.duration))")
  }

  /// Gives the documents of a request the window that they are drawn in now.
  mutating func settle(_ key: RequestKey) {
    guard let rect = layout.panes[.response], var response = sessions[key]?.response else { return }
    for tab in [ResponseTab.body, .sent] {
      let chosen = response.tab
      response.tab = tab
      if var reading = response.reading {
        let area = ResponseView.documentArea(of: reading, in: rect)
        if reading.view.columns != area.width || reading.view.rows != area.height {
          reading.view.columns = max(1, area.width)
          reading.view.rows = max(1, area.height)
          reading.document.settle(&reading.view)
          response.reading = reading
        }
      }
      response.tab = chosen
    }
    sessions[key]?.response = response
  }

  var responseContext: Context { session?.response.reading == nil ? .facts : .document }
}
