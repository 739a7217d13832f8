import Documents

/// A value that an expression selects.
struct JSONPathNode: Equatable {
  /// The range of its text in the document.
  var range: Range<Int>
  var path: DocumentPath
}

extension JSONPath {
  /// All values that the expression selects.
  func evaluate(over document: Document, isCancelled: @escaping () -> Bool = { false }) -> [JSONPathNode] {
    var found: [JSONPathNode] = []
    forEachNode(of: document, isCancelled: isCancelled) { range, _, path in
      found.append(JSONPathNode(range: range, path: path()))
      return true
    }
    return found
  }
}
