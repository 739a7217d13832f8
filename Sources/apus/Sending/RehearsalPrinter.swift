import Basics
import Networking
import Sessions

/// Prints requests as they would be sent, head and body.
struct RehearsalPrinter {
  /// Of a longer body only the beginning is printed.
  private static let limit = 256 << 20

  private let printing: PrintChoice
  /// Whether a secret was hidden in what was printed.
  private var hasMasked = false
  /// Whether more of the last body would be sent.
  private(set) var isCut = false

  init(_ printing: PrintChoice) {
    self.printing = printing
  }

  /// A client that sends nothing.
  static func client(_ configure: (inout ExecutionConfig) -> Void) -> Client {
    var client = Client(transport: RehearsalTransport(limit: limit), defaults: LiveClient.defaults)
    configure(&client.execution)
    return client
  }

  mutating func write(_ made: RehearsedRequest, to output: Output) throws(Failure) {
    for notice in made.notices + [made.saying].compactMap(\.self) { SendPrinter.tell(notice, made.redaction) }
    let wire = Wire(made, reveals: printing.revealSecrets)
    hasMasked = hasMasked || wire.isMasked
    isCut = wire.isCut
    var head = PieceWriter(output)
    try head.write(wire.head)
    try head.finish()
    var body = BodyWriter(ByteStore(wire.body), contentType: wire.contentType, printing, to: output)
    try body.drain(isOver: true)
    if let note = body.note { Output.error.say("apus: \(note)") }
  }

  /// Says that secrets were hidden, if any were.
  func tellOfMasks() {
    guard hasMasked, !printing.silent else { return }
    Output.error.say("apus: secrets are shown as \(Redaction.standard.mask); --reveal-secrets writes them")
  }
}

/// The bytes of a request as they are printed.
private struct Wire {
  let head: [UInt8]
  let body: [UInt8]
  let contentType: String?
  let isMasked: Bool
  /// Whether more of the body would be sent.
  let isCut: Bool

  init(_ made: RehearsedRequest, reveals: Bool) {
    let sent = made.sent
    let redaction = reveals ? Redaction.none : made.redaction
    contentType = sent.headers["Content-Type"]
    let whole = sent.body?.allBytes ?? []
    let lines = String(decoding: sent.head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    // Bytes that are not UTF-8 stay what they are where there is nothing to hide.
    let masked = lines.enumerated().map { index, line in
      line.isEmpty ? "" : redaction.masked(headLine: line, isFirst: index == 0)
    }
    let hides = masked != lines.map(String.init)
    head = hides ? Array(masked.joined(separator: "\r\n").utf8) : sent.head
    body = redaction.masked(bytes: whole, type: contentType ?? "")
    isMasked = hides || body != whole
    let isChunked = sent.headers["Transfer-Encoding"] != nil
    let goesOn =
      isChunked
      ? !whole.suffix(5).elementsEqual("0\r\n\r\n".utf8)
      : sent.headers["Content-Length"].flatMap { Int($0) }.map { $0 > whole.count } ?? false
    // What is said in place of a body is whole.
    isCut = goesOn && made.saying == nil
  }
}
