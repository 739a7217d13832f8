import Workspaces

/// The rows of `--data`: one run each, every column a variable.
struct DataTable: Sendable {
  typealias Row = [(name: String, value: String)]

  let rows: [Row]

  /// A JSON list of objects, or CSV (RFC 4180) whose first line names the columns.
  init(_ bytes: [UInt8], name: String) throws(Failure) {
    let first = bytes.first { $0 > 0x20 }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      rows = try Self.json(bytes, name)
    } else {
      rows = try Self.csv(bytes, name)
    }
  }

  private static func json(_ bytes: [UInt8], _ name: String) throws(Failure) -> [Row] {
    let node: JSONNode
    do throws(JSONNodeError) { node = try JSONNode(parsing: bytes) } catch { throw Failure(.file, "\(name): \(error)") }
    var rows: [Row] = []
    for (index, item) in (node.array ?? [node]).enumerated() {
      guard case .object(let members) = item else {
        throw Failure(.file, "\(name): element \(index) is no object; write [{\"name\": \"value\"}, …]")
      }
      rows.append(members.map { (name: $0.name, value: CheckValue.value($0.value).text) })
    }
    return rows
  }

  private static func csv(_ bytes: [UInt8], _ name: String) throws(Failure) -> [Row] {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure(.file, "\(name) is not UTF-8") }
    let records = records(in: text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text)
    guard let header = records.first else { throw Failure(.file, "\(name) is empty; its first line names the columns") }
    var rows: [Row] = []
    for (index, record) in records.dropFirst().enumerated() {
      guard record.count == header.count else {
        throw Failure(
          .file, "\(name): record \(index + 2) has \(record.count) values for \(header.count) columns")
      }
      rows.append(zip(header, record).map { (name: $0.0.trimmed, value: $0.1) })
    }
    return rows
  }

  static func records(in text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = ""
    var isQuoted = false
    var characters = text.makeIterator()
    var held: Character? = characters.next()
    while let character = held {
      held = characters.next()
      if isQuoted {
        if character != "\"" {
          field.append(character)
        } else if held == "\"" {
          field.append("\"")
          held = characters.next()
        } else {
          isQuoted = false
        }
      } else if character == "\"", field.isEmpty {
        isQuoted = true
      } else if character == "," {
        record.append(field)
        field = ""
      } else if character.isNewline {
        if !(record.isEmpty && field.isEmpty) { records.append(record + [field]) }
        record = []
        field = ""
      } else {
        field.append(character)
      }
    }
    if !(record.isEmpty && field.isEmpty) { records.append(record + [field]) }
    return records
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
