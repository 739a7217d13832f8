import Basics
import Workspaces

/// Decodes foreign files as UTF-8, JSON, or JSON or YAML; errors give line and column.
enum ForeignText {
  struct Failure: Error {
    var message: String
  }

  static func json(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    let bytes = ByteOrderMark.removed(from: bytes)
    do { return try JSONValue(parsing: bytes) } catch {
      let place = LineIndex(bytes: bytes).position(of: error.offset)
      throw Failure(message: "line \(place.line):\(place.column): not JSON: \(error.message)")
    }
  }

  static func node(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    let bytes = ByteOrderMark.removed(from: bytes)
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      do { return try json(bytes) } catch {
        // YAML's flow mappings also start with a brace; the error of the JSON parser is more helpful.
        guard let node = try? JSONValue(yaml: bytes) else { throw error }
        return node
      }
    }
    do { return try JSONValue(yaml: bytes) } catch { throw Failure(message: "line \(error)") }
  }

  /// - Parameter format: the name of the format for the error.
  static func text(_ bytes: [UInt8], as format: String) throws(ImportError) -> String {
    let bytes = ByteOrderMark.removed(from: bytes)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let place = LineIndex.invalidPosition(in: bytes)
    throw ImportError(format, "line \(place.line):\(place.column): the text is not UTF-8")
  }

  /// A text as written; other values as JSON.
  static func scalar(_ node: JSONValue?) -> String {
    switch node {
    case nil, .null: ""
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let value): value ? "true" : "false"
    case .some(let other): String(decoding: other.compact, as: UTF8.self)
    }
  }

  /// The text without leading and trailing blanks.
  static func trimmed(_ text: String) -> String {
    text.trimmingASCII(\.isBlank)
  }
}

/// Reports the unread members of a foreign object, so that no loss is silent.
enum Leftovers {
  /// - Parameter known: members that are imported, or that only matter to the originating tool.
  static func report(_ node: JSONValue?, except known: Set<String>, at place: String, notices: inout [Notice]) {
    let names = (node?.members ?? []).filter { !known.contains($0.name) && !$0.value.saysNothing }.map(\.name)
    if names.isEmpty { return }
    notices.warn(place, "not carried over: \(names.joined(separator: ", "))")
  }

  static func report(rows node: JSONValue?, except known: Set<String>, at place: String, notices: inout [Notice]) {
    var names: [String] = []
    for case .object(let members) in node?.array ?? [] {
      for member in members where !known.contains(member.name) && !member.value.saysNothing {
        if !names.contains(member.name) { names.append(member.name) }
      }
    }
    if names.isEmpty { return }
    notices.warn(place, "not carried over: \(names.joined(separator: ", "))")
  }
}

extension JSONValue {
  /// True if the value is empty, null or `false`, at any depth.
  var saysNothing: Bool {
    switch self {
    case .null, .bool(false): true
    case .string(let text): text.isEmpty
    case .array(let items): items.allSatisfy(\.saysNothing)
    case .object(let members): members.allSatisfy(\.value.saysNothing)
    default: false
    }
  }
}
