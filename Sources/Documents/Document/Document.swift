package import Basics
import Synchronization

/// The body of a message: its bytes, their kind, and an index that grows in the background.
///
/// One task calls `advance` until it returns `false`, and again when bytes have arrived or another mode was requested.
/// All other members return the current state immediately and may be called from any thread. Formatting happens only on
/// request.
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

  /// The same bytes, interpreted as another kind.
  package func taken(for kind: DocumentKind) -> Document {
    Document(store: store, contentType: contentType, kind: kind)
  }

  package var kind: DocumentKind { plan.withLock { $0.kind } }
  package var charset: Charset { plan.withLock { $0.charset } }
  /// A range of the UTF-8 text, whose offsets are those of value ranges.
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

/// The assumed kind of a document, with the texts derived from it.
struct DocumentPlan {
  let kind: DocumentKind
  let charset: Charset
  /// The bytes as received, and their text in UTF-8.
  let bytes: Layer
  let text: Layer
  /// Texts derived for the requested modes.
  private(set) var made: [DocumentView.Mode: Layer] = [:]
  /// True if more bytes may still change the kind.
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

/// The views of each kind: its modes, its highlighting and its derived texts.
extension DocumentKind {
  /// The useful modes, the best first.
  package var modes: [DocumentView.Mode] {
    switch self {
    case .json: [.pretty, .sorted, .compact, .raw, .hex]
    case .jsonSequence: [.pretty, .compact, .raw, .hex]
    case .xml, .html, .csv, .form, .eventStream: [.pretty, .raw, .hex]
    case .yaml, .javaScript, .css, .multipart, .text: [.raw, .hex]
    case .image, .binary: [.hex, .raw]
    }
  }

  package var language: TextLanguage {
    switch self {
    case .json, .jsonSequence: .json
    case .xml, .html: .markup
    case .yaml: .yaml
    case .csv(let separator): .csv(separator: separator)
    case .form: .form
    case .javaScript: .javaScript
    case .css: .css
    case .eventStream: .events
    case .multipart, .text, .image, .binary: .plain
    }
  }

  /// The text that a mode shows instead of the document's own; `nil` if it shows the document's.
  func makeLayer(for mode: DocumentView.Mode, from text: Layer) -> Layer? {
    switch (self, mode) {
    case (.json, .compact), (.jsonSequence, .compact):
      Layer(from: text, language: .json, transform: JSONMinifier(isSequence: self == .jsonSequence))
    case (.json, .sorted): Layer(from: text, language: .json, transform: JSONSorter(), isJSON: true)
    case (.xml, .pretty): Layer(from: text, language: .markup, transform: MarkupIndenter(isHTML: false))
    case (.html, .pretty): Layer(from: text, language: .markup, transform: MarkupIndenter(isHTML: true))
    case (.csv(let separator), .pretty):
      Layer(from: text, language: .table, transform: TableAligner(separator: separator))
    case (.form, .pretty): Layer(from: text, language: .rows, transform: FormRows())
    case (.eventStream, .pretty): Layer(from: text, language: .events, transform: EventLister())
    default: nil
    }
  }
}

extension Document {
  /// The first JSON fault of the indexed text, with its position.
  package var fault: JSONFault? { text.index.fault }

  /// The number of lines of a view, including folded ones; still growing while `isComplete` is false for it.
  package func lineCount(in view: DocumentView) -> Int {
    withLayout(view) { layout, _ in layout.lineCount }
  }

  /// The columns of the widest line in the window, which limits horizontal scrolling.
  package func widestLine(in view: DocumentView) -> Int {
    withLayout(view) { layout, text in
      let painter = LinePainter(layout: layout, text: text, view: view)
      let heads = layout.lines(from: view.topLine, count: max(0, view.rows), folds: view.folds)
      return heads.reduce(0) { max($0, painter.columnCount(of: $1)) }
    }
  }

