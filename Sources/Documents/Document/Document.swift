import Basics
import Synchronization

/// A body to be read: its bytes, what they are, and an index that grows in the background.
///
/// One task calls `advance` until it says that there is nothing to do, and again whenever bytes have arrived or a view
/// with another mode was asked for. All other members answer at once from what is known so far and may be called from
/// anywhere. Nothing is formatted that is not asked for.
///
/// A document may be made before its first byte has come: what it is gets clearer while the first 4 KB arrive.
public final class Document: Sendable, Equatable {
  /// The bytes as they came.
  public let store: ByteStore
  private let contentType: String?
  private let givenKind: DocumentKind?
  private let plan: Mutex<DocumentPlan>

  /// - Parameters:
  ///   - store: may be empty and still growing.
  ///   - contentType: the field's value as the server sent it.
  ///   - kind: overrides what would be found.
  public init(store: ByteStore, contentType: String? = nil, kind: DocumentKind? = nil) {
    self.store = store
    self.contentType = contentType
    givenKind = kind
    plan = Mutex(DocumentPlan(store: store, contentType: contentType, kind: kind))
  }

  public convenience init(bytes: [UInt8], contentType: String? = nil, kind: DocumentKind? = nil) {
    self.init(store: ByteStore(bytes), contentType: contentType, kind: kind)
  }

  /// The same bytes, taken for something else.
  public func taken(for kind: DocumentKind) -> Document {
    Document(store: store, contentType: contentType, kind: kind)
  }

  public var kind: DocumentKind { plan.withLock { $0.kind } }
  public var charset: Charset { plan.withLock { $0.charset } }
  /// Bytes of the text in UTF-8, which is what ranges of values count in.
  public func utf8(_ range: some RangeExpression<Int>) -> [UInt8] {
    let store = text.store
    return store.bytes(in: range.relative(to: 0..<store.count))
  }

  var text: Layer { plan.withLock { $0.text } }

  /// The view to start with: the format's own layout, or what comes nearest to it.
  public func view(columns: Int, rows: Int) -> DocumentView {
    let mode = plan.withLock { $0.isOpen ? .pretty : $0.kind.modes.first }
    return DocumentView(mode: mode ?? .raw, columns: columns, rows: rows)
  }

  func layer(for mode: DocumentView.Mode) -> Layer { plan.withLock { $0.layer(for: mode) } }

  /// The mode that is shown when `mode` is asked for.
  func shownMode(_ mode: DocumentView.Mode) -> DocumentView.Mode { plan.withLock { $0.shown(mode) } }

  /// Does a slice of the index work, about `budget` bytes. `false` when there is nothing to do for now.
  @discardableResult
  public func advance(by budget: Int = 1 << 20) -> Bool {
    let layers = plan.withLock { plan in
      if let other = plan.revised(store: store, contentType: contentType, kind: givenKind) { plan = other }
      return plan.layers
    }
    var worked = false
    for layer in layers { worked = layer.advance(budget: budget) || worked }
    return worked
  }

  /// Does all the work there is for what has arrived.
  public func advanceToEnd() {
    while advance(by: 4 << 20) {}
  }

  public static func == (left: Document, right: Document) -> Bool { left === right }
}
