import Basics

/// Indents XML and HTML: one element per line, short ones together with their text. Tolerates any input; only white
/// space around texts changes.
struct MarkupIndenter: TextTransform {
  private let isHTML: Bool
  private var open: [[UInt8]] = []
  /// True if the last output was an opening tag or text on the same line.
  private var isInline = false
  private var isAtStart = true
  /// The element whose content is copied unchanged, such as a script.
  private var verbatim: [UInt8]?
  private static let longestToken = 64 << 10
  private static let deepest = 256

  init(isHTML: Bool) { self.isHTML = isHTML }

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    var i = 0
    while i < bytes.count {
      let end: Int?
      if let name = verbatim {
        end = copyVerbatim(bytes, i, name, isFinal, into: &output)
      } else if bytes[i] == 0x3C {
        end = tag(bytes, i, isFinal, into: &output)
      } else {
        end = text(bytes, i, isFinal, into: &output)
      }
      guard let end else { return i }
      i = end
    }
    if isFinal, !isAtStart { output.append(0x0A) }
    return i
  }

  private mutating func newline(_ output: inout [UInt8]) {
    if !isAtStart { output.append(0x0A) }
    isAtStart = false
    output.append(contentsOf: repeatElement(0x20, count: 2 * min(open.count, 128)))
  }

  /// Text up to the next tag.
  private mutating func text(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ isFinal: Bool, into output: inout [UInt8]
  ) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] != 0x3C { end += 1 }
    if end == bytes.count, !isFinal, end - start < Self.longestToken { return nil }
    let content = bytes[start..<end].trimming { $0 <= 0x20 }
    guard !content.isEmpty else { return end }
    let lines = content.split(separator: 0x0A)
    if isInline, lines.count == 1 {
      output.append(contentsOf: content)
      return end
    }
    for line in lines.map({ $0.trimming { $0 <= 0x20 } }) where !line.isEmpty {
      newline(&output)
      output.append(contentsOf: line)
    }
    isInline = false
    return end
  }

  private mutating func tag(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ isFinal: Bool, into output: inout [UInt8]
  ) -> Int? {
    let scan = MarkupToken(bytes, at: start, longest: Self.longestToken)
    guard let end = scan.end ?? (isFinal || bytes.count - start > Self.longestToken ? bytes.count : nil) else {
      return nil
    }
    switch scan.kind {
    case .closing: close(scan.name, bytes[start..<end], into: &output)
    case .opening:
      closeImplied(by: scan.name)
      newline(&output)
      output.append(contentsOf: bytes[start..<end])
      isInline = false
      let isVoid = scan.isSelfClosing || (isHTML && HTMLNames.void.contains(scan.name))
      guard !isVoid, open.count < Self.deepest else { break }
      open.append(scan.name)
      isInline = true
      if isHTML, HTMLNames.verbatim.contains(scan.name) { verbatim = scan.name }
    case .other:
      newline(&output)
      output.append(contentsOf: bytes[start..<end])
      isInline = false
    case .text:
      if !isInline { newline(&output) }
      output.append(contentsOf: bytes[start..<end])
    }
    return end
  }

  private mutating func close(_ name: [UInt8], _ tag: Slice<UnsafeRawBufferPointer>, into output: inout [UInt8]) {
    let wasInline = isInline && open.last == name
    // An unmatched closing tag does not change the depth.
    if let index = open.lastIndex(of: name) { open.removeSubrange(index...) }
    if !wasInline { newline(&output) }
    output.append(contentsOf: tag)
    isInline = false
  }

  /// `<li>` closes the previous `<li>`, and so on.
  private mutating func closeImplied(by name: [UInt8]) {
    guard isHTML, open.last == name, HTMLNames.closedBySame.contains(name) else { return }
    open.removeLast()
  }

  private mutating func copyVerbatim(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ name: [UInt8], _ isFinal: Bool, into output: inout [UInt8]
  ) -> Int? {
    let needle = [0x3C, 0x2F] + name
    var i = start
    while i + needle.count <= bytes.count {
      if bytes[i] == 0x3C, zip(needle, bytes[i...]).allSatisfy({ $0 == $1 || ($1 | 0x20 == $0 && $0 >= 0x61) }) {
        verbatim = nil
        output.append(contentsOf: bytes[start..<i])
        return i
      }
      i += 1
    }
    let kept = isFinal ? bytes.count : max(start, bytes.count - needle.count)
    guard kept > start || isFinal else { return nil }
    output.append(contentsOf: bytes[start..<kept])
    return kept
  }
}

/// A token that starts with `<`.
struct MarkupToken {
  enum Kind { case opening, closing, other, text }

  private(set) var kind = Kind.text
  /// In lower case.
  private(set) var name: [UInt8] = []
  private(set) var isSelfClosing = false
  /// The offset after the token; `nil` if it is not complete yet.
  private(set) var end: Int?

  init(_ bytes: UnsafeRawBufferPointer, at start: Int, longest: Int) {
    let limit = min(bytes.count, start + longest)
    func starts(with text: String) -> Bool { bytes[start...].starts(with: text.utf8) }
    func behind(_ text: [UInt8], from: Int) -> Int? {
      guard from < limit else { return nil }
      let token = UnsafeRawBufferPointer(rebasing: bytes[..<limit])
      return ByteSearch.first(text, in: token, from: from).map { $0 + text.count }
    }
    if starts(with: "<!--") {
      kind = .other
      end = behind(Array("-->".utf8), from: start + 4)
    } else if starts(with: "<![CDATA[") {
      kind = .text
      end = behind(Array("]]>".utf8), from: start + 9)
    } else if starts(with: "<!") || starts(with: "<?") {
      kind = .other
      end = behind([0x3E], from: start + 2)
    } else {
      readTag(bytes, start, limit)
    }
  }

  private mutating func readTag(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ limit: Int) {
    var i = start + 1
    let isClosing = i < limit && bytes[i] == 0x2F
    if isClosing { i += 1 }
    let first = i
    while i < limit, TextHighlighter.isWord(bytes[i]) || [0x2D, 0x2E, 0x3A].contains(bytes[i]) { i += 1 }
    guard i > first else {
      // A lone `<` is text.
      if first < limit { end = start + 1 }
      return
    }
    kind = isClosing ? .closing : .opening
    name = bytes[first..<i].map(\.asciiLowercased)
    var quote: UInt8?
    while i < limit {
      let c = bytes[i]
      if let open = quote {
        if c == open { quote = nil }
      } else if c == 0x22 || c == 0x27 {
        quote = c
      } else if c == 0x3E {
        isSelfClosing = bytes[i - 1] == 0x2F
        end = i + 1
        return
      }
      i += 1
    }
    // If a quote is never closed, the tag ends at its first bracket.
    if limit - start >= 64 << 10 { end = bytes[start..<limit].firstIndex(of: 0x3E).map { $0 + 1 } }
  }
}

/// HTML elements whose content is handled specially.
enum HTMLNames {
  static let void = names("area base br col embed hr img input link meta param source track wbr")
  static let verbatim = names("script style pre textarea")
  static let closedBySame = names("li p tr td th option dt dd")

  private static func names(_ list: String) -> Set<[UInt8]> { Set(list.split(separator: " ").map { Array($0.utf8) }) }
}
