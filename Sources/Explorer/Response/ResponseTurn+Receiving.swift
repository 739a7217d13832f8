import Basics
import Documents
import Networking
import Terminal
import Workspaces

extension ResponseTurn {
  mutating func refused(_ id: Int, _ refusal: Refusal) -> [Outcome] {
    guard sending?.id == id else { return [] }
    pane.phase = .refused(refusal)
    pane.offered = []
    // The page defines the variable; the field that names it is as it should be.
    if refusal.variable != nil, given.isCurrent, given.rect != nil { return [.focus] }
    let effects: [Outcome] = given.isCurrent ? [.goTo(refusal.field)] : []
    // The page in the pane says it.
    return given.isCurrent && given.rect != nil ? effects : effects + say(.error, "Not sent: \(refusal.message)")
  }

  mutating func receive(_ event: ConversationEvent, send id: Int) -> [Outcome] {
    if let effects = hear(event, send: id) { return effects }
    guard var sending, sending.id == id else { return [] }
    var effects: [Outcome] = []
    switch event {
    case .started(let request):
      // The handshake of a WebSocket is no GET to who looks at it.
      if !sending.takesInput { sending.method = request.method }
      sending.url = Exchange.shown(url: request.url, given.variables)
      sending.transferStartedAt = sending.transferStartedAt ?? given.clock.now
    case .progress(let progress):
      sending.progress = progress
      if let body = pane.body { effects += read(body) }
    case .head(let head, let store):
      sending.head = head
      pane.open(head, body: store)
      if pane.conversation?.streamed != nil { pane.conversation = nil }
      if let format = head.messageFormat { open(StreamedMessages(format, of: store, since: nil)) }
    case .continued: pane.body = nil
    case .informational, .message, .messages, .state, .streamed: break
    case .finished(let exchange):
      effects = pane.finish(with: exchange, key: key, given.variables).map { .document($0) }
      effects += readOn()
      settle()
      effects += showBestLook()
      return effects + announce(exchange)
    }
    pane.phase = .sending(sending)
    settle()
    return effects
  }

  /// Continues the index and the search of a document that has grown.
  private func read(_ reading: ResponsePane.Reading) -> [Outcome] {
    [.document(.index(key, reading.document))] + (reading.search.map { [.document(.search(key, $0.search))] } ?? [])
  }

  /// Reports the result in the bottom line: for a request in the background always, for the open one only if the pane
  /// is too narrow for its warning.
  private func announce(_ exchange: Exchange) -> [Outcome] {
    if given.isCurrent {
      guard let text = pane.oddity?.text, let rect = given.rect, TextWidth.of(text) > PlaceLine.room(in: rect) else {
        return []
      }
      return say(.warning, text)
    }
    let name = given.draft.shownName
    if let failure = exchange.failure { return say(.warning, "\(name): \(failure.message)") }
    guard let words = exchange.shortWords else { return [] }
    return say(.information, "\(name): \(words) in \(Quantity.duration(exchange.transferTime))")
  }
}
