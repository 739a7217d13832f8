import Basics
import Documents
import Essentials
import HTTPTypes
import Networking
import Sessions
import Workspaces

/// Prints an exchange while it runs: the body as it arrives, the heads of a hop once its request is known. Keeps no
/// more of the body in memory than necessary.
struct ExchangePrinter: ~Copyable {
  /// The number of bytes of messages to write at a time.
  private static let piece = 1 << 16

  private let options: PrintChoice
  private let output: Output
  /// Ends the output early.
  private let cutoff: OutputCutoff
  private var file: OutputFile?
  private var progress: ProgressLine?
  private let showsBody: Bool
  private var body: BodyWriter?
  private var holdsBody = false
  /// The number of bytes whose memory was released.
  private var released = 0
  private var isDropped = false
  private var query: MessageQuery?
  /// The number of written messages; `nil` if the body is written instead.
  private var printedMessages: Int?
  /// The joined text of the messages, if it is written in their place.
  private let joined: JoinedText?
  private var writtenText = 0
  /// True if the parts of an answer are written as one document at the end.
  private let joins: Bool
  /// The number of written messages of a conversation, and its close.
  private var shownMessages = 0
  private var close: Conversation.Close?
  /// Masks the connection's details and request; the response itself is printed unchanged.
  private let redaction: Redaction
  /// The colours of the output and of standard error.
  private var colors: OutputColors?
  private var errorColors: OutputColors?

  /// - Parameters:
  ///   - workspace: the one whose theme colours the output.
  ///   - query: its results are printed instead of the body.
  ///   - joins: whether an answer in parts is printed once it is one document.
  ///   - cutoff: ends the output early.
  init(
    _ options: PrintChoice, _ redaction: Redaction, in workspace: Workspace? = nil, query: QueryPrinter? = nil,
    joins: Bool = false, cutoff: OutputCutoff = OutputCutoff()
  ) throws(Failure) {
    self.redaction = redaction
    self.query = query.map { MessageQuery($0) }
    self.options = options
    self.joins = joins
    self.cutoff = cutoff
    joined = options.joined && !joins ? JoinedText() : nil
    if let path = options.output {
      let made = try OutputFile(path)
      output = made.output.cut(by: cutoff)
      file = consume made
    } else {
      output = .standard.cut(by: cutoff)
      file = nil
    }
    colors = options.raw ? nil : OutputColors(for: output, options.display, in: workspace)
    errorColors = options.verbose ? OutputColors(for: .error, options.display, in: workspace) : nil
    showsBody = output.isTerminal && (!options.json || options.messages)
    progress = ProgressLine(options, in: workspace)
  }

