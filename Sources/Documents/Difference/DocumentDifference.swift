import Basics

/// The differences between two JSON documents, value by value; the order of keys and white space are ignored.
package struct DocumentDifference: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case added, removed, changed }

  package struct Change: Equatable, Sendable {
    package var kind: Kind
    /// In the document that has the value; in the right one if both do.
    package var path: DocumentPath
    /// The value in the left document; `nil` if it was added.
    package var left: Range<Int>?
    /// The value in the right document; `nil` if it was removed.
    package var right: Range<Int>?
  }

  /// In the order of the left document, with additions after their neighbours.
  package internal(set) var changes: [Change] = []
  /// Whether there were more changes than the limit.
  package internal(set) var isCut = false

  /// Compares the indexed parts of both documents. `nil` if one of them is not JSON.
  package init?(
    from left: Document, to right: Document, limit: Int = 10_000, isCancelled: @escaping () -> Bool = { false }
  ) {
    guard let one = left.text.index.json, let two = right.text.index.json else { return nil }
    let found: DocumentDifference? = left.text.store.withUnsafeBytes { a in
      right.text.store.withUnsafeBytes { b in
        guard let old = JSONCursor(a, index: one), let new = JSONCursor(b, index: two), let from = old.root,
          let to = new.root
        else { return nil }
        var comparer = JSONComparer(old: old, new: new, limit: limit, isCancelled: isCancelled)
        comparer.compare(from, to, [])
        return comparer.result
      }
    }
    guard let found else { return nil }
    self = found
  }

  init() {}
}
