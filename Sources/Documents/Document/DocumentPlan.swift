import Basics

/// What a document is taken for, with the texts that follow from it.
struct DocumentPlan {
  let kind: DocumentKind
  let charset: Charset
  /// The bytes as they came, and the same in UTF-8.
  let bytes: Layer
  let text: Layer
  /// Texts made for modes that were asked for.
  private(set) var made: [DocumentView.Mode: Layer] = [:]
  /// Whether more bytes may still say that the document is something else.
  private(set) var isOpen: Bool

  /// How much of the beginning decides.
  static let decisive = 4096

  init(store: ByteStore, contentType: String?, kind given: DocumentKind?) {
    // Asked before the bytes: a store that is finished does not grow any more.
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

  /// Every mode can be asked of every kind: where it means nothing, the nearest that does is shown.
  func shown(_ mode: DocumentView.Mode) -> DocumentView.Mode {
    if kind.modes.contains(mode) { return mode }
    return mode == .pretty ? kind.modes.first ?? .raw : .raw
  }

  /// The text that a mode shows. Made texts come into being when they are first asked for.
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

  /// Looks again at the beginning while it is still short; `nil` when the plan holds.
  mutating func revised(store: ByteStore, contentType: String?, kind given: DocumentKind?) -> DocumentPlan? {
    guard isOpen else { return nil }
    let other = DocumentPlan(store: store, contentType: contentType, kind: given)
    isOpen = other.isOpen
    return other.kind == kind && other.charset == charset ? nil : other
  }
}
