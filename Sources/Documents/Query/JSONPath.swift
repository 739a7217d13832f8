import Basics

/// A JSONPath expression (RFC 9535), parsed and ready to be evaluated.
package struct JSONPath: Equatable, Sendable {
  let segments: [JSONPathSyntax.Segment]

  /// - Throws: a fault with its position in the expression.
  package init(parsing text: String) throws(JSONPathFault) {
    segments = try JSONPathParser.parse(text)
  }

  /// The names and indices of an expression that selects at most one value; `nil` for any other.
  package var singularSteps: [String]? {
    guard JSONPathSyntax.Query(isRelative: false, segments: segments).isSingular else { return nil }
    return segments.compactMap { segment in
      switch segment.selectors[0] {
      case .name(let name): String(decoding: name, as: UTF8.self)
      case .index(let index): String(index)
      case .wildcard, .slice, .filter: nil
      }
    }
  }
}

/// The reason why a text is not a JSONPath expression.
package struct JSONPathFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The position in Unicode scalars, from 0.
  package var position: Int
  package var reason: String

  package var description: String { "character \(position + 1) of the expression: \(reason)" }
}

/// The parts of a JSONPath expression (RFC 9535).
enum JSONPathSyntax {
  struct Segment: Equatable, Sendable {
    var isDescendant: Bool
    var selectors: [Selector]
  }

  enum Selector: Equatable, Sendable {
    /// As UTF-8.
    case name([UInt8])
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Condition)

    /// True if the selector depends on the number of children.
    var needsCount: Bool {
      switch self {
      case .name, .wildcard, .filter: false
      case .index(let index): index < 0
      case .slice(let start, let end, let step): step < 0 || (start ?? 0) < 0 || (end ?? 0) < 0
      }
    }
  }

  struct Query: Equatable, Sendable {
    /// True if it starts at the tested value `@` instead of the root.
    var isRelative: Bool
    var segments: [Segment]

    /// True if it selects at most one node (section 2.3.5.1).
    var isSingular: Bool {
      segments.allSatisfy { segment in
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        switch segment.selectors[0] {
        case .name, .index: return true
        case .wildcard, .slice, .filter: return false
        }
      }
    }
  }

  indirect enum Condition: Equatable, Sendable {
    case any([Condition])
    case all([Condition])
    case not(Condition)
    case exists(Query)
    case function(Function)
    case compare(Operand, Comparison, Operand)
  }

  enum Comparison: Equatable, Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }

  enum Operand: Equatable, Sendable {
    case literal(JSONShallowValue)
    case query(Query)
    case function(Function)
  }

  indirect enum Function: Equatable, Sendable {
    case length(Operand)
    case count(Query)
    case value(Query)
    case match(Operand, Operand)
    case search(Operand, Operand)

    /// True if its result is logical and cannot be compared.
    var isLogical: Bool {
      switch self {
      case .match, .search: true
      case .length, .count, .value: false
      }
    }
  }
}

/// The end of an evaluation.
package enum JSONPathEnd: Equatable, Sendable {
  case complete
  /// Cancelled, or stopped by the caller.
  case stopped
  /// The budget was used up: filters nested three deep take cubic time.
  case tooLong

  package static let tooLongReason = "the expression takes too long on this document: use fewer nested filters"
}

extension JSONPath {
  /// The budget for a document of that many bytes: enough to read it many times, and some seconds for filters that
  /// compare all pairs of values.
  package static func steps(forBytes count: Int) -> Int { 200_000_000 + 16 * count }

  /// Passes each node that the expression selects in the indexed part of `document` to `body`, in the order of RFC 9535;
  /// for a sequence, the nodes of each document. Paths are computed only on request.
  ///
  /// - Parameters:
  ///   - keepsPaths: true if paths will be requested; without them a search needs far less memory.
  ///   - steps: the maximum number of visited values; `nil` for `steps(forBytes:)`.
  ///   - body: receives the node's range in the document, its text (valid only during the call), and its path; returns
  ///     `false` to stop.
  @discardableResult
  package func forEachNode(
    of document: Document, keepsPaths: Bool = true, steps: Int? = nil, isCancelled: @escaping () -> Bool = { false },
    _ body: (_ range: Range<Int>, _ text: UnsafeRawBufferPointer, _ path: () -> DocumentPath) -> Bool
  ) -> JSONPathEnd {
    var steps = steps ?? Self.steps(forBytes: document.text.store.count)
    return forEachNode(of: document, keepsPaths: keepsPaths, spending: &steps, isCancelled: isCancelled, body)
  }

