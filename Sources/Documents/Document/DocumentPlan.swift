import Basics

/// The assumed kind of a document, with the texts derived from it.
struct DocumentPlan {
  let kind: DocumentKind
  let charset: Charset
  /// The bytes as received, and their text in UTF-8.
  let bytes: Layer
  let text: Layer
  /// Texts derived for the requested modes.
  private(set) var made: [DocumentView.Mode: Layer] = [:]
  /// Whether more bytes may still change the kind.
  private(set) var isOpen: Bool

  /// The number of bytes at the beginning that determine the kind.
  static let decisive = 4096

  init(store: ByteStore, contentType: String?, kind given: DocumentKind?) {
    // Checked before reading the bytes: a finished store does not grow any more.
    let isFinished = store.isFinished
    let start = store.bytes(in: 0..<Self.decisive)
    isOpen = !isFinished && start.count < Self.decisive
    kind = given ?? DocumentKind.detect(contentType: contentType, firstBytes: start)
    charset = Charset.detect(contentType: contentType, firstBytes: start)
    let isJSON = kind == .json || kind == .jsonSequence
    let isSequence = kind == .jsonSequence
    if charset == .utf8 {
      bytes = Layer(store: store, language: kind.language, isJSON: isJSON, isSequence: isSequence)
      text = bytes
    } else {
      bytes = Layer(store: store, language: .plain)
      text = Layer(
        from: bytes, language: kind.language, transform: CharsetDecoder(charset), isJSON: isJSON,
        isSequence: isSequence)
    }
  }

  /// Every mode may be requested for every kind: if it does not apply, the closest one is shown.
  func shown(_ mode: DocumentView.Mode) -> DocumentView.Mode {
    if kind.modes.contains(mode) { return mode }
    return mode == .pretty ? kind.modes.first ?? .raw : .raw
  }

  /// The text that a mode shows. Derived texts are created on first request.
  mutating func layer(for mode: DocumentView.Mode) -> Layer {
    let mode = shown(mode)
    if mode == .hex { return bytes }
    if mode == .raw || (mode == .pretty && text.isJSON) { return text }
    if let layer = made[mode] { return layer }
    let layer = kind.makeLayer(for: mode, from: text)
    made[mode] = layer
    return layer ?? text
  }

  var layers: [Layer] { (text === bytes ? [bytes] : [bytes, text]) + made.values }

  /// Detects the kind again while the beginning is still short; `nil` if it has not changed.
  mutating func revised(store: ByteStore, contentType: String?, kind given: DocumentKind?) -> DocumentPlan? {
    guard isOpen else { return nil }
    let other = DocumentPlan(store: store, contentType: contentType, kind: given)
    isOpen = other.isOpen
    return other.kind == kind && other.charset == charset ? nil : other
  }
}
