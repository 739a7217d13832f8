import Terminal
import Workspaces

/// Colours one line of a text that is edited. Looks at nothing but the line: a wrong guess costs a colour.
struct TextHighlighter {
  let language: TextLanguage
  let theme: Theme
  let variables: VariableTable?
  /// A line longer than this is drawn plain.
  private static let longest = 32 << 10

  func runs(of line: String) -> [TextRun] {
    guard line.utf8.count <= Self.longest else { return [] }
    let bytes = Array(line.utf8)
    let tokens: [(Range<Int>, Style)] =
      switch language {
      case .json: json(bytes)
      case .xml: xml(bytes)
      case .graphql: graphql(bytes)
      case .markdown: markdown(line)
      case .plain: []
      }
    let marked = language == .markdown ? [] : theme.runs(of: line, in: variables)
    return Self.laid(marked, over: tokens.map { TextRun($0.0, $0.1) })
  }

  /// Cuts the runs below where those above stand.
  static func laid(_ upper: [TextRun], over lower: [TextRun]) -> [TextRun] {
    guard !upper.isEmpty else { return lower }
    var result: [TextRun] = []
    var above = upper[...]
    for run in lower {
      var start = run.range.lowerBound
      while let next = above.first, next.range.lowerBound < run.range.upperBound {
        if next.range.lowerBound > start { result.append(TextRun(start..<next.range.lowerBound, run.style)) }
        if result.last != next { result.append(next) }
        start = max(start, next.range.upperBound)
        if next.range.upperBound > run.range.upperBound { break }
        above.removeFirst()
      }
      if start < run.range.upperBound { result.append(TextRun(start..<run.range.upperBound, run.style)) }
    }
    for next in above where result.last != next { result.append(next) }
    return result
  }

  private func json(_ bytes: [UInt8]) -> [(Range<Int>, Style)] {
    var found: [(Range<Int>, Style)] = []
    var index = 0
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case 0x22:
        index = stringEnd(bytes, index)
        var next = index
        while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
        let isKey = next < bytes.count && bytes[next] == 0x3A
        found.append((start..<index, theme[isKey ? .jsonKey : .jsonString]))
      case 0x7B, 0x7D, 0x5B, 0x5D, 0x2C, 0x3A:
        index += 1
        found.append((start..<index, theme[.jsonPunctuation]))
      case 0x2D, 0x30...0x39:
        index = wordEnd(bytes, index + 1)
        found.append((start..<index, theme[.jsonNumber]))
      case let byte where Self.isWord(byte):
        index = wordEnd(bytes, index)
        found.append((start..<index, theme[.jsonLiteral]))
      default: index += 1
      }
    }
    return found
  }

  private func xml(_ bytes: [UInt8]) -> [(Range<Int>, Style)] {
    var found: [(Range<Int>, Style)] = []
    var index = 0
    var isInTag = false
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case 0x3C:
        isInTag = true
        index += 1
        while index < bytes.count, Self.isWord(bytes[index]) || "/!?-:.".utf8.contains(bytes[index]) { index += 1 }
        found.append((start..<index, theme[.markupTag]))
      case 0x3E:
        isInTag = false
        index += 1
        found.append((start..<index, theme[.markupTag]))
      case 0x22 where isInTag, 0x27 where isInTag:
        index = stringEnd(bytes, index)
        found.append((start..<index, theme[.jsonString]))
      case let byte where isInTag && Self.isWord(byte):
        index = wordEnd(bytes, index)
        found.append((start..<index, theme[.markupAttribute]))
      default: index += 1
      }
    }
    return found
  }

  private func graphql(_ bytes: [UInt8]) -> [(Range<Int>, Style)] {
    let words: Set<String> = ["query", "mutation", "subscription", "fragment", "on", "true", "false", "null"]
    var found: [(Range<Int>, Style)] = []
    var index = 0
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case 0x23:
        index = bytes.count
        found.append((start..<index, theme[.comment]))
      case 0x22:
        index = stringEnd(bytes, index)
        found.append((start..<index, theme[.jsonString]))
      case 0x24, 0x40:
        index = wordEnd(bytes, index + 1)
        found.append((start..<index, theme[.markupAttribute]))
      case 0x30...0x39:
        index = wordEnd(bytes, index)
        found.append((start..<index, theme[.jsonNumber]))
      case let byte where Self.isWord(byte):
        index = wordEnd(bytes, index)
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        found.append((start..<index, theme[words.contains(word) ? .jsonLiteral : .jsonKey]))
      case 0x20, 0x09: index += 1
      default:
        index += 1
        found.append((start..<index, theme[.jsonPunctuation]))
      }
    }
    return found
  }

  /// Headings stand out, quotes and code step back.
  private func markdown(_ line: String) -> [(Range<Int>, Style)] {
    let whole = 0..<line.utf8.count
    if line.hasPrefix("#") { return [(whole, theme[.accent].adding(.bold))] }
    if line.hasPrefix("    ") || line.hasPrefix("```") || line.hasPrefix(">") { return [(whole, theme[.dim])] }
    let blank = line.utf8.prefix { $0 == 0x20 }.count
    if ["- ", "* ", "+ "].contains(where: line.dropFirst(blank).hasPrefix) {
      return [(blank..<blank + 1, theme[.accent])]
    }
    return []
  }

  private func stringEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == bytes[start] { return index + 1 }
      index += bytes[index] == 0x5C ? 2 : 1
    }
    return bytes.count
  }

  private func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count, Self.isWord(bytes[index]) || bytes[index] == 0x2E || bytes[index] == 0x2D { index += 1 }
    return min(bytes.count, index)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == 0x5F || byte >= 0x80
  }
}
