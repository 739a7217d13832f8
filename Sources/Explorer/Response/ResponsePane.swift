import Basics
package import Documents
import Essentials
package import HTTPModel
package import SessionModel
import Terminal
package import Workspaces

/// The response pane of one request: empty, sending, refused, or with a finished exchange.
package struct ResponsePane: Equatable, Sendable {
  package enum Phase: Equatable, Sendable {
    case empty
    case sending(Sending)
    case finished(Exchange)
    /// Refused by Apus before any data was sent.
    case refused(Refusal)
  }

  package var phase = Phase.empty
  package var tab = ResponseTab.body
  /// The body as a document, from the arrival of its head.
  package var body: Reading?
  /// The messages of a protocol that exchanges many.
  package var conversation: ConversationPane?
  /// The message being typed in a conversation, and earlier ones.
  var composer = Composer()
  /// The request as sent, as text.
  package var sent: Reading?
  /// True if its secrets are shown.
  var revealsSecrets = false
  /// The layers over the content of each tab.
  package var looksByTab: [ResponseTab: [DerivedView]] = [:]
  /// The origin of an answer that comes from the history; `nil` for one of this run.
  var kept: KeptAnswer.Origin?
  /// The request as edited when it was sent; `nil` for an answer of the history or of a run.
  var asked: RequestDefinition?
  /// The variable of the address at the send; another environment may be active now.
  var addressVariable: VariableTable.Entry?
  /// True once the history has been asked for the last answer.
  var isRecalled = false
  /// The previous response in this run.
  package var previous: Exchange?
  /// The test results and captures of the answer, once available.
  package var checks: AnswerChecks?
  /// The results of the scripts, with secrets masked; `nil` if none ran. During a send, the results so far.
  package var scripts: ScriptResults?
  /// The results as shown in the Tests tab.
  var tests: TestReport?
  /// The choices of a failure as last drawn. A letter typed before they were visible was meant for something else.
  var offered: [FailureChoice] = []
  /// The row under the cursor and the first one shown, for the tabs that are lists.
  var lists: [ResponseTab: ListCursor] = [:]
  /// The text last searched for in a list tab.
  var listSearchText: String?

  /// The cursor of a list tab; initially on the first row below a heading, and in the console on the last row.
  func cursor(in tab: ResponseTab, of lines: [ResponseFacts.Line], height: Int) -> ListCursor {
    if let cursor = lists[tab] { return cursor }
    var cursor = ListCursor(row: lines.count > 1 && lines[0].isHeading ? 1 : 0)
    if tab == .console { cursor.move(.bottom, count: lines.count, height: height) }
    return cursor
  }

  /// The lines of the selected tab in a pane with this frame, and their cursor.
  func facts(for subject: ResponseSubject, in frame: Rect) -> (lines: [ResponseFacts.Line], cursor: ListCursor) {
    let lines = ResponseFacts.lines(of: tab, exchange, subject, pane: frame)
    return (lines, cursor(in: tab, of: lines, height: ResponseView.contentArea(in: frame).height))
  }

  /// The displayed exchange; `nil` until there is one.
  package var exchange: Exchange? {
    if case .finished(let exchange) = phase { return exchange }
    return nil
  }

  /// The tabs of this answer. A plain connection has no TLS tab.
  var tabs: [ResponseTab] {
    let hops = exchange?.hops ?? []
    let isSecure = hops.contains {
      $0.connection?.tls != nil || ["https:", "wss:"].contains($0.request.url.prefix { $0 != ":" }.lowercased() + ":")
    }
    return ResponseTab.allCases.filter { candidate in
      switch candidate {
      case .messages: conversation?.streamed != nil
      case .joined: conversation?.hasJoined == true
      case .body: true
      case .tls: isSecure || tab == .tls
      case .console: scripts != nil || tab == .console
      case .tests: !isSending || hidesTabs || scripts != nil
      // During a send, the other tabs have nothing to show.
      default: !isSending || hidesTabs
      }
    }
  }

  private var isSending: Bool { if case .sending = phase { true } else { false } }

  /// True if the progress of a send takes the place of the tabs; only an answer with many messages and a request with
  /// scripts have tabs while it runs.
  var hidesTabs: Bool { isSending && conversation?.streamed == nil && scripts == nil }

  /// True if the selected tab shows what scripts report, which it does during a send, too.
  var showsScripts: Bool { scripts != nil && (tab == .tests || tab == .console) }

  mutating func begin(_ sending: Sending) {
    // A comparison with an answer of the history hides what is masked there.
    if let exchange, exchange.response != nil, kept == nil { previous = exchange }
    (kept, asked, addressVariable) = (nil, nil, nil)
    phase = .sending(sending)
    composer.isActive = false
    if tab == .messages || tab == .joined { tab = .body }
    body = nil
    conversation = nil
    sent = nil
    revealsSecrets = false
    looksByTab = [:]
    checks = nil
    scripts = nil
    tests = nil
    offered = []
    lists = [:]
  }

  /// Adds what saving added to the draft to the request that was sent, because that is no edit of the user.
  mutating func follow(_ draft: RequestDefinition, savedAs definition: RequestDefinition) {
    asked = asked.map { DefinitionMerge(base: draft, mine: $0, theirs: definition).merged }
  }

  /// Opens the body when its head arrives, to show it while it grows.
  mutating func open(_ head: ResponseHead, body store: ByteStore) {
    body = Reading(Document(store: store, contentType: head.headers["Content-Type"]))
  }

  /// Completes the exchange; a document already open stays, so that its position is kept.
  /// - Parameter variables: the variables whose secrets are masked in the sent request.
  mutating func finish(
    with exchange: Exchange, key: RequestKey, _ variables: VariableTable? = nil
  ) -> [DocumentEffect] {
    phase = .finished(exchange)
    offered = []
    composer.isActive = false
    if let store = exchange.answerBody, store.count > 0 {
      if body?.document.store != store, exchange.response != nil {
        body = Reading(Document(store: store, contentType: exchange.answerType))
      }
    } else {
      body = nil
    }
    if let streamed = StreamedMessages(exchange), !streamed.isEmpty || conversation != nil {
      let isNew = conversation == nil
      conversation = (conversation ?? ConversationPane(streamed)).completed(with: streamed)
      if exchange.joined != nil {
        if streamed.format == .events, tab == .messages { tab = .body }
      } else if isNew, tab == .body, streamed.format == .events {
        tab = .messages
      }
    } else {
      conversation = exchange.conversation.map { (conversation ?? ConversationPane()).completed(with: $0) }
    }
    sent = exchange.sentReading(variables, revealsSecrets: revealsSecrets)
    var effects: [DocumentEffect] = []
    if let body { effects.append(.index(key, body.document)) }
    if let preview = conversation?.preview { effects.append(.index(key, preview.document)) }
    if let sent { effects.append(.index(key, sent.document)) }
    return effects
  }
}

