import Bytes
import Synchronization

/// A body to be read: its bytes, what they are, and an index that grows in the background.
///
/// One task calls `advance` until it says that there is nothing to do, and again whenever bytes have arrived or a view
/// with another mode was asked for. All other members answer at once from what is known so far and may be called from
/// anywhere. Nothing is formatted that is not asked for.
public final class Document: Sendable, Equatable {
  /// The bytes as they came.
  public let store: ByteStore
  public let kind: DocumentKind
  public let charset: Charset

  /// The bytes as they came, and the same in UTF-8.
  private let bytes: Layer
  let text: Layer
  private let made = Mutex<[DocumentView.Mode: Layer]>([:])

  /// - Parameters:
  ///   - store: may be empty and still growing; a kind that the Content-Type leaves open is guessed from what is there.
  ///   - contentType: the field's value as the server sent it.
  ///   - kind: overrides what would be found.
  public init(store: ByteStore, contentType: String? = nil, kind: DocumentKind? = nil) {
    let start = store.bytes(in: 0..<4096)
    self.store = store
    self.kind = kind ?? DocumentKind.detect(contentType: contentType, firstBytes: start)
    charset = Charset.detect(contentType: contentType, firstBytes: start)
    let isJSON = self.kind == .json || self.kind == .jsonSequence
    let isSequence = self.kind == .jsonSequence
    if charset == .utf8 {
      bytes = Layer(store: store, language: self.kind.language, isJSON: isJSON, isSequence: isSequence)
      text = bytes
    } else {
      bytes = Layer(store: store, language: .plain)
      text = Layer(
        from: bytes, language: self.kind.language, transform: CharsetDecoder(charset), isJSON: isJSON,
        isSequence: isSequence)
    }
  }

  public convenience init(bytes: [UInt8], contentType: String? = nil, kind: DocumentKind? = nil) {
    self.init(store: ByteStore(bytes), contentType: contentType, kind: kind)
  }

  /// The view to start with.
  public func view(columns: Int, rows: Int) -> DocumentView {
    DocumentView(mode: kind.modes.first ?? .raw, columns: columns, rows: rows)
  }

  /// The text that a mode shows. Made texts come into being when they are first asked for.
  func layer(for mode: DocumentView.Mode) -> Layer {
    switch mode {
    case .hex: return bytes
    case .raw: return text
    case .pretty where text.isJSON: return text
    case .pretty, .sorted, .compact:
      return made.withLock { layers in
        if let layer = layers[mode] { return layer }
        let layer = kind.makeLayer(for: mode, from: text)
        layers[mode] = layer
        return layer ?? text
      }
    }
  }

  /// Does a slice of the index work, about `budget` bytes. `false` when there is nothing to do for now.
  @discardableResult
  public func advance(by budget: Int = 1 << 20) -> Bool {
    var worked = bytes.advance(budget: budget)
    if text !== bytes { worked = text.advance(budget: budget) || worked }
    for layer in made.withLock({ Array($0.values) }) { worked = layer.advance(budget: budget) || worked }
    return worked
  }

  /// Does all the work there is for what has arrived.
  public func advanceToEnd() {
    while advance(by: 4 << 20) {}
  }

  public static func == (left: Document, right: Document) -> Bool { left === right }
}
