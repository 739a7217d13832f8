import Basics
import HTTPTypes
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Prints an exchange while it runs: the body as it arrives, the heads of a hop once its request is known. Keeps no
/// more of the body in memory than necessary.
struct ExchangePrinter: ~Copyable {
  /// The number of bytes of messages to write at a time.
  private static let piece = 1 << 16

  private let options: PrintChoice
  private let output: Output
  private var file: OutputFile?
  private var progress: ProgressLine?
  private let showsBody: Bool
  private var body: BodyWriter?
  private var holdsBody = false
  /// The number of bytes whose memory was released.
  private var released = 0
  private var isDropped = false
  private var query: MessageQuery?
  /// How many messages of an answer that holds many were written; `nil` if its body is written.
  private var printedMessages: Int?
  /// How many messages of a conversation were written, and how it ended.
  private var shownMessages = 0
  private var close: Conversation.Close?
  /// Masks the connection's details and request; the response itself is printed unchanged.
  private let redaction: Redaction

  /// - Parameter query: its results are printed instead of the body.
  init(_ options: PrintChoice, _ redaction: Redaction, query: QueryPrinter? = nil) throws(Failure) {
    self.redaction = redaction
    self.query = query.map { MessageQuery($0) }
    self.options = options
    if let path = options.output {
      let made = try OutputFile(path)
      output = made.output
      file = consume made
    } else {
      output = .standard
      file = nil
    }
    showsBody = output.isTerminal && (!options.json || options.messages)
    progress = Output.error.isTerminal && !options.silent ? ProgressLine() : nil
  }

  mutating func show(_ event: ConversationEvent) throws(Failure) {
    switch event {
    case .started(let request):
      if options.verbose {
        let method = redaction.masked(text: "\(request.method)")
        Output.error.say("* \(method) \(redaction.masked(url: request.url))")
      }
    case .informational(let head):
      try showHead(head)
    case .head(let head, let store):
      try showHead(head)
      body = writer(for: store, head)
      printedMessages = head.messageFormat != nil && (options.messages || query != nil) ? 0 : nil
      released = 0
      // If another hop may follow, this is not the final response. On a terminal with `-v`, both heads come before the
      // body.
      let mayContinue = (300..<400).contains(head.status.code) || [401, 407].contains(head.status.code)
      isDropped = options.dropsErrors && head.status.code >= 400
      holdsBody = mayContinue || isDropped || query != nil || options.verbose && output.isTerminal
    case .progress(let progress):
      if !holdsBody { try drain(isOver: false) }
      if !showsBody || body?.isWithheld == true { self.progress?.show(progress) }
    case .continued(let hop):
      body = nil
      showWire(hop)
    case .message(let message): try show([message], from: 0)
    case .messages(let messages):
      try show(messages, from: shownMessages)
      shownMessages = messages.count
    case .streamed(let messages): try show(messages)
    case .state(let state): try show(state)
    case .finished(let exchange):
      try finish(exchange)
    }
  }

  /// Prints incoming messages as a line each, or all messages as lines of JSON. Many at a time: they may come by the
  /// million.
  private mutating func show(_ messages: ConversationMessages, from first: Int) throws(Failure) {
    let line = messageLine
    var lines: [UInt8] = []
    let new = first..<max(first, messages.count)
    for number in new {
      let head = messages.head(of: number)
      if options.marksMessages {
        lines += line.marked(messages[number])
      } else if options.json {
        lines += line.bytes(messages[number])
      } else if head.direction == .incoming, head.kind.isContent {
        if query != nil {
          progress?.clear()
          try query?.write(messages[number].body, number + 1, to: output)
        } else if head.size > Self.piece {
          if !lines.isEmpty { try write(lines) }
          lines.removeAll(keepingCapacity: true)
          try write(number, of: messages)
        } else {
          messages.withBytes(of: number) { lines += $0 }
          lines.append(0x0A)
        }
      }
      guard lines.count >= Self.piece else { continue }
      try write(lines)
      lines.removeAll(keepingCapacity: true)
    }
    if !lines.isEmpty { try write(lines) }
    messages.release(new)
  }

  /// Writes a large message from where it is.
  private mutating func write(_ number: Int, of messages: ConversationMessages) throws(Failure) {
    progress?.clear()
    var writer = PieceWriter(output)
    let written: Result<Void, Failure> = messages.withBytes(of: number) { bytes in
      Result { () throws(Failure) in try writer.write(bytes) }
    }
    try written.get()
    try writer.write([0x0A])
    try writer.finish()
  }

  /// What a conversation that is not open waits for, and its end as JSON.
  private mutating func show(_ state: Conversation.State) throws(Failure) {
    switch state {
    case .connecting: break
    case .open: progress?.clear()
    case .closing(let close): wait("closing\(close.code.map { " \($0)" } ?? "")")
    case .reconnecting(let date):
      wait("reconnecting in \(Quantity.duration(.seconds(max(0, date.timeIntervalSinceNow).rounded(.up))))")
    case .closed(let close):
      self.close = close
      if options.json, close.code != nil { try write(messageLine.bytes(close)) }
    }
  }

