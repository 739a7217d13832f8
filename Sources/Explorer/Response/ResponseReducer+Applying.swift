import Basics
import Documents
package import Essentials
package import HTTPModel
import SessionModel
import Terminal
import Workspaces

extension ResponseReducer {
  mutating func apply(_ action: ResponseFeature.Action) {
    switch action {
    case .moved(let motion): move(motion)
    case .entered: if !enterChoice(), !enterGrid() { valueMenuRequested() }
    case .left: leave()
    case .tabChosen(let tab): pane.tab = tab
    case .clicked(let mouse, let rect): click(mouse, in: rect)
    case .answered(let question, let answer): answered(question, answer)
    case .picked(let list, let id): picked(list, id)
    case .transfer(let id, let event): receive(event, send: id)
    case .scriptsReported(let id, let events): receive(events, send: id)
    case .refused(let id, let refusal): refused(id, refusal)
    case .messageRefused(let id, let why): messageRefused(id, why)
    case .inputAnswered(let id, let reply): receive(reply, send: id)
    case .indexed: indexed()
    case .searchAdvanced: searchAdvanced()
    case .filtered(let serial, let document, let origins): filtered(serial: serial, document, origins: origins)
    case .tableMade(let serial, let table): tableMade(serial: serial, table)
    case .tableSorted(let serial, let table, let sorting): tableSorted(serial: serial, table, sorting)
    case .pictured(let serial, let picture): pictured(serial: serial, picture)
    case .compared(let serial, let comparison): compared(serial: serial, comparison)
    case .comparandLoaded(let exchange, let name, let secrets):
      comparandLoaded(exchange, named: name, hiding: secrets)
    case .recalled(let kept): recall(kept)
    case .shown: showBestDerivedView()
    case .settled: settle()
    }
  }

  private mutating func indexed() {
    pane.conversation?.grown()
    settle()
    follow()
    renewTable()
  }

  private mutating func picked(_ list: ResponseFeature.List, _ id: String) {
    switch list {
    case .copy: pickedCopy(id)
    case .value: pickedValue(id)
    case .view: pickedView(id)
    case .comparand: context.run(.files(.loadComparand(key, id: id)))
    case .message: pickedMessage(id)
    }
  }
}

extension ResponseReducer {
  mutating func refused(_ id: Int, _ refusal: Refusal) {
    guard sending?.id == id else { return }
    pane.phase = .refused(refusal)
    pane.offered = []
    // The failure page offers to define the variable; the field that uses it is correct.
    if refusal.variable != nil, subject.isCurrent, subject.rect != nil { return context.focus(.response) }
    if subject.isCurrent, refusal.field != .other { context.request(.fieldTargeted(refusal.field)) }
    // The failure page in the pane reports it.
    if !subject.isCurrent || subject.rect == nil { context.say("Not sent: \(refusal.message)", .error) }
  }

  mutating func receive(_ event: ConversationEvent, send id: Int) {
    if receiveMessage(event, send: id) { return }
    guard var sending, sending.id == id else { return }
    switch event {
    case .started(let request):
      // Users do not think of a WebSocket handshake as a GET request.
      if !sending.takesInput { sending.method = request.method }
      sending.url = Exchange.shown(url: request.url, subject.variables)
      sending.transferStartedAt = sending.transferStartedAt ?? subject.clock.now
      sending.script = nil
    case .progress(let progress):
      sending.progress = progress
      if let body = pane.body { read(body) }
    case .head(let head, let store):
      sending.head = head
      pane.open(head, body: store)
      if pane.conversation?.streamed != nil { pane.conversation = nil }
      if let format = head.messageFormat { open(StreamedMessages(format, of: store, since: nil)) }
    case .continued: pane.body = nil
    case .informational, .message, .messages, .state, .streamed: break
    case .finished(let exchange):
      // A send may begin before the variables are known.
      pane.addressVariable = pane.addressVariable ?? subject.session.addressVariable
      for effect in pane.finish(with: exchange, key: key, subject.variables) { context.run(.document(effect)) }
      readOn()
      settle()
      showBestDerivedView()
      return announce(exchange)
    }
    pane.phase = .sending(sending)
    settle()
  }

