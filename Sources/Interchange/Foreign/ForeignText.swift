import Basics
import Workspaces

/// Decodes foreign files as UTF-8, JSON, or JSON or YAML; errors give line and column.
enum ForeignText {
  struct Failure: Error {
    var message: String
  }

  /// The text as UTF-8 without a byte-order mark.
  static func plain(_ bytes: [UInt8]) -> [UInt8] { ByteOrderMark.removed(from: bytes) }

  static func json(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    let bytes = plain(bytes)
    do { return try JSONValue(parsing: bytes) } catch {
      throw Failure(message: "\(place(ofByte: error.offset, in: bytes)): not JSON: \(error.message)")
    }
  }

  static func node(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    let bytes = plain(bytes)
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      do { return try json(bytes) } catch {
        // YAML's flow mappings start with a brace, too; the JSON parser's error is more helpful.
        guard let node = try? JSONValue(yaml: bytes) else { throw error }
        return node
      }
    }
    do { return try JSONValue(yaml: bytes) } catch { throw Failure(message: "line \(error)") }
  }

  /// - Parameter format: named in the error.
  static func text(_ bytes: [UInt8], as format: String) throws(ImportError) -> String {
    let bytes = plain(bytes)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    throw ImportError(format, "\(place(ofByte: offset, in: bytes)): the text is not UTF-8")
  }

  private static func place(ofByte offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let line = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    return "line \(max(line.count, 1)):\((line.last?.count ?? 0) + 1)"
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

  /// Without leading and trailing blanks.
  static func trimmed(_ text: String) -> String {
    text.trimmingASCII(\.isBlank)
  }
}