  private mutating func wait(_ words: String) {
    if options.verbose { Output.error.say("* \(words)") } else { progress?.show(words: words) }
  }

  /// Tells how a conversation ended, where that says something.
  private func tell(_ close: Conversation.Close) {
    guard let code = close.code, !options.silent, !close.isOrderly || !close.reason.isEmpty else { return }
    let reason = close.reason.isEmpty ? "" : ": \(redaction.masked(text: close.reason))"
    let name = close.name.map { "\($0) (\(code))" } ?? "closed with \(code)"
    Output.error.say("apus: \(name)\(reason)")
    if let details = close.details { Output.error.say("apus: details \(redaction.masked(text: details))") }
  }

  /// Prints the messages that are new.
  private mutating func show(_ messages: StreamedMessages) throws(Failure) {
    guard let printed = printedMessages else { return }
    printedMessages = messages.count
    let line = messageLine
    var lines: [UInt8] = []
    for number in printed..<max(printed, messages.count) {
      if query != nil {
        progress?.clear()
        try query?.write(ByteStore(messages[number].data), number + 1, to: output)
        continue
      }
      lines += line.bytes(messages[number])
      guard lines.count >= Self.piece else { continue }
      try write(lines)
      lines.removeAll(keepingCapacity: true)
    }
    if !lines.isEmpty { try write(lines) }
  }

  private var messageLine: MessageLine { MessageLine(asJSON: options.json, redaction: redaction) }

  private mutating func write(_ lines: [UInt8]) throws(Failure) {
    progress?.clear()
    var writer = PieceWriter(output, as: options.json ? .json : .text)
    try writer.write(lines)
    try writer.finish()
  }

  private mutating func finish(_ exchange: Exchange) throws(Failure) {
    progress?.clear()
    if let last = exchange.hops.last { showWire(last) }
    // A failure says more than the code with which we have told it to the server.
    if exchange.failure == nil, let close { tell(close) }
    if printedMessages != nil {
      if let messages = StreamedMessages(exchange) { try show(messages) }
    } else if let store = exchange.body, let query {
      if exchange.failure == nil { try query.printer.write(store, to: output) }
    } else if let store = exchange.body, !options.json || options.messages, !isDropped {
      if body?.store != store { body = writer(for: store, exchange.response) }
      try drain(isOver: true)
      if let note = body?.note { Output.error.say("apus: \(note)") }
    }
    if exchange.failure == nil { try query?.check() }
    if options.timing { Output.error.say(lines: TimingTable(isUnicode: Locale.isUTF8).text(for: exchange)) }
  }

  /// Writes the document for the whole exchange.
  func showJSON(_ document: HARDocument) throws(Failure) {
    var writer = PieceWriter(output, as: .json)
    try document.write { bytes throws(Failure) in try writer.write(bytes) }
    try writer.write([0x0A])
    try writer.finish()
  }

  /// Moves the output file to its destination, or removes it if the exchange failed.
  consuming func close(keeping isComplete: Bool) throws(Failure) {
    guard let file = file.take() else { return }
    if isComplete, !isDropped { try file.commit() } else { file.discard() }
  }

  /// Removes the output file.
  consuming func abandon() {
    progress?.clear()
    file.take()?.discard()
  }

  private func showWire(_ hop: Hop) {
    guard options.verbose else { return }
    var text = hop.connection.map(WireText.connection) ?? ""
    if !hop.request.head.isEmpty || hop.response != nil { text += WireText.request(hop.request, redaction) }
    if let response = hop.response { text += WireText.response(response, redaction) }
    Output.error.write(quietly: text)
  }

  private func showHead(_ head: ResponseHead) throws(Failure) {
    guard options.include else { return }
    let bytes = WireText.head(head)
    // The user asked for raw bytes.
    if options.raw { return try output.write(raw: bytes) }
    var writer = PieceWriter(output)
    try writer.write(bytes)
    try writer.finish()
  }

  private func writer(for store: ByteStore, _ head: ResponseHead?) -> BodyWriter {
    BodyWriter(store, contentType: head?.headers["Content-Type"], options, to: output)
  }

  /// The JSON is written at the end; until then, the received bytes need not stay in memory.
  private mutating func release() {
    guard let store = body?.store else { return }
    let count = store.count
    store.releaseResidentMemory(in: released..<max(released, count))
    released = count
  }

  /// Writes what has arrived since the last call.
  private mutating func drain(isOver: Bool) throws(Failure) {
    if printedMessages != nil { return }
    if options.json, !options.messages { return release() }
    try body?.drain(isOver: isOver)
  }
}
