import Basics
import Documents
package import Networking
package import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
  /// What is typed into a conversation, and what was.
  var speech = SpeechField()
  /// The request as sent, as text.
  package var sent: Reading?
  /// Whether its secrets are shown.
  var revealsSecrets = false
  /// The layers over the content of each tab.
  package var looksByTab: [ResponseTab: [Look]] = [:]
  /// The previous response in this run.
  package var previous: Exchange?
  /// What was checked and captured of the answer, from the moment it was judged.
  package var checks: AnswerChecks?
  /// The same as the list of tests shows it.
  var tests: TestReport?
  /// What a failure offers to do, as it was on the screen: a letter that was typed before was meant for something else.
  var offered: [FailureChoice] = []
  /// The row under the cursor and the first one shown, for the tabs that are lists.
  package var lists: [ResponseTab: ListPlace] = [:]

  package init() {}

  package struct ListPlace: Equatable, Sendable {
    package var cursor = 0
    package var offset = 0
  }

  /// The place in a tab that is a list; at first on its first row, below a heading.
  func place(in tab: ResponseTab, of lines: [ResponseFacts.Line]) -> ListPlace {
    lists[tab] ?? ListPlace(cursor: lines.count > 1 && lines[0].isHeading ? 1 : 0)
  }

  /// The displayed exchange; `nil` until there is one.
  package var exchange: Exchange? {
    if case .finished(let exchange) = phase { return exchange }
    return nil
  }

  /// The tabs of this answer. A plain connection has no TLS to speak of.
  var tabs: [ResponseTab] {
    let hops = exchange?.hops ?? []
    let isSecure = hops.contains {
      $0.connection?.tls != nil || ["https:", "wss:"].contains($0.request.url.prefix { $0 != ":" }.lowercased() + ":")
    }
    let isStreaming = exchange == nil && conversation?.streamed != nil
    return ResponseTab.allCases.filter { candidate in
      switch candidate {
      case .messages: conversation?.streamed != nil
      case .joined: conversation?.hasJoined == true
      case .body: true
      case .tls: isSecure || tab == .tls
      // While messages arrive, the other tabs have nothing to show.
      default: !isStreaming
      }
    }
  }

  /// Whether the progress of a send stands in their place: only an answer that holds many messages has tabs while it runs.
  var hidesTabs: Bool {
    guard case .sending = phase else { return false }
    return conversation?.streamed == nil
  }

  mutating func begin(_ sending: Sending) {
    if let exchange, exchange.response != nil { previous = exchange }
    phase = .sending(sending)
    speech.isActive = false
    if tab == .messages || tab == .joined { tab = .body }
    body = nil
    conversation = nil
    sent = nil
    revealsSecrets = false
    looksByTab = [:]
    checks = nil
    tests = nil
    offered = []
    lists = [:]
  }

  /// Opens the body when its head arrives, to show it while it grows.
  mutating func open(_ head: ResponseHead, body store: ByteStore) {
    body = Reading(Document(store: store, contentType: head.headers["Content-Type"]))
  }

  /// Completes the exchange; a document already open stays, so that its position is kept.
  /// - Parameter variables: whose secrets are masked in what was sent.
  mutating func finish(
    with exchange: Exchange, key: RequestKey, _ variables: VariableTable? = nil
  ) -> [DocumentEffect] {
    phase = .finished(exchange)
    offered = []
    speech.isActive = false
    if let store = exchange.body, store.count > 0 {
      if body?.document.store != store, let head = exchange.response { open(head, body: store) }
    } else {
      body = nil
    }
    if let streamed = StreamedMessages(exchange), !streamed.isEmpty || conversation != nil {
      let isNew = conversation == nil
      conversation = (conversation ?? ConversationPane(streamed)).completed(with: streamed)
      if isNew, tab == .body, streamed.format == .events { tab = .messages }
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
