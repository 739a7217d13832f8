import GraphQL

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

/// Reads the names and brackets of a document at its top level.
private struct OperationScanner {
  private let bytes: [UInt8]
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
    var rest = Lexer.tokens(of: bytes)[...]
    while let token = rest.popFirst() {
      let offset = token.range.lowerBound
      switch token.kind {
      case .braceOpen where rest.first?.kind == .braceOpen && rest.first?.range.lowerBound == offset + 1:
        // A `{{variable}}`.
        rest = rest.drop { $0.kind != .braceClose }.dropFirst(2)
      case .braceOpen:
        if depth == 0 {
          if start == nil { start = Start(kind: .query, offset: offset, takesName: false) }
          start?.isOpen = true
        }
        depth += 1
      case .parenOpen, .bracketOpen:
        start?.takesName = false
        depth += 1
      case .braceClose, .parenClose, .bracketClose:
        depth = max(0, depth - 1)
        if depth == 0, start?.isOpen == true, token.kind == .braceClose { end(offset + 1) }
      case .at:
        if depth == 0 { start?.takesName = false }
        if let name = rest.first, name.kind == .name {
          directives.insert(text(of: name))
          rest.removeFirst()
        }
      case .name where depth == 0:
        let word = text(of: token)
        if start?.takesName == true {
          start?.name = word
          start?.takesName = false
        } else if start == nil || OperationOutline.Kind(rawValue: word) != nil, !Self.isInside(start) {
          // An unfinished definition ends at the start of the next one.
          end(offset)
          let kind = OperationOutline.Kind(rawValue: word)
          start = Start(kind: kind, offset: offset, takesName: kind != nil)
        }
      case .string, .blockString, .invalid(.unterminatedString), .end: break
      default:
        if depth == 0 { start?.takesName = false }
      }
    }
    end(bytes.count)
    return found
  }

  /// `query` may also be the name of a fragment or type.
  private static func isInside(_ start: Start?) -> Bool { start != nil && start?.kind == nil }

  private func text(of token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }
}
