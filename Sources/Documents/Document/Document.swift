package import Basics
import Synchronization

/// A body to read: its bytes, their kind, and an index that grows in the background.
///
/// One task calls `advance` until it returns `false`, and again when bytes have arrived or another mode was requested.
/// All other members return immediately with what is known so far and may be called from any thread. Formatting happens
/// only on request.
///
/// A document may be created before its first byte arrives: its kind is settled within the first 4 KB.
package final class Document: Sendable, Equatable {
  /// The bytes as received.
  package let store: ByteStore
  private let contentType: String?
  private let givenKind: DocumentKind?
  private let plan: Mutex<DocumentPlan>

  /// - Parameters:
  ///   - store: may be empty and still growing.
  ///   - contentType: the field's value as the server sent it.
  ///   - kind: overrides the detected kind.
  package init(store: ByteStore, contentType: String? = nil, kind: DocumentKind? = nil) {
    self.store = store
    self.contentType = contentType
    givenKind = kind
    plan = Mutex(DocumentPlan(store: store, contentType: contentType, kind: kind))
  }

  package convenience init(bytes: [UInt8], contentType: String? = nil, kind: DocumentKind? = nil) {
    self.init(store: ByteStore(bytes), contentType: contentType, kind: kind)
  }

  /// The same bytes, shown as another kind.
  package func taken(for kind: DocumentKind) -> Document {
    Document(store: store, contentType: contentType, kind: kind)
  }

  package var kind: DocumentKind { plan.withLock { $0.kind } }
  package var charset: Charset { plan.withLock { $0.charset } }
  /// A range of the text in UTF-8, in which the ranges of values are counted.
  package func utf8(_ range: some RangeExpression<Int>) -> [UInt8] {
    let store = text.store
    return store.bytes(in: range.relative(to: 0..<store.count))
  }

  var text: Layer { plan.withLock { $0.text } }

  /// The initial view: the format's own layout, or the closest to it.
  package func view(columns: Int, rows: Int) -> DocumentView {
    let mode = plan.withLock { $0.isOpen ? .pretty : $0.kind.modes.first }
    return DocumentView(mode: mode ?? .raw, columns: columns, rows: rows)
  }

  func layer(for mode: DocumentView.Mode) -> Layer { plan.withLock { $0.layer(for: mode) } }

  /// The mode that is shown if `mode` is requested.
  func shownMode(_ mode: DocumentView.Mode) -> DocumentView.Mode { plan.withLock { $0.shown(mode) } }

  /// Indexes about `budget` bytes more. Returns `false` if there is nothing to do for now.
  @discardableResult
  package func advance(by budget: Int = 1 << 20) -> Bool {
    let layers = plan.withLock { plan in
      if let other = plan.revised(store: store, contentType: contentType, kind: givenKind) { plan = other }
      return plan.layers
    }
    var worked = false
    for layer in layers { worked = layer.advance(budget: budget) || worked }
    return worked
  }

  /// Indexes everything that has arrived.
  package func advanceToEnd() {
    while advance(by: 4 << 20) {}
  }

  package static func == (left: Document, right: Document) -> Bool { left === right }
}
