import Basics
package import HTTPModel
import HTTPTypes

/// A recorded answer, in a file beside its request, for the assertion `sameAsRecorded`.
///
/// The file is JSON for review by people: the status, the headers by name, and the body as received; text as its lines,
/// other content as its size and digest. Secrets are masked before comparing or writing.
package struct Snapshot: Equatable, Sendable {
  /// The maximum size of the file, in bytes: recording a larger one could not be undone.
  package static let largest = FileSystem.largestFile

  /// Headers of the connection, and those that depend on the time of the answer.
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

  /// `status`, `headers` and `body`, the root for paths.
  let value: JSONValue
  let kind: Kind

  /// - Returns: `nil` without an answer, and for one that is too large.
  package init?(_ exchange: Exchange, redaction: Redaction) {
    guard let head = exchange.response, (exchange.body?.count ?? 0) <= 2 * Self.largest else { return nil }
    let type = exchange.answerType ?? ""
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
    guard let store = exchange.answerBody, store.count > 0 else { return (.text, .array([])) }
    guard let text = HARText.text(of: ByteStore(exchange.textBytes(of: store))) else {
      return (
        .binary, .object(["size": .int(store.count), "sha256": .string(Digest.hexadecimal(store.allBytes))])
      )
    }
    let masked = redaction.masked(bytes: Array(text.utf8), type: type)
    // Content that is not JSON is text.
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
    else { throw .damaged("it lacks the members status, headers and one of body, lines, bytes") }
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

/// The reason why a snapshot cannot be used.
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
    case .expression(let why): "the exceptions are not a list of JSONPath expressions: \(why)"
    case .tooLong: "an expression of the exceptions takes too long on this answer"
    case .cancelled: "cancelled"
    case .differs(let how): how
    }
  }
}

extension Snapshot {
  /// The part that an expression of an assertion names; `res` is all of it.
  func part(_ expression: CheckExpression) -> CheckValue {
    let body = value["body"] ?? .null
    guard expression.root == .response else { return CheckExpression.follow(expression.steps, from: body) }
    guard let first = expression.steps.first else { return .value(value) }
    let rest = expression.steps.dropFirst()
    switch first {
    case .name("status"), .name("statusCode"): return CheckExpression.follow(rest, from: value["status"] ?? .null)
    case .name("body"), .name("data"): return CheckExpression.follow(rest, from: body)
    case .name("headers"):
      let folded = rest.map { step -> CheckExpression.Step in
        guard case .name(let name) = step else { return step }
        return .name(name.lowercased())
      }
      return CheckExpression.follow(folded, from: value["headers"] ?? .null)
    default: return .undefined
    }
  }
}

/// The result of recording an answer.
package enum SnapshotOutcome: Hashable, Sendable {
  /// The file, relative to the workspace, and how to undo it.
  case recorded(path: String, undo: WorkspaceChange)
  case unchanged(path: String)
  case refused(String)

  package var sentence: String { words.prefix(1).uppercased() + words.dropFirst() }

  /// As part of a line, after the name of a request.
  package var words: String {
    switch self {
    case .recorded(let path, _): "recorded in \(path)"
    case .unchanged(let path): "\(path) already has the same"
    case .refused(let why): "not recorded: \(why)"
    }
  }
}

extension Workspace {
  /// Records the answer to a saved request beside it, with secrets masked; replaces an earlier one.
  /// - Parameter request: the path of the request's file.
  package func recordSnapshot(
    of exchange: Exchange, forRequestAt request: String, redaction: Redaction
  ) -> SnapshotOutcome {
    let path = FilePaths.snapshot(ofRequest: request)
    do {
      guard exchange.response != nil else { return .refused("there is no answer") }
      guard let snapshot = Snapshot(exchange, redaction: redaction) else { throw SnapshotFault.tooLarge }
      let bytes = try snapshot.bytes()
      let shown = FilePaths.relative(path, to: self.path)
      let old = try readIfPresent(path)
      if old == bytes { return .unchanged(path: shown) }
      return .recorded(path: shown, undo: try perform(WorkspaceChange([.write(path: path, old: old, new: bytes)])))
    } catch let fault as SnapshotFault {
      return .refused(fault.description)
    } catch {
      return .refused("\(error)")
    }
  }
}

extension RequestDefinition {
  /// The reason why no answer can be recorded for a later comparison; `nil` if one can.
  /// - Parameter table: the variables for the exceptions in its tests; `nil` if they are not known.
  package func snapshotFault(in table: VariableTable?) -> String? {
    for assertion in assertions where assertion.isEnabled && assertion.ownOperator == .sameAsRecorded {
      guard let expression = CheckExpression(assertion.expression) else {
        return "\(assertion.expression): only paths such as res.body.id are supported"
      }
      let exceptions = table?.resolved(assertion.value).text ?? assertion.value
      do throws(SnapshotFault) {
        _ = try SnapshotExceptions(exceptions, isWholeAnswer: expression.isWholeAnswer)
      } catch {
        return "\(assertion.expression): \(error.description)"
      }
    }
    return nil
  }
}