/// The tabs of the response pane, in order.
package enum ResponseTab: String, CaseIterable, Hashable, Sendable {
  /// Only for an answer with many messages.
  case messages = "Messages"
  /// Only if the messages are parts of one text.
  case joined = "Joined"
  case body = "Body"
  case headers = "Headers"
  case timing = "Timing"
  case cookies = "Cookies"
  case tests = "Tests"
  /// Only if the request has scripts.
  case console = "Console"
  case sent = "Sent"
  /// Only if a secure connection was requested.
  case tls = "TLS"
}

extension ResponsePane {
  /// A document being viewed, with its view, search and selection.
  package struct Reading: Equatable, Sendable {
    package var document: Document
    package var view: DocumentView
    package var search: SearchState?
    /// The line where the selection began; it ends at the cursor.
    package var anchor: Int?
    /// True if the cursor stays at the end while the document grows.
    package var follows = false
    /// Below this offset, lines end with CR LF as the protocol requires, so the CR is not shown.
    var protocolText = 0
    /// The end of the head of a sent request, in bytes; 0 for any other document.
    var headEnd = 0

    init(_ document: Document) {
      self.document = document
      view = document.view(columns: 80, rows: 20)
      follows = document.kind == .eventStream
    }

    /// The selected lines, all of them whole.
    var marked: ClosedRange<Int>? {
      anchor.map { min($0, view.cursorLine)...max($0, view.cursorLine) }
    }
  }
}