  /// The same with a budget shared by several expressions.
  package func forEachNode(
    of document: Document, keepsPaths: Bool = true, spending stepsLeft: inout Int,
    isCancelled: @escaping () -> Bool = { false },
    _ body: (_ range: Range<Int>, _ text: UnsafeRawBufferPointer, _ path: () -> DocumentPath) -> Bool
  ) -> JSONPathEnd {
    guard let json = document.text.index.json else { return .complete }
    return document.text.store.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[..<min(all.count, json.limit)])
      guard let cursor = JSONCursor(text, index: json), var start = cursor.root else { return .complete }
      while true {
        var evaluator = JSONPathEvaluator(cursor, root: start, steps: stepsLeft, shouldStop: isCancelled)
        evaluator.keepsPaths = keepsPaths
        let nodes = evaluator.nodes(of: segments, from: start)
        if evaluator.isExhausted { return .tooLong }
        stepsLeft = evaluator.stepsLeft
        for node in nodes {
          if isCancelled() { return .stopped }
          let range = node.value..<cursor.end(node.value)
          guard body(range, UnsafeRawBufferPointer(rebasing: text[range]), { evaluator.paths.path(node.path, cursor) })
          else { return .stopped }
        }
        if evaluator.isCancelled { return .stopped }
        guard let next = cursor.nextRoot(behind: start) else { return .complete }
        start = next
      }
    }
  }

  /// The selected values as a separate document: an array of the original texts, one per line.
  ///
  /// - Returns: the document, and for each of its elements, in order, its offset in the original, for
  /// `path(ofValueAt:)`.
  package func filtered(
    _ document: Document, onTooLong: () -> Void = {}
  ) -> (document: Document, origins: [Int]) {
    let store = ByteStore()
    var origins: [Int] = []
    var buffer = Array("[".utf8)
    let end = forEachNode(of: document, keepsPaths: false) { range, text, _ in
      buffer += origins.isEmpty ? [0x0A] : [0x2C, 0x0A]
      buffer.append(contentsOf: text)
      origins.append(range.lowerBound)
      guard buffer.count > 1 << 20 else { return true }
      defer { buffer.removeAll(keepingCapacity: true) }
      // A full disk ends the list early; the incomplete list is still useful.
      return (try? store.append(buffer)) != nil
    }
    if end == .tooLong { onTooLong() }
    buffer += origins.isEmpty ? [0x5D] : [0x0A, 0x5D]
    // On a full disk the list stays incomplete, and the document reports the fault.
    try? store.append(buffer)
    store.finish()
    return (Document(store: store, kind: .json), origins)
  }
}

extension JSONCursor {
  /// The next value at the top level of a sequence.
  func nextRoot(behind start: Int) -> Int? {
    var i = end(start)
    while i < limit {
      i = skipSpace(i)
      guard i < limit, byte(i) == 0x1E else { break }
      i += 1
    }
    return i < limit ? i : nil
  }
}

/// The paths of the nodes found so far, with shared prefixes.
struct JSONPathPaths {
  static let root: Int32 = -1

  /// A step: its parent path, and an array index, or a key's range as its offset and length.
  private struct Entry {
    var parent: Int32
    /// -1 for an array index.
    var keyLength: Int32
    var value: Int
  }

  private var entries: [Entry] = []

  mutating func add(_ child: JSONCursor.Child, to parent: Int32) -> Int32 {
    guard entries.count < Int(Int32.max) - 1 else { return parent }
    if let key = child.key {
      entries.append(Entry(parent: parent, keyLength: Int32(clamping: key.count), value: key.lowerBound))
    } else {
      entries.append(Entry(parent: parent, keyLength: -1, value: child.index))
    }
    return Int32(entries.count - 1)
  }

  func path(_ number: Int32, _ cursor: JSONCursor) -> DocumentPath {
    var steps: [DocumentPath.Step] = []
    var number = number
    while number >= 0 {
      let entry = entries[Int(number)]
      if entry.keyLength < 0 {
        steps.append(.index(entry.value))
      } else {
        let source = UnsafeRawBufferPointer(start: cursor.base + entry.value, count: Int(entry.keyLength))
        steps.append(.name(JSONString.decoded(source) ?? String(decoding: source, as: UTF8.self)))
      }
      number = entry.parent
    }
    return DocumentPath(steps: steps.reversed())
  }
}
