import Basics

/// How an evaluation ended.
package enum JSONPathEnd: Equatable, Sendable {
  case complete
  /// Cancelled, or the caller wanted no more.
  case stopped
  /// The budget was used up. Filters nested three deep visit every value once for every two others.
  case tooLong

  package static let tooLongReason = "the expression takes too long on this document: use fewer filters in filters"
}

extension JSONPath {
  /// The budget of an expression for a document of that many bytes: enough for reading it many times, and some seconds
  /// for filters that compare everything with everything.
  package static func steps(forBytes count: Int) -> Int { 200_000_000 + 16 * count }

  /// The nodes that the expression selects in the indexed part of `document`, in the order of RFC 9535. In a sequence
  /// of documents, those of each.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of nodes.
  ///   - isCancelled: polled every few thousand values; after `true` the result is empty.
  ///   - isCancelled: asked every few thousand values; after `true` the answer is empty.
  package func evaluate(
    over document: Document, limit: Int = .max, isCancelled: @escaping () -> Bool = { false }
  ) -> [JSONPathNode] {
    var found: [JSONPathNode] = []
    forEachNode(of: document, isCancelled: isCancelled) { node, _, path in
      guard found.count < limit else { return false }
      found.append(JSONPathNode(range: node, path: path()))
      return true
    }
    return found
  }

  /// Passes one node after the other, in order, to `body`, without collecting them; a path is computed only on request.
  ///
  /// - Parameters:
  ///   - keepsPaths: whether paths will be requested; without them a search needs far less memory.
  ///   - steps: how many values may be visited; `nil` for `steps(forBytes:)`.
  ///   - body: receives the node's range in the document, its text (valid only during the call), and its path; returns
  ///     whether to continue.
  @discardableResult
  package func forEachNode(
    of document: Document, keepsPaths: Bool = true, steps: Int? = nil, isCancelled: @escaping () -> Bool = { false },
    _ body: (_ range: Range<Int>, _ text: UnsafeRawBufferPointer, _ path: () -> DocumentPath) -> Bool
  ) -> JSONPathEnd {
    var steps = steps ?? Self.steps(forBytes: document.text.store.count)
    return forEachNode(of: document, keepsPaths: keepsPaths, spending: &steps, isCancelled: isCancelled, body)
  }

  /// The same with a budget that several expressions share.
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
    _ document: Document, limit: Int = .max, isCancelled: @escaping () -> Bool = { false },
    onTooLong: () -> Void = {}
  ) -> (document: Document, origins: [Int]) {
    let store = ByteStore()
    var origins: [Int] = []
    var buffer = Array("[".utf8)
    let end = forEachNode(of: document, keepsPaths: false, isCancelled: isCancelled) { range, text, _ in
      guard origins.count < limit else { return false }
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
    // On a full disk the list stays incomplete, which the document then shows as a fault.
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
