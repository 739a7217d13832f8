import Bytes
import Networking

/// Shows an exchange while it runs: the body as it grows, the heads of a hop when it is known what was sent; never
/// more of the body in memory than needed.
struct ExchangePrinter: ~Copyable {
  private let options: PrintChoice
  private let output: Output
  private var file: OutputFile?
  private var filter: TerminalText?
  private var progress: ProgressLine?
  private var body: ByteStore?
  private var written = 0
  private var holdsBody = false
  private var isDropped = false
  private let query: QueryPrinter?
  /// For what is shown of the connection; the answer itself is given as it is.
  private let redaction: Redaction

  /// - Parameter query: writes the body in place of the bytes as they come.
  init(_ options: PrintChoice, _ redaction: Redaction, query: QueryPrinter? = nil) throws(Failure) {
    self.redaction = redaction
    self.query = query
    self.options = options
    if let path = options.output {
      let made = try OutputFile(path)
      output = made.output
      file = consume made
    } else {
      output = .standard
      file = nil
      // A terminal must not obey what a server sent; a file or a pipe gets the bytes as they are.
      if Output.standard.isTerminal { filter = TerminalText() }
    }
    let showsBody = Output.standard.isTerminal && options.output == nil && !options.json
    progress = Output.error.isTerminal && !showsBody && !options.silent ? ProgressLine() : nil
  }

  mutating func show(_ event: TransferEvent) throws(Failure) {
    switch event {
    case .started(let request):
      if options.verbose { Output.error.say(TerminalText.shown("* \(request.method) \(redaction.masked(url: request.url))")) }
    case .informational(let head):
      try showHead(head)
    case .head(let head, let store):
      try showHead(head)
      body = store
      written = 0
      // What another hop may follow is no answer yet; with both heads on the same terminal, they come first.
      let mayContinue = (300..<400).contains(head.status.code) || [401, 407].contains(head.status.code)
      isDropped = options.dropsErrors && head.status.code >= 400
      holdsBody = mayContinue || isDropped || query != nil || options.verbose && output.isTerminal
    case .progress(let progress):
      if !holdsBody { try drain() }
      self.progress?.show(progress)
    case .continued(let hop):
      body = nil
      showWire(hop)
    case .finished(let exchange):
      try finish(exchange)
    }
  }

  private mutating func finish(_ exchange: Exchange) throws(Failure) {
    progress?.clear()
    if let last = exchange.hops.last { showWire(last) }
    if let store = exchange.body, let query {
      if exchange.failure == nil { try query.write(store, to: output) }
    } else if let store = exchange.body, !options.json, !isDropped {
      if body != store { written = 0 }
      body = store
      try drain()
      try endBody()
    }
    if options.timing { Output.error.say(TimingTable(isUnicode: Locale.isUTF8).text(for: exchange)) }
  }

  /// Writes the document that stands for the whole exchange.
  func showJSON(_ document: [UInt8]) throws(Failure) {
    try output.write(document.last == 0x0a ? document : document + [0x0a])
  }

  /// Puts the output file in its place, or takes it away when the exchange failed.
  consuming func close(keeping isComplete: Bool) throws(Failure) {
    guard let file = file.take() else { return }
    if isComplete, !isDropped { try file.commit() } else { file.discard() }
  }

  /// Leaves nothing of the output file behind.
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
    try output.write(filter == nil ? bytes : Array(TerminalText.shown(String(decoding: bytes, as: UTF8.self)).utf8))
  }

  /// Writes what has arrived since the last time.
  private mutating func drain() throws(Failure) {
    guard let body, !options.json else { return }
    while written < body.count {
      let piece = body.bytes(in: written..<min(body.count, written + 1 << 18))
      guard !piece.isEmpty else { return }
      if filter == nil {
        try output.write(piece)
      } else {
        try output.write(filter?.shown(piece) ?? piece)
      }
      body.releaseResidentMemory(in: written..<written + piece.count)
      written += piece.count
    }
  }

  private mutating func endBody() throws(Failure) {
    guard filter != nil else { return }
    try output.write(filter?.rest() ?? [])
    // The prompt starts on a line of its own.
    if let last = body?.bytes(in: max(0, written - 1)..<written).last, last != 0x0a { try output.write("\n") }
  }
}
