import Basics

extension GraphQLSchema {
  /// What can be written at a cursor, in the order of the schema; what starts with the name that is being typed comes first, then
  /// what contains it. Whatever is offered makes no new mistake: it was put into the text, read and checked, unless the text
  /// is so long that this would take too long, or cannot be read whatever stands there.
  /// - Parameter offset: the cursor, in bytes of UTF-8.
  package func completions(in text: String, at offset: Int) -> [Completion] {
    let request = CompletionRequest(text, at: min(max(offset, 0), text.utf8.count))
    guard let request else { return [] }
    var reader = TolerantReader(self, request.bytes, request.tokensBefore)
    reader.read()
    guard let place = reader.place else { return [] }
    var whole = TolerantReader(self, request.bytes, request.tokens)
    whole.read()
    var outline = whole.outline
    (outline.isInOperation, outline.fragmentName) = (reader.outline.isInOperation, reader.outline.fragmentName)
    if outline.isInOperation {
      // The operation at the cursor, with variables that are defined after it.
      outline.operations = Array(outline.operations.prefix(reader.outline.operations.count))
    }
    let candidates = CompletionCandidates(
      schema: self, outline: outline, following: request.following, range: request.range)
    let typed = request.typed.asciiLowercased
    let matching = candidates.all(at: place).filter { Self.matches($0.label, typed) }
    let verified = CompletionCheck(schema: self, request: request).valid(matching)
    return verified.filter { Self.starts($0.label, typed) } + verified.filter { !Self.starts($0.label, typed) }
  }

  private static func starts(_ label: String, _ typed: String) -> Bool {
    let name = label.drop { $0 == "." || $0 == " " || $0 == "$" }
    return name.asciiLowercased.hasPrefix(typed) || label.asciiLowercased.hasPrefix(typed)
  }

  private static func matches(_ label: String, _ typed: String) -> Bool {
    typed.isEmpty || label.asciiLowercased.contains(typed)
  }
}

/// A text with a cursor in it.
struct CompletionRequest {
  let bytes: [UInt8]
  let tokens: [Token]
  /// The tokens before the name that is being typed, and an end.
  let tokensBefore: [Token]
  /// The name around the cursor.
  let range: Range<Int>
  /// Its part before the cursor.
  let typed: String

  /// `nil` inside of a string, a number or a comment.
  init?(_ text: String, at offset: Int) {
    bytes = Array(text.utf8)
    tokens = Lexer.tokens(of: bytes)
    // The first token that ends at the cursor or after it.
    var before = tokens.prefix { $0.kind != .end && $0.range.upperBound < offset }.count
    if tokens[before].kind != .name, tokens[before].range.upperBound == offset, tokens[before].kind != .end {
      before += 1
    }
    let token = tokens[before]
    switch token.kind {
    case .name where token.range.lowerBound <= offset: range = token.range
    case .string, .blockString, .int, .float, .invalid:
      guard token.range.lowerBound >= offset else { return nil }
      range = offset..<offset
    default: range = offset..<offset
    }
    if before > 0, tokens[before - 1].range.upperBound == offset {
      switch tokens[before - 1].kind {
      case .int, .float, .invalid: return nil
      default: break
      }
    }
    // Between two tokens, a comment may be open.
    let gap = before > 0 ? tokens[before - 1].range.upperBound : 0
    let line = bytes[gap..<max(gap, range.lowerBound)].reversed().prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.contains(UInt8(ascii: "#")) else { return nil }
    typed = String(decoding: bytes[range.lowerBound..<max(range.lowerBound, offset)], as: UTF8.self)
    tokensBefore = tokens.prefix(before) + [Token(kind: .end, range: range.lowerBound..<range.lowerBound)]
  }

  private var tokensAfter: ArraySlice<Token> {
    tokens[(tokens.firstIndex { $0.range.lowerBound >= range.upperBound && $0.range != range } ?? tokens.count - 1)...]
  }

  var following: CompletionCandidates.Following {
    var rest = tokensAfter
    let kind = rest.first?.kind ?? .end
    // Arguments and directives may stand before a selection set.
    var depth = 0
    while let token = rest.first {
      switch token.kind {
      case .parenOpen: depth += 1
      case .parenClose: depth -= 1
      case .at where depth == 0: rest = rest.dropFirst()
      default:
        if depth == 0 { return CompletionCandidates.Following(kind: kind, hasSelection: token.kind == .braceOpen) }
      }
      rest = rest.dropFirst()
      if depth < 0 { break }
    }
    return CompletionCandidates.Following(kind: kind, hasSelection: false)
  }

  /// The text with something in place of the name.
  func replacing(by text: String) -> String {
    String(decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }

  /// The text before the name with something after it, and what closes its braces.
  func closing(with text: String) -> String {
    var open: [String] = []
    for token in tokensBefore {
      switch token.kind {
      case .braceOpen: open.append("}")
      case .parenOpen: open.append(")")
      case .bracketOpen: open.append("]")
      case .braceClose, .parenClose, .bracketClose: _ = open.popLast()
      default: break
      }
    }
    let start = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    return start + text + " " + open.reversed().joined(separator: " ")
  }
}
