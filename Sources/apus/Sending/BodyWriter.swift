import Basics
import Documents

/// Writes a body while it grows: byte for byte to a file or a pipe, as text to a terminal, which must not obey what a
/// server sent. What is no text at all is not written there but named.
struct BodyWriter {
  /// So many bytes at a time.
  private static let piece = 1 << 18
  /// What a body is can be told from so many bytes.
  private static let enough = 4

  let store: ByteStore
  private let contentType: String?
  private let ways: PrintChoice.RawWays
  private let output: Output
  private let isPlain: Bool
  private var kind: DocumentKind?
  private var decoder: CharsetDecoder?
  /// The start of a character in another charset than UTF-8.
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

  /// Whether it is kept from a terminal because it is no text.
  var isWithheld: Bool {
    switch kind {
    case .binary, .image: true
    default: false
    }
  }

  /// Writes what has arrived since the last time; all of it when nothing comes any more.
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
    // The prompt starts on a line of its own.
    if last ?? store.bytes(in: max(0, written - 1)..<written).last ?? 0x0A != 0x0A { try output.write("\n") }
  }

  /// What a terminal did not get as it came, and how to get it; `nil` where it got everything.
  var note: String? {
    guard !isPlain else { return nil }
    if isWithheld {
      let type = contentType ?? kind?.name.lowercased() ?? ""
      return "the body is no text (\(type), \(Quantity.bytes(store.count))) and not shown: \(ways.rawValue)"
    }
    return text.hasReplaced ? "control and invisible characters of the body are shown as text: \(ways.rawValue)" : nil
  }

  private mutating func look() {
    let start = store.bytes(in: 0..<min(store.count, 4096))
    kind = DocumentKind.detect(contentType: contentType, firstBytes: start)
    // What is JSON stays JSON.
    if kind == .json || kind == .jsonSequence { text = PieceWriter(output, as: .json) }
    let charset = Charset.detect(contentType: contentType, firstBytes: start)
    if charset != .utf8 { decoder = CharsetDecoder(charset) }
  }

  private mutating func write(_ piece: [UInt8]) throws(Failure) {
    // No terminal, or the user asked for it.
    if isPlain {
      try Interruption.check()
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
