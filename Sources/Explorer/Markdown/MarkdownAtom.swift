import Terminal

/// A word with the styles in it, or what separates it from the next.
enum MarkdownAtom: Equatable {
  case word([MarkdownSpan])
  case gap(MarkdownSpan)
  /// A line ends here whatever its width.
  case end

  static func all(in spans: [MarkdownSpan]) -> [MarkdownAtom] {
    var atoms: [MarkdownAtom] = []
    var word: [MarkdownSpan] = []
    func endWord() {
      if !word.isEmpty { atoms.append(.word(word)) }
      word = []
    }
    for span in spans {
      var rest = Substring(span.text)
      while let first = rest.first {
        let kind = Kind(first)
        let part = rest.prefix { Kind($0) == kind }
        var piece = MarkdownSpan(text: String(part), style: span.style, place: span.place)
        piece.place?.offset += span.text.utf8.distance(from: span.text.startIndex, to: part.startIndex)
        rest = rest[part.endIndex...]
        switch kind {
        case .word: word.append(piece)
        case .end:
          endWord()
          atoms.append(.end)
        case .gap:
          endWord()
          piece.text = " "
          atoms.append(.gap(piece))
        }
      }
    }
    endWord()
    return atoms
  }

  private enum Kind {
    case word, gap, end

    init(_ character: Character) {
      self = character == "\n" ? .end : character == " " || character == "\t" ? .gap : .word
    }
  }
}
