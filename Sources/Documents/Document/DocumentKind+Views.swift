/// How each kind is shown: its modes, its highlighting and its derived texts.
extension DocumentKind {
  /// The useful views, the best first.
  package var modes: [DocumentView.Mode] {
    switch self {
    case .json: [.pretty, .sorted, .compact, .raw, .hex]
    case .jsonSequence: [.pretty, .compact, .raw, .hex]
    case .xml, .html, .csv, .form, .eventStream: [.pretty, .raw, .hex]
    case .yaml, .javaScript, .css, .multipart, .text: [.raw, .hex]
    case .image, .binary: [.hex, .raw]
    }
  }

  var language: TextLanguage {
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
