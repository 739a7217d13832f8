package import Basics
package import Essentials
package import HTTPModel

/// One exchange with its context: what the history stores, `--json` prints and the screen reopens.
package struct HistoryRecord: Equatable, Sendable {
  /// Sortable by time, unique (ULID).
  package var id: String
  package var workspace: String?
  /// The folder of its collection relative to the workspace; `nil` if the workspace is the collection.
  package var collection: String?
  /// The saved request that was sent, `users/get-user`.
  package var requestID: String?
  package var environment: String?
  /// The number of the request without a file that was sent; `nil` for a saved one.
  package var draft: String?
  /// The verdict on the signature of a received request, empty if it was not checked; `nil` for a sent request.
  package var received: String?
  package var exchange: Exchange
  package var assertions: [AssertionResult]
  /// The jobs of its scripts with their inputs, in the form of `ScriptRecord.json(of:)`; `nil` without scripts.
  package var scripts: JSONValue?
  /// The body of the answer, if it was too large to be stored.
  package var omittedBody: OmittedBody?
  /// The path of the first request's body, if it is not text in the entry. The file is missing if the body was not
  /// stored.
  package var sentBodyPath: String?
  /// The body of the first request, if it was not stored.
  package var omittedSentBody: OmittedBody?

  package init(
    id: String = "", workspace: String? = nil, collection: String? = nil, requestID: String? = nil,
    environment: String? = nil, received: String? = nil,
    exchange: Exchange, assertions: [AssertionResult] = []
  ) {
    self.id = id.isEmpty ? ULID.make(at: exchange.startedAt) : id
    self.workspace = workspace
    self.collection = collection
    self.requestID = requestID
    self.environment = environment
    self.received = received
    self.exchange = exchange
    self.assertions = assertions
  }
}

/// The result of one assertion.
package struct AssertionResult: Hashable, Sendable {
  /// Including operator and expected value: `res.status eq 200`.
  package var expression: String
  package var passed: Bool
  /// The actual value as text: longer than what is shown, so that a secret in it is masked as a whole.
  package var actual: String
  /// True if `actual` is an explanation, not a value; more of it is shown.
  package var explains = false
  /// The word before `actual` in a sentence.
  package var lead: String { explains ? "" : "got " }

  package init(expression: String, passed: Bool, actual: String = "") {
    self.expression = expression
    self.passed = passed
    self.actual = actual
  }

  /// The form that is stored and reported: without secrets, and without values whose name suggests a secret.
  package func masked(by redaction: Redaction) -> AssertionResult {
    let isSecret = redaction.masks(expression: expression) && actual.utf8.count >= 3
    var result = AssertionResult(
      expression: redaction.masked(text: expression), passed: passed,
      actual: isSecret ? redaction.mask : maskedActual(redaction))
    result.explains = explains
    return result
  }

  /// Masks before truncating: a truncated secret would not be recognized.
  private func maskedActual(_ redaction: Redaction) -> String {
    guard actual.utf8.count >= Self.mostKept else { return short(redaction.masked(text: actual)) }
    // The text itself was truncated, so its end may be the start of a secret.
    let limit = max(0, actual.utf8.count - redaction.reach)
    let masked = redaction.masked(startOf: Array(actual.utf8), limit: limit, type: "")
    return String(decoding: masked, as: UTF8.self).prefix(200) + "…"
  }

  /// The form that is shown if nothing is masked.
  package var shortActual: String { short(actual) }

  /// In bytes; `actual` may be a whole body.
  private static let mostKept = 256 << 10

  static func kept(_ text: String) -> String {
    guard text.utf8.count > mostKept else { return text }
    return String(decoding: text.utf8.prefix(mostKept), as: UTF8.self)
  }

  private func short(_ text: String) -> String {
    let start = text.prefix(explains ? 2000 : 200)
    return start.endIndex == text.endIndex ? text : start + "…"
  }
}

/// Identifiers that sort by creation time: 48 bits of milliseconds and 80 random bits, in Crockford's base 32.
package enum ULID {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  package static func make(at date: Date) -> String {
    let milliseconds = UInt64(min(max(0, date.timeIntervalSince1970 * 1000), 281_474_976_710_655))
    var digits = (0..<10).map { alphabet[Int(milliseconds >> UInt64(45 - 5 * $0) & 31)] }
    // Each random number is a system call.
    for chance in [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)] {
      digits += (0..<8).map { alphabet[Int(chance >> UInt64(5 * $0) & 31)] }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The time in an identifier; `nil` if the text is not one.
  package static func date(of id: String) -> Date? { date(of: id.utf8) }

  static func date(of bytes: some Collection<UInt8>) -> Date? {
    guard bytes.count == 26 else { return nil }
    var milliseconds: UInt64 = 0
    for byte in bytes.prefix(10) {
      guard let digit = alphabet.firstIndex(of: byte) else { return nil }
      milliseconds = milliseconds << 5 | UInt64(digit)
    }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

extension HistoryRecord {
  /// The exchange masked as in the history, for comparisons without secrets; `nil` if it cannot be masked.
  package func masked(by redaction: Redaction) -> Exchange? {
    HAREntryReader { _ in nil }.record(HAREntry(redaction: redaction).json(self))?.exchange
  }
}

extension JSONValue {
  /// The same value with every text masked, except the values of members with these names; names are not masked.
  package func masked(by redaction: Redaction, except kept: Set<String>) -> JSONValue {
    guard !redaction.secrets.isEmpty else { return self }
    switch self {
    case .string(let text): return .string(redaction.masked(text: text))
    case .array(let items): return .array(items.map { $0.masked(by: redaction, except: kept) })
    case .object(let members):
      return .object(
        members.map { member in
          kept.contains(member.name) ? member : Member(member.name, member.value.masked(by: redaction, except: kept))
        })
    case .null, .bool, .number: return self
    }
  }
}
