import Bytes
import Networking

/// Shows an exchange while it runs: heads as they come, the body as it grows, never more of it in memory than needed.
struct ExchangePrinter: ~Copyable {
  private let options: PrintOptions
  private let output: Output
  private var file: OutputFile?
  private var filter: TerminalText?
  private var progress: ProgressLine?
  private var body: ByteStore?
  private var written = 0

  init(_ options: PrintOptions) throws(Failure) {
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
    progress = Output.error.isTerminal && !showsBody ? ProgressLine() : nil
  }

  mutating func show(_ event: TransferEvent) throws(Failure) {
    switch event {
    case .started(let request):
      if options.verbose { Output.error.say(WireText.request(request)) }
    case .informational(let head):
      try showHead(head)
    case .head(let head, let store):
      try showHead(head)
      body = store
      written = 0
    case .progress(let progress):
      try drain()
      self.progress?.show(progress)
    case .continued:
      body = nil
    case .finished(let exchange):
      progress?.clear()
      if let last = exchange.hops.last?.connection, options.verbose { Output.error.say(WireText.connection(last)) }
      if let store = exchange.body, !options.json {
        if body != store { written = 0 }
        body = store
        try drain()
        try endBody()
      }
      if options.timing {
        Output.error.say(TimingTable(isUnicode: Locale.isUTF8).text(for: exchange))
      }
    }
  }

  /// Writes the document that stands for the whole exchange.
  func showJSON(_ document: [UInt8]) throws(Failure) {
    try output.write(document.last == 0x0a ? document : document + [0x0a])
  }

  /// Puts the output file in its place, or takes it away when the exchange failed.
  consuming func close(keeping isComplete: Bool) throws(Failure) {
    guard let file = file.take() else { return }
    if isComplete { try file.commit() } else { file.discard() }
  }

  private func showHead(_ head: ResponseHead) throws(Failure) {
    if options.verbose { Output.error.say(WireText.response(head)) }
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