  mutating func show(_ event: ConversationEvent) throws(Failure) {
    switch event {
    case .started(let request):
      if options.verbose {
        let method = redaction.masked(text: "\(request.method)")
        let line = TerminalText.line("* \(method) \(redaction.masked(url: request.url))")
        // There is no other place to report an error.
        try? Output.error.write(HeadColors.colored(line + "\n"), in: &errorColors)
      }
    case .informational(let head):
      try showHead(head)
    case .head(let head, let store):
      try showHead(head)
      body = writer(for: store, head.headers["Content-Type"])
      printedMessages = head.messageFormat != nil && (options.messages || query != nil) && !joins ? 0 : nil
      released = 0
      // If another hop may follow, this is not the final response. On a terminal with `-v`, both heads come before the
      // body.
      let mayContinue = (300..<400).contains(head.status.code) || [401, 407].contains(head.status.code)
      isDropped = options.dropsErrors && head.status.code >= 400
      let mayRetry = options.mayRetry && head.messageFormat == nil
      holdsBody =
        mayContinue || mayRetry || isDropped || joins && head.messageFormat != nil || query != nil || options.messages
        || options.verbose && output.isTerminal
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

  /// Prints incoming messages as a line each, or all messages as lines of JSON. They are written in batches, because
  /// there may be millions.
  private mutating func show(_ messages: ConversationMessages, from first: Int) throws(Failure) {
    let line = messageLine
    var lines: [UInt8] = []
    let new = first..<max(first, messages.count)
    for number in new {
      if cutoff.cutsNow() { break }
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

  /// Writes a large message without copying it.
  private mutating func write(_ number: Int, of messages: ConversationMessages) throws(Failure) {
    progress?.clear()
    var writer = PieceWriter(output)
    try messages.withBytes(of: number) { bytes throws(Failure) in try writer.write(bytes) }
    try writer.write([0x0A])
    try writer.finish()
  }

  /// Shows what a conversation waits for before it opens, and its end as JSON.
  private mutating func show(_ state: Conversation.State) throws(Failure) {
    switch state {
    case .connecting: break
    case .open: progress?.clear()
    case .closing(let close): wait("closing\(close.code.map { " \($0)" } ?? "")")
    case .reconnecting(let date):
      wait("reconnecting in \(Quantity.duration(.seconds(max(0, date.timeIntervalSinceNow).rounded(.up))))")
    case .closed(let close):
      self.close = close
    }
  }

  private mutating func wait(_ words: String) {
    if options.verbose { Output.error.say("* \(words)") } else { progress?.show(words: words) }
  }

  private func report(_ close: Conversation.Close) {
    guard let code = close.code, !options.silent, !close.isOrderly || !close.reason.isEmpty else { return }
    let reason = close.reason.isEmpty ? "" : ": \(redaction.masked(text: close.reason))"
    let name = close.name.map { "\($0) (\(code))" } ?? "closed with \(code)"
    Output.error.say("apus: \(name)\(reason)")
    if let details = close.details { Output.error.say("apus: details \(redaction.masked(text: details))") }
  }

  private mutating func show(_ messages: StreamedMessages) throws(Failure) {
    if joins { return }
    // The messages were detected in a body, independent of its content type.
    if printedMessages == nil, options.messages || query != nil { printedMessages = 0 }
    if let joined { return try show(messages, in: joined) }
    guard let printed = printedMessages else { return }
    printedMessages = messages.count
    let line = messageLine
    var lines: [UInt8] = []
    for number in printed..<max(printed, messages.count) {
      if cutoff.cutsNow() { break }
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

  /// Writes the text that new messages add.
  private mutating func show(_ messages: StreamedMessages, in joined: JoinedText) throws(Failure) {
    while joined.advance(with: messages) {}
    try writeText(of: joined)
  }

  private mutating func writeText(of joined: JoinedText) throws(Failure) {
    let more = joined.store.bytes(in: writtenText..<joined.store.count)
    writtenText = joined.store.count
    if !more.isEmpty { try write(more) }
  }

  private var messageLine: MessageLine { MessageLine(asJSON: options.json, redaction: redaction) }

  private mutating func write(_ lines: [UInt8]) throws(Failure) {
    progress?.clear()
    let language = options.json ? TextLanguage.json : .plain
    var writer = PieceWriter(output, as: options.json ? .json : .text, language, in: colors)
    try writer.write(lines)
    try writer.finish()
  }

  private mutating func finish(_ exchange: Exchange) throws(Failure) {
    progress?.clear()
    if let last = exchange.hops.last { showWire(last) }
    // A failure says more than the close code that was sent to the server.
    if exchange.failure == nil, let close { report(close) }
    if options.json, let close, close.code != nil {
      try write(messageLine.bytes(close, trailers: exchange.response?.callTrailers ?? Headers()))
    }
    if let fault = exchange.fault, !options.silent {
      Output.error.say("apus: \(fault.name): \(redaction.masked(text: fault.message))")
    }
    if printedMessages != nil {
      if let messages = StreamedMessages(exchange) { try show(messages) }
      if let joined {
        joined.finish()
        try writeText(of: joined)
        if writtenText > 0 { try write([0x0A]) }
      }
    } else if let query, let (store, type) = options.body(of: exchange) {
      if exchange.failure == nil { try query.printer.write(store, contentType: type, to: output) }
    } else if let (store, type) = options.body(of: exchange), !options.json || options.messages, !isDropped {
      if body?.store != store { body = writer(for: store, type) }
      try drain(isOver: true)
      if let note = body?.note { Output.error.say("apus: \(note)") }
    }
    if exchange.failure == nil { try query?.check() }
    if cutoff.hasCut, !options.silent { Output.error.say("apus: timed out before everything was written") }
    if options.timing { Output.error.say(lines: TimingTable(isUnicode: Locale.isUTF8).text(for: exchange)) }
  }

  /// Writes the document for the whole exchange.
  func showJSON(_ document: HARDocument) throws(Failure) {
    // Half a document is of no use.
    var writer = PieceWriter(output.cut(by: nil), as: .json, .json, in: colors)
    try document.write { bytes throws(Failure) in try writer.write(bytes) }
    try writer.write([0x0A])
    try writer.finish()
  }

  /// Moves the output file to its destination. After a failed exchange, keeps the partial content next to it.
  consuming func close(keeping isComplete: Bool) throws(Failure) {
    guard let file = file.take() else { return }
    if isComplete, !isDropped { return try file.commit() }
    guard !isDropped, let path = options.output, let part = file.keepPart() else { return }
    Output.error.say("apus: the received part is in \(part); --download \(path) resumes it")
  }

  /// Removes the output file.
  consuming func abandon() {
    progress?.clear()
    file.take()?.discard()
  }

  private mutating func showWire(_ hop: Hop) {
    guard options.verbose else { return }
    var text = hop.connection.map(VerboseText.connection) ?? ""
    if !hop.request.head.isEmpty || hop.response != nil { text += VerboseText.request(hop.request, redaction) }
    if let response = hop.response {
      text += VerboseText.response(response, redaction) + VerboseText.trailers(response, redaction)
    }
    // There is no other place to report an error.
    try? Output.error.write(HeadColors.colored(text), in: &errorColors)
  }

  private mutating func showHead(_ head: ResponseHead) throws(Failure) {
    guard options.include else { return }
    let bytes = VerboseText.head(head)
    // The user asked for raw bytes.
    if options.raw { return try output.write(raw: bytes) }
    if colors != nil {
      return try output.write(HeadColors.colored(String(decoding: bytes, as: UTF8.self)), in: &colors)
    }
    var writer = PieceWriter(output)
    try writer.write(bytes)
    try writer.finish()
  }

  private func writer(for store: ByteStore, _ type: String?) -> BodyWriter {
    BodyWriter(store, contentType: type, options, in: colors, to: output)
  }

  /// The JSON is written at the end; until then, the received bytes need not stay in memory.
  private mutating func release() {
    guard let store = body?.store else { return }
    let count = store.count
    store.releaseResidentMemory(in: released..<max(released, count))
    released = count
  }

  /// Writes the bytes that have arrived since the last call.
  private mutating func drain(isOver: Bool) throws(Failure) {
    if printedMessages != nil { return }
    if options.json, !options.messages { return release() }
    try body?.drain(isOver: isOver)
  }
}
