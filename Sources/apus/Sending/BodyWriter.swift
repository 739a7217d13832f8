import Basics
import Documents

/// Writes a body while it arrives: byte for byte to a file or a pipe, filtered to a terminal, which a server must not
/// control. A terminal gets only a description of a binary body.
struct BodyWriter {
  /// The number of bytes to write at a time.
  private static let piece = 1 << 18
  /// The number of bytes needed to detect the body's kind.
  private static let enough = 4

  let store: ByteStore
  private let contentType: String?
  private let ways: PrintChoice.RawWays
  private let output: Output
  private let isPlain: Bool
  private var kind: DocumentKind?
  private var decoder: CharsetDecoder?
  /// The start of a character in a charset other than UTF-8.
  private var undecoded: [UInt8] = []
  private var text: PieceWriter
  private var written = 0

  init(_ store: ByteStore, contentType: String?, _ options: PrintChoice, to output: Output) {
    self.store = store
    self.contentType = contentType
    ways = options.rawWays
    self.output = output
    isPlain = options.raw || !output.isTerminal
    text = PieceWriter(output)
  }

  /// True if the body is not text and therefore not shown on a terminal.
  var isWithheld: Bool {
    switch kind {
    case .binary, .image: true
    default: false
    }
  }

  /// Writes the bytes that have arrived since the last call; with `isOver`, also the bytes held back.
  mutating func drain(isOver: Bool) throws(Failure) {
    if !isPlain, kind == nil, isOver || store.count >= Self.enough { look() }
    guard isPlain || kind != nil, !isWithheld else { return }
    var last: UInt8?
    while written < store.count {
      let piece = store.bytes(in: written..<min(store.count, written + Self.piece))
      guard !piece.isEmpty else { return }
      try write(piece)
      last = piece.last
      store.releaseResidentMemory(in: written..<written + piece.count)
      written += piece.count
    }
    guard isOver, !isPlain else { return }
    try finish()
    // The shell's prompt must start on a new line.
    if last ?? store.bytes(in: max(0, written - 1)..<written).last ?? 0x0A != 0x0A { try output.write("\n") }
  }

  /// A note about content that the terminal did not get unchanged, and how to get it; `nil` if it got everything.
  var note: String? {
    guard !isPlain else { return nil }
    if isWithheld {
      let type = contentType ?? kind?.name.lowercased() ?? ""
      return "the body is not text (\(type), \(Quantity.bytes(store.count))) and not shown: \(ways.rawValue)"
    }
    return text.hasReplaced ? "control and invisible characters of the body are shown as text: \(ways.rawValue)" : nil
  }

  private mutating func look() {
    let start = store.bytes(in: 0..<min(store.count, 4096))
    kind = DocumentKind.detect(contentType: contentType, firstBytes: start)
    // The output must remain valid JSON.
    if kind == .json || kind == .jsonSequence { text = PieceWriter(output, as: .json) }
    let charset = Charset.detect(contentType: contentType, firstBytes: start)
    if charset != .utf8 { decoder = CharsetDecoder(charset) }
  }

  private mutating func write(_ piece: [UInt8]) throws(Failure) {
    if isPlain {
      try Interruption.check()
      // The output is not a terminal, or the user asked for raw bytes.
      return try output.write(raw: piece)
    }
    if decoder == nil { return try text.write(piece) }
    undecoded += piece
    try decode(isFinal: false)
  }

  private mutating func decode(isFinal: Bool) throws(Failure) {
    var decoded: [UInt8] = []
    let done = undecoded.withUnsafeBytes { decoder?.transform($0, isFinal: isFinal, into: &decoded) ?? 0 }
    undecoded.removeFirst(done)
    try text.write(decoded)
  }

  private mutating func finish() throws(Failure) {
    if decoder != nil { try decode(isFinal: true) }
    try text.finish()
  }
}