  /// The reason why the text of the view ends early, such as a full disk; the raw view is complete.
  package func problem(in view: DocumentView) -> String? { layer(for: view.mode).index.problem }

  /// True if the whole text of the view has been derived and indexed.
  package func isComplete(in view: DocumentView) -> Bool { layer(for: view.mode).index.isComplete }
}

extension Document {
  /// Calls `body` with the layout of a view for the currently indexed part.
  func withLayout<R>(_ view: DocumentView, _ body: (any LineLayout, UnsafeRawBufferPointer) -> R) -> R {
    let layer = layer(for: view.mode)
    let mode = shownMode(view.mode)
    let index = layer.index
    return layer.store.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[..<min(all.count, max(index.text.limit, index.json?.limit ?? 0))])
      if mode == .hex { return body(HexLayout(text: all), all) }
      if mode == .pretty || mode == .sorted, let json = index.json {
        return body(JSONLayout(text: text, index: json, lines: index.text, hasFault: index.fault != nil), text)
      }
      return body(TextLayout(text: text, index: index.text, language: layer.language), text)
    }
  }

  /// The rows of the window, starting at the top of the view; fewer at the end of the document.
  ///
  /// - Parameters:
  ///   - matches: byte ranges to highlight, sorted and not overlapping, in the text of the view's mode.
  ///   - current: the current match of the search.
  package func lines(
    in view: DocumentView, matches: [Range<Int>] = [], current: Range<Int>? = nil
  ) -> [DocumentLine] {
    let fault = view.mode == .sorted ? nil : layer(for: view.mode).index.fault
    return withLayout(view) { layout, text in
      let heads = layout.lines(from: view.topLine, count: max(0, view.rows), folds: view.folds)
      let painter = LinePainter(
        layout: layout, text: text, view: view, matches: MatchCursor(matches, current: current), fault: fault)
      return painter.rows(of: layout.prepared(heads))
    }
  }
}

extension Document {
  /// Whole lines to copy, each with a line feed: as laid out in the view, or as in the text if the view has no layout;
  /// `nil` if they exceed `limit` bytes.
  package func text(ofLines lines: ClosedRange<Int>, in view: DocumentView, limit: Int) -> String? {
    if shownMode(view.mode) == .raw { return source(ofLines: lines, in: view, limit: limit) }
    var wide = view
    wide.wraps = false
    wide.horizontalOffset = 0
    wide.columns = limit
    var text = ""
    var next = lines.lowerBound
    while next <= lines.upperBound {
      wide.topLine = next
      wide.rows = min(200, lines.upperBound - next + 1)
      let rows = self.lines(in: wide)
      guard let last = rows.last else { break }
      for row in rows where row.number <= lines.upperBound {
        text += row.text + "\n"
        guard text.utf8.count <= limit else { return nil }
      }
      next = last.number + 1
    }
    return text
  }

  private func source(ofLines lines: ClosedRange<Int>, in view: DocumentView, limit: Int) -> String? {
    withLayout(view) { layout, text -> String? in
      func range(_ line: Int) -> Range<Int>? {
        layout.lines(from: line, count: 1, folds: FoldSet()).first?.byteRange
      }
      guard let first = range(lines.lowerBound), let last = range(lines.upperBound),
        last.upperBound - first.lowerBound < limit
      else { return nil }
      return String(decoding: text[first.lowerBound..<last.upperBound], as: UTF8.self) + "\n"
    }
  }
}

extension Document {
  /// The parts of a multipart body that have arrived; empty for any other kind.
  package var parts: [MultipartPart] {
    guard case .multipart(let boundary) = kind else { return [] }
    return store.withUnsafeBytes { MultipartReader(boundary: boundary).parts(of: $0) }
  }

  /// A part's content as a separate document.
  package func document(of part: MultipartPart) -> Document {
    Document(bytes: store.bytes(in: part.range), contentType: part.field("Content-Type"))
  }
}
