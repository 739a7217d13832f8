import Terminal

/// Reads emphasis, code and links in the lines of one block, which it joins.
struct MarkdownInline {
  /// All lines, each with a blank or a break after it.
  private var bytes: [UInt8] = []
  /// Where each line begins in `bytes`, and in the source.
  private var starts: [(index: Int, place: TextPosition)] = []

  static func spans(of lines: [MarkdownSource]) -> [MarkdownSpan] {
    let text = MarkdownInline(lines)
    return MarkdownTokens(text.bytes).tokens.reduce(into: Output(text: text)) { $0.add($1) }.spans
  }

  private init(_ lines: [MarkdownSource]) {
    for (index, line) in lines.enumerated() {
      let content = line.trimmed
      starts.append((bytes.count, content.place))
      bytes += content.text.utf8
      guard index < lines.count - 1 else { break }
      let isBackslash = bytes.last == UInt8(ascii: "\\")
      if isBackslash { bytes.removeLast() }
      bytes.append(isBackslash || line.text.hasSuffix("  ") ? 0x0A : 0x20)
    }
  }

  /// A part of the text with its places: one piece for each line that it goes over.
  private func pieces(_ range: Range<Int>, _ style: MarkdownStyle) -> [MarkdownSpan] {
    var result: [MarkdownSpan] = []
    var from = range.lowerBound
    // The last line that begins at or before the range.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].index <= from { low = middle } else { high = middle }
    }
    while from < range.upperBound {
      let to = low + 1 < starts.count ? min(range.upperBound, starts[low + 1].index) : range.upperBound
      var place = starts[low].place
      place.offset += from - starts[low].index
      result.append(MarkdownSpan(text: String(decoding: bytes[from..<to], as: UTF8.self), style: style, place: place))
      (from, low) = (to, low + 1)
    }
    return result
  }

  /// Turns tokens into pieces of text, each in the styles that are open where it stands.
  private struct Output {
    let text: MarkdownInline
    var spans: [MarkdownSpan] = []
    private var style: MarkdownStyle = []

    init(text: MarkdownInline) { self.text = text }

    mutating func add(_ token: MarkdownTokens.Token) {
      switch token.kind {
      case .text: put(token.range, style)
      case .code: put(token.range, style.union(.code))
      case .address: put(token.range, style.union(.link))
      case .mark where !token.isMatched, .bracket where !token.isMatched: put(token.range, style)
      case .mark(let length, let opens):
        let added = MarkdownStyle([length == 2 ? .strong : .emphasis, length == 1 ? .emphasis : .strong])
        if opens { style.formUnion(added) } else { style.subtract(added) }
      case .bracket: style.insert(.link)
      case .target(let isShown):
        style.remove(.link)
        guard isShown else { break }
        spans.join(MarkdownSpan(text: " (", style: style.union(.faint)))
        put(token.range, style.union(.faint))
        spans.join(MarkdownSpan(text: ")", style: style.union(.faint)))
      }
    }

    private mutating func put(_ range: Range<Int>, _ style: MarkdownStyle) {
      for piece in text.pieces(range, style) { spans.join(piece) }
    }
  }
}