  /// Adds reports of scripts to the results so far; the whole results follow the answer.
  mutating func receive(_ events: [ScriptEvent], send id: Int) {
    guard var sending, sending.id == id else { return }
    var results = pane.scripts ?? ScriptResults()
    var tests = pane.tests ?? TestReport(AnswerChecks(), of: subject.draft, in: nil)
    for event in events {
      switch event {
      case .began(let place): sending.script = place
      case .console(let line): results.console.append(line)
      case .verdict(let verdict):
        results.verdicts.append(verdict)
        tests.add(verdict)
      }
    }
    (pane.scripts, pane.tests) = (results, tests)
    pane.phase = .sending(sending)
  }

  /// Continues the index and the search of a document that has grown.
  private mutating func read(_ reading: ResponsePane.Reading) {
    context.run(.document(.index(key, reading.document)))
    if let search = reading.search { context.run(.document(.search(key, search.search))) }
  }

  /// Reports the result in the bottom line: for a request in the background always, for the open one only if the pane
  /// is too narrow for its warning.
  private mutating func announce(_ exchange: Exchange) {
    if subject.isCurrent {
      guard let text = pane.oddity?.text, let rect = subject.rect, TextWidth.of(text) > PlaceLine.room(in: rect) else {
        return
      }
      return context.say(text, .warning)
    }
    let name = subject.draft.shownName
    if let failure = exchange.failure { return context.say("\(name): \(failure.message)", .warning) }
    guard let words = exchange.shortWords else { return }
    context.say("\(name): \(words) in \(Quantity.duration(exchange.transferTime))")
  }
}

/// A running send.
package struct Sending: Equatable, Sendable {
  /// Identifies the send, so that events of an older one are ignored.
  package var id: Int
  package var method: String
  package var url: String
  package var startedAt: Date
  /// The start of its first request, after the preparation that follows the key; `nil` until then.
  var transferStartedAt: Date?
  package var progress = TransferProgress()
  package var head: ResponseHead?
  /// The script that began last, until the request is sent.
  var script: ScriptPlace?
  /// True if messages can be sent while it runs.
  package var takesInput = false
}

extension ResponseReducer {
  /// Adapts all tabs and layers to the current size of the pane.
  mutating func settle() {
    guard let rect = subject.rect else { return }
    let chosen = pane.tab
    for tab in ResponseTab.allCases {
      pane.tab = tab
      if var reading = pane.document {
        let area = ResponseView.documentArea(of: reading, in: rect)
        if reading.view.columns != area.width || reading.view.rows != area.height {
          reading.view.columns = max(1, area.width)
          reading.view.rows = max(1, area.height)
          reading.document.settle(&reading.view)
          pane.document = reading
        }
      }
      settleGrid(in: rect)
    }
    pane.conversation?.settle(in: ResponseView.contentArea(in: rect))
    pane.tab = chosen
  }

  private mutating func settleGrid(in rect: Rect) {
    let content = ResponseView.contentArea(in: rect)
    switch pane.derivedView {
    case .table(var table):
      table.settle(columns: content.width, rows: content.height)
      pane.derivedView = .table(table)
    case .comparison(var comparison):
      let count = comparison.lines(ignoring: ignoredDifferences).count
      comparison.list.settle(count: count, height: content.height - 1)
      pane.derivedView = .comparison(comparison)
    case .picture, .filter, .document, nil: break
    }
  }

  /// Scrolls to the end of a growing document if it is being followed.
  mutating func follow() {
    guard var reading = pane.reading, reading.follows, sending != nil || reading.document.kind == .eventStream
    else { return }
    reading.document.move(&reading.view, .bottom)
    pane.reading = reading
  }
}
