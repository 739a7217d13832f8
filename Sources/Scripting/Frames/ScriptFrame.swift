/// One message between Apus and the child that runs scripts: a head of 18 bytes (kind, whether the body is withheld,
/// number, two lengths; big-endian), JSON, and raw bytes such as the body of a response.
struct ScriptFrame: Sendable {
  enum Kind: UInt8, Sendable {
    // To the child.
    case job = 1
    /// Scripts to check for syntax errors.
    case check
    case answer
    /// The answer to `askNow`.
    case answerNow

    // From the child.
    /// The engine is warm and confined.
    case ready = 64
    /// No script can run; the JSON is a string with the reason.
    case failed
    /// A script begins: its source name and line.
    case entered
    /// A verdict, a line of the console, or the end of a timer.
    case event
    case ask
    /// A question for whose answer the script blocks.
    case askNow
    /// The scripts only wait for answers. The number is that of the answers received so far.
    case idle
    /// The result of a job. The number is 1 if the child ends now, because it has little memory left for others.
    case done
    case faults
  }

  let kind: Kind
  /// The seed of a job, the identifier of an answered question.
  var number: UInt64 = 0
  var json: [UInt8] = []
  var body: [UInt8] = []
  /// True if the body is the text of an error, for scripts that read it.
  var withholdsBody = false

  static let headSize = 18

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headSize + json.count + body.count)
    bytes += [kind.rawValue, withholdsBody ? 1 : 0]
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    for size in [json.count, body.count] {
      for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: size >> shift)) }
    }
    return bytes + json + body
  }
}

/// The head of a frame.
struct ScriptFrameHead {
  let kind: ScriptFrame.Kind
  let withholdsBody: Bool
  let number: UInt64
  let jsonSize: Int
  let bodySize: Int

  /// - Parameter bytes: at least as many as a head has. `nil` if the kind does not exist.
  init?(_ bytes: some Collection<UInt8>) {
    guard let first = bytes.first, let kind = ScriptFrame.Kind(rawValue: first) else { return nil }
    func number(_ range: Range<Int>) -> UInt64 {
      bytes.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.kind = kind
    withholdsBody = number(1..<2) == 1
    self.number = number(2..<10)
    jsonSize = Int(number(10..<14))
    bodySize = Int(number(14..<18))
  }

  var size: Int { ScriptFrame.headSize + jsonSize + bodySize }
}

/// Takes frames from the bytes that the child sends, and checks their size before it keeps them.
struct ScriptFrameReader {
  /// The largest JSON of a frame. The child refuses to send more, so that only a broken one does.
  static let largest = 32 << 20

  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ more: [UInt8]) {
    if start == bytes.count { (bytes, start) = ([], 0) }
    if start > 1 << 20 {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes += more
  }

  /// The next complete frame; `nil` if more bytes must arrive first.
  mutating func next() throws(Malformed) -> ScriptFrame? {
    guard bytes.count - start >= ScriptFrame.headSize else { return nil }
    guard let head = ScriptFrameHead(bytes[start...]), head.kind.rawValue >= ScriptFrame.Kind.ready.rawValue,
      head.jsonSize <= Self.largest, head.bodySize == 0
    else { throw Malformed() }
    guard bytes.count - start >= head.size else { return nil }
    let content = start + ScriptFrame.headSize
    defer { start += head.size }
    return ScriptFrame(kind: head.kind, number: head.number, json: Array(bytes[content..<content + head.jsonSize]))
  }

  /// A frame of unknown kind or too large.
  struct Malformed: Error {}
}
