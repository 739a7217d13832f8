import Basics

/// The operations of a GraphQL document, found without parsing their content. This works for incomplete documents and
/// those with `{{variables}}`.
package struct OperationOutline: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case query, mutation, subscription
  }

  package struct Operation: Hashable, Sendable {
    package let kind: Kind
    /// `nil` if it has none.
    package let name: String?
    /// UTF-8 offsets, from its first word or brace to its last brace.
    package let range: Range<Int>
  }

  package let operations: [Operation]
  /// The names of all directives used, without their `@`.
  package let directives: Set<String>

  package init(_ document: String) {
    var scanner = OperationScanner(Array(document.utf8))
    operations = scanner.operations()
    directives = scanner.directives
  }

  /// The operation at an offset of the text, or else the last one before it.
  package func operation(at offset: Int) -> Operation? {
    operations.last { $0.range.lowerBound <= offset } ?? operations.first
  }

  /// The operation to send.
  /// - Parameter name: empty for the only one.
  /// - Returns: `nil` if the document has none, which the server will report.
  package func operation(named name: String) throws(OperationFault) -> Operation? {
    guard name.isEmpty else {
      guard let found = operations.first(where: { $0.name == name }) else {
        throw .missing(name, known: operations.compactMap(\.name))
      }
      return found
    }
    guard operations.count < 2 else { throw .ambiguous(operations.compactMap(\.name)) }
    return operations.first
  }
}

extension RequestDefinition {
  /// The operation that would be sent, as far as the text determines it without variables; `nil` if it is ambiguous.
  package var operation: OperationOutline.Operation? {
    guard case .graphql(let query, _) = body else { return nil }
    // An ambiguous choice is refused when the request is sent.
    return (try? OperationOutline(query).operation(named: graphQL.operation)) ?? nil
  }
}

/// The reason why the operation to send is ambiguous or missing.
package enum OperationFault: Error, Hashable, Sendable, CustomStringConvertible {
  case ambiguous([String])
  case missing(String, known: [String])

  package var description: String {
    switch self {
    case .ambiguous(let names):
      names.isEmpty
        ? "several operations without names; name them, and choose one to send"
        : "several operations (\(names.joined(separator: ", "))); choose one to send: --operation NAME, "
          + "or extensions.apus.graphql.operation in the file"
    case .missing(let name, let known):
      known.isEmpty
        ? "no operation is named \(name); the document has no names"
        : "no operation is named \(name); known: \(known.joined(separator: ", "))"
    }
  }
}

/// Reads the words and brackets of a document at its top level.
private struct OperationScanner {
  private let bytes: [UInt8]
  private var place = 0
  /// Open brackets of any kind.
  private var depth = 0
  private(set) var directives: Set<String> = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private struct Start {
    /// `nil` for a definition that is not an operation.
    var kind: OperationOutline.Kind?
    var name: String?
    var offset: Int
    var takesName: Bool
    /// True while its braces are open; the closing one ends it.
    var isOpen = false
  }

  mutating func operations() -> [OperationOutline.Operation] {
    var found: [OperationOutline.Operation] = []
    var start: Start?
    func end(_ offset: Int) {
      guard let ended = start, let kind = ended.kind else {
        start = nil
        return
      }
      found.append(.init(kind: kind, name: ended.name, range: ended.offset..<offset))
      start = nil
    }
    while let offset = next() {
      switch bytes[offset] {
      case UInt8(ascii: "{"):
        if depth == 0 {
          if start == nil { start = Start(kind: .query, offset: offset, takesName: false) }
          start?.isOpen = true
        }
        depth += 1
      case UInt8(ascii: "("), UInt8(ascii: "["):
        start?.takesName = false
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth = max(0, depth - 1)
        if depth == 0, start?.isOpen == true, bytes[offset] == UInt8(ascii: "}") { end(offset + 1) }
      case UInt8(ascii: "@"):
        if depth == 0 { start?.takesName = false }
        let name = word(at: offset + 1)
        directives.insert(name)
        place += name.utf8.count
      case let byte where depth == 0 && Self.isOfName(byte):
        let word = word(at: offset)
        if start?.takesName == true {
          start?.name = word
          start?.takesName = false
        } else if start == nil || OperationOutline.Kind(rawValue: word) != nil, !Self.isInside(start) {
          // An unfinished definition ends at the start of the next one.
          end(offset)
          let kind = OperationOutline.Kind(rawValue: word)
          start = Start(kind: kind, offset: offset, takesName: kind != nil)
        }
        place = offset + word.utf8.count
      default:
        if depth == 0 { start?.takesName = false }
      }
    }
    end(bytes.count)
    return found
  }

  /// `query` may also be the name of a fragment or type.
  private static func isInside(_ start: Start?) -> Bool { start != nil && start?.kind == nil }

  private static func isOfName(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") }

  private func word(at offset: Int) -> String {
    String(decoding: bytes[offset...].prefix(while: Self.isOfName), as: UTF8.self)
  }

  /// The offset of the next byte that is not white space, a comment, a string, or a `{{variable}}`.
  private mutating func next() -> Int? {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "#"): skip { $0 == 0x0A || $0 == 0x0D }
      case UInt8(ascii: "\""): skipText()
      case UInt8(ascii: "{") where bytes[place...].starts(with: [0x7B, 0x7B]): skip(past: [0x7D, 0x7D])
      case 0...0x20, UInt8(ascii: ","): place += 1
      default:
        place += 1
        return place - 1
      }
    }
    return nil
  }

  private mutating func skip(until isEnd: (UInt8) -> Bool) {
    while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
  }

  private mutating func skip(past end: [UInt8]) {
    while place < bytes.count, !bytes[place...].starts(with: end) { place += 1 }
    place = min(bytes.count, place + end.count)
  }

  /// A string ends at its line; a block string at three quotes.
  private mutating func skipText() {
    let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: 3)
    if bytes[place...].starts(with: quotes) {
      place += 3
      while place < bytes.count, !bytes[place...].starts(with: quotes) {
        place += bytes[place] == UInt8(ascii: "\\") && bytes[(place + 1)...].starts(with: quotes) ? 4 : 1
      }
      place = min(bytes.count, place + 3)
      return
    }
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != 0x0A, bytes[place] != 0x0D {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place = min(bytes.count, place + 1)
  }
}
