import Basics
import HTTPTypes
package import Networking

/// A recorded answer, in a file beside its request: what the assertion `sameAsRecorded` compares with.
///
/// The file is JSON for people who review it: the status, the headers by name, and the body as it was received; a text as
/// its lines, anything else as its size and digest. Secrets are masked before anything is compared or written.
package struct Snapshot: Equatable, Sendable {
  /// In bytes, of the file: what is larger could not be undone, and nobody would review it.
  package static let largest = FileSystem.largestFile

  /// Headers of the connection, and those that differ with the time of the answer.
  private static let passing: Set<String> = [
    "age", "connection", "content-length", "date", "keep-alive", "transfer-encoding",
  ]

  enum Kind: String, Sendable {
    case json = "body"
    case text = "lines"
    case binary = "bytes"

    var words: String {
      switch self {
      case .json: "JSON"
      case .text: "text that is not JSON"
      case .binary: "binary"
      }
    }
  }

  /// `status`, `headers` and `body`: the value that paths are followed in.
  let value: JSONValue
  let kind: Kind

  /// - Returns: `nil` without an answer, and for one that is too large.
  package init?(_ exchange: Exchange, redaction: Redaction) {
    guard let head = exchange.response, (exchange.body?.count ?? 0) <= 2 * Self.largest else { return nil }
    let type = head.headers["Content-Type"] ?? ""
    let body: JSONValue
    (kind, body) = Self.body(of: exchange, type, redaction)
    var headers: [JSONValue.Member] = []
    for field in redaction.masked(head.headers).fields {
      let name = field.name.lowercased()
      if Self.passing.contains(name) { continue }
      if let index = headers.firstIndex(where: { $0.name == name }) {
        headers[index].value = .string("\(headers[index].value.string ?? ""), \(field.value)")
      } else {
        headers.append(JSONValue.Member(name, .string(field.value)))
      }
    }
    value = .object(["status": .int(head.status.code), "headers": .object(headers), "body": body])
  }

  private static func body(of exchange: Exchange, _ type: String, _ redaction: Redaction) -> (Kind, JSONValue) {
    guard let store = exchange.body, store.count > 0 else { return (.text, .array([])) }
    guard let text = HARText.text(of: store) else {
      return (
        .binary, .object(["size": .int(store.count), "sha256": .string(Digest.hexadecimal(store.allBytes))])
      )
    }
    let masked = redaction.masked(bytes: Array(text.utf8), type: type)
    // What is not JSON is text.
    if let json = try? JSONValue(parsing: masked) { return (.json, json) }
    let lines = String(decoding: masked, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return (.text, .array(lines.map { .string(String($0)) }))
  }

  /// Reads the file of a snapshot.
  init(parsing bytes: [UInt8]) throws(SnapshotFault) {
    let read: JSONValue
    do throws(JSONError) { read = try JSONValue(parsing: bytes) } catch { throw .damaged(error.description) }
    let kinds = [Kind.json, .text, .binary].filter { read[$0.rawValue] != nil }
    guard let status = read["status"], let headers = read["headers"], kinds.count == 1,
      let body = read[kinds[0].rawValue]
    else { throw .damaged("it has not the members status, headers and one of body, lines, bytes") }
    kind = kinds[0]
    value = .object(["status": status, "headers": headers, "body": body])
  }

  /// The content of the file.
  /// - Throws: if it is too large, or nested too deep to be read again.
  func bytes() throws(SnapshotFault) -> [UInt8] {
    let written = JSONValue.object([
      "status": value["status"], "headers": value["headers"], kind.rawValue: value["body"],
    ])
    let bytes = Array(written.pretty.utf8) + [0x0A]
    guard bytes.count <= Self.largest else { throw .tooLarge }
    _ = try Snapshot(parsing: bytes)
    return bytes
  }
}

/// Why a snapshot cannot be used.
enum SnapshotFault: Error, Hashable, Sendable, CustomStringConvertible {
  case damaged(String)
  case tooLarge
  case expression(String)
  case tooLong
  case cancelled
  case differs(String)

  var description: String {
    switch self {
    case .damaged(let why): "the recorded answer cannot be read: \(why); record it again"
    case .tooLarge: "the answer is too large to be recorded: at most \(ByteCount(Snapshot.largest).limitText)"
    case .expression(let why): "what it leaves out is not a list of JSONPath expressions: \(why)"
    case .tooLong: "an expression of what it leaves out takes too long on this answer"
    case .cancelled: "cancelled"
    case .differs(let how): how
    }
  }
}
