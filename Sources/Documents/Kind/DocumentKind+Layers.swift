extension DocumentKind {
  /// The text that a mode shows instead of the document's own; `nil` where it shows that.
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
