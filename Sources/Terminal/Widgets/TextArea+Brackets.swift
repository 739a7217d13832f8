extension TextArea {
  /// The bracket at the caret, or just before it, and its partner.
  package var matchingBrackets: (TextPosition, TextPosition)? { Brackets.pair(at: caret, in: editor.buffer) }
}
