import Basics
import Documents

/// Writes a body while it arrives: byte for byte to a file or a pipe; formatted, coloured and filtered to a terminal,
/// which a server must not control. A terminal gets only a description of a binary body.
struct BodyWriter {
  /// The number of bytes to write at a time.
  private static let piece = 1 << 18
  /// The number of bytes needed to detect the body's kind.
  private static let enough = 4

  let store: ByteStore
  private let contentType: String?
  private let ways: PrintChoice.RawWays
  private let output: Output
  /// True if the bytes are written as received.
  private var isPlain: Bool
  private let formats: Bool
  private let colors: OutputColors?
  private var kind: DocumentKind?
  private var decoder: CharsetDecoder?
  /// The start of a character in a charset other than UTF-8.
  private var undecoded: [UInt8] = []
  private var formatter: StreamFormatter?
  private var text: PieceWriter
  private var written = 0

  init(
    _ store: ByteStore, contentType: String?, _ options: PrintChoice, in colors: OutputColors? = nil, to output: Output
  ) {
    self.store = store
    self.contentType = contentType
    ways = options.rawWays
    self.output = output
    formats = options.display.formats(output)
    self.colors = colors
    isPlain = options.raw || !output.isTerminal && !formats && colors == nil
    text = PieceWriter(output)
  }

  /// True if the body is not text and therefore not shown on a terminal.
  var isWithheld: Bool {
    switch kind {
    case .binary, .image: !isPlain
    default: false
    }
  }

  /// Writes the bytes that have arrived since the last call; with `isOver`, also the bytes held back.
  mutating func drain(isOver: Bool) throws(Failure) {
    if !isPlain, kind == nil, isOver || store.count >= Self.enough { look() }
    guard isPlain || kind != nil, !isWithheld else { return }
    while written < store.count {
      let piece = store.bytes(in: written..<min(store.count, written + Self.piece))
      guard !piece.isEmpty else { return }
      try write(piece)
      store.releaseResidentMemory(in: written..<written + piece.count)
      written += piece.count
    }
    guard isOver, !isPlain else { return }
    try finish()
    // The shell's prompt must start on a new line.
    if output.isTerminal, text.last ?? 0x0A != 0x0A { try output.write("\n") }
  }

  /// A note about content that the terminal did not get unchanged, and how to get it; `nil` if it got everything.
  var note: String? {
    guard !isPlain else { return nil }
    if isWithheld {
      let type = contentType ?? kind?.name.lowercased() ?? ""
      return "the body is not text (\(type), \(Quantity.bytes(store.count))) and not shown: \(ways.rawValue)"
    }
    if let fault = formatter?.fault { return "the body is not JSON and is shown as received: \(fault)" }
    return text.hasReplaced ? "control and invisible characters of the body are shown as text: \(ways.rawValue)" : nil
  }

  private mutating func look() {
    let start = store.bytes(in: 0..<min(store.count, 4096))
    let kind = DocumentKind.detect(contentType: contentType, firstBytes: start)
    self.kind = kind
    if isWithheld, !output.isTerminal { return isPlain = true }
    if formats { formatter = StreamFormatter(kind) }
    // The output must remain valid JSON.
    let isJSON = kind == .json || kind == .jsonSequence
    text = PieceWriter(output, as: isJSON ? .json : .text, kind.language, in: colors)
    let charset = Charset.detect(contentType: contentType, firstBytes: start)
    if charset != .utf8 { decoder = CharsetDecoder(charset) }
  }

  private mutating func write(_ piece: [UInt8]) throws(Failure) {
    if isPlain {
      try Interruption.check()
      // The output is not a terminal, or the user asked for raw bytes.
      return try output.write(raw: piece)
    }
    if decoder == nil { return try put(piece) }
    undecoded += piece
    try decode(isFinal: false)
  }

  private mutating func decode(isFinal: Bool) throws(Failure) {
    var decoded: [UInt8] = []
    let done = undecoded.withUnsafeBytes { decoder?.transform($0, isFinal: isFinal, into: &decoded) ?? 0 }
    undecoded.removeFirst(done)
    try put(decoded)
  }

  private mutating func put(_ piece: [UInt8], isFinal: Bool = false) throws(Failure) {
    try text.write(formatter?.formatted(piece, isFinal: isFinal) ?? piece)
  }

  private mutating func finish() throws(Failure) {
    if decoder != nil { try decode(isFinal: true) }
    if formatter != nil { try put([], isFinal: true) }
    try text.finish()
  }
}
