extension DocumentKind {
  /// The text that a mode shows instead of the document's own; `nil` where it shows that.
  func makeLayer(for mode: DocumentView.Mode, from text: Layer) -> Layer? {
    switch (self, mode) {
    case (.json, .compact), (.jsonSequence, .compact):
      Layer(from: text, language: .json, transform: JSONMinifier(isSequence: self == .jsonSequence))
    default: nil
    }
  }
}
