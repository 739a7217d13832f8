import Basics

/// A completion at a cursor.
package struct Completion: Hashable, Sendable {
  /// The kind of completion.
  package enum Kind: Hashable, Sendable {
    case field, argument, inputField, value, variable, fragment, type, directive, keyword
  }

  package var kind: Kind
  /// The displayed name, which typed letters are matched against.
  package var label: String
  /// The type or the signature.
  package var detail: String
  package var isDeprecated = false
  /// The text that replaces `range`: the name with its required arguments or selection.
  package var insertion: String
  /// The replaced bytes: the name being typed.
  package var range: Range<Int>
  /// The new cursor position, in bytes from the start of `insertion`.
  package var cursor: Int
}

/// The syntactic position of a cursor, with what is known about it.
enum CompletionPlace {
  case definition
  /// A keyword that must come next.
  case keyword(String)
  /// A field, or a fragment after dots.
  case selection(parent: SchemaType?, isRoot: Bool)
  /// The name of a field after its alias.
  case aliased(parent: SchemaType?)
  /// After `...`: the name of a fragment, or `on`.
  case spread(parent: SchemaType?)
  case typeCondition(parent: SchemaType?)
  case argument([SchemaInput], given: Set<String>)
  case inputField(SchemaType, given: Set<String>)
  case value(SchemaInput?, TypeReference?)
  /// After a dollar sign.
  case variable(SchemaInput?, TypeReference?)
  case variableType
  case directive(DirectiveLocation, used: Set<String>)
}

/// The definitions of a text, as far as it can be parsed.
struct DocumentOutline {
  /// A variable of an operation.
  struct Variable: Hashable {
    var name: String
    var type: TypeReference
    var hasDefault: Bool
  }

  /// A fragment and its type.
  struct Fragment: Hashable {
    var name: String
    var type: String
  }

  /// The variables of each operation, in the order of the text.
  var operations: [[Variable]] = []
  var fragments: [Fragment] = []
  /// True while an operation is being read.
  var isInOperation = false
  var fragmentName: String?
}

extension GraphQLSchema {
  /// The completions at a cursor, in the order of the schema: first those that start with the typed name, then those
  /// that contain it. Each completion is inserted, parsed and validated, so that none introduces an error, unless the
  /// text is too long or cannot be parsed with any completion.
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
      // The operations up to the cursor, with variables that are defined after it.
      outline.operations = Array(outline.operations.prefix(reader.outline.operations.count))
    }
    let candidates = CompletionCandidates(
      schema: self, outline: outline, following: request.following, range: request.range)
    let typed = request.typed.asciiLowercased
    let matching = candidates.all(at: place).filter { typed.isEmpty || $0.label.asciiLowercased.contains(typed) }
    let verified = CompletionCheck(schema: self, request: request).valid(matching)
    return verified.filter { Self.starts($0.label, typed) } + verified.filter { !Self.starts($0.label, typed) }
  }

  private static func starts(_ label: String, _ typed: String) -> Bool {
    let name = label.drop { $0 == "." || $0 == " " || $0 == "$" }
    return name.asciiLowercased.hasPrefix(typed) || label.asciiLowercased.hasPrefix(typed)
  }
}

/// A text with a cursor in it.
struct CompletionRequest {
  let bytes: [UInt8]
  let tokens: [Token]
  /// The tokens before the typed name, followed by an end token.
  let tokensBefore: [Token]
  /// The name around the cursor.
  let range: Range<Int>
  /// Its part before the cursor.
  let typed: String

  /// `nil` inside a string, a number or a comment.
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
    // A comment may be open between two tokens.
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
    // Arguments and directives may precede a selection set.
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

  func replacing(by text: String) -> String {
    String(decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }

  /// The text before the name, followed by `text` and the missing closing braces.
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

/// Filters out completions that would introduce a new error.
struct CompletionCheck {
  let schema: GraphQLSchema
  let request: CompletionRequest
  /// The maximum number of bytes to parse and validate for one list.
  private static let budget = 600_000

  func valid(_ candidates: [Completion]) -> [Completion] {
    guard candidates.count * (request.bytes.count + 100) <= Self.budget else { return candidates }
    // Errors that exist without the typed name are not caused by a completion. If the text cannot be parsed without the
    // name, its errors with the name count instead, except those inside the completion.
    let without = faults(of: request.replacing(by: ""))
    let before = without ?? faults(of: String(decoding: request.bytes, as: UTF8.self))
    var verdicts = candidates.map {
      verdict($0, request.replacing(by: $0.insertion), before, ownCounts: without == nil)
    }
    // Incomplete text often cannot be parsed with any completion; then only its start is checked.
    if before == nil, verdicts.allSatisfy({ $0 == nil }) {
      verdicts = candidates.map { verdict($0, request.closing(with: $0.insertion), nil, ownCounts: true) }
      if verdicts.allSatisfy({ $0 == nil }) { return candidates }
    }
    return zip(candidates, verdicts).compactMap { $1 == true ? $0 : nil }
  }

  /// An error, regardless of its position.
  private struct Fault: Hashable {
    var rule: ValidationRule
    var message: String

    init(_ issue: ValidationIssue) { (rule, message) = (issue.rule, issue.message) }
  }

  private func faults(of text: String) -> Set<Fault>? {
    // A text that cannot be parsed has no errors to compare with.
    (try? GraphQLDocument(parsing: text)).map { Set(schema.validate($0).map(Fault.init)) }
  }

  /// `nil` if the text cannot be parsed.
  private func verdict(
    _ candidate: Completion, _ text: String, _ before: Set<Fault>?, ownCounts: Bool
  ) -> Bool? {
    let start = request.range.lowerBound
    let inserted = start..<start + candidate.insertion.utf8.count
    // The syntax error itself is not needed.
    guard let document = try? GraphQLDocument(parsing: text) else { return nil }
    return !schema.validate(document).contains { issue in
      switch issue.rule {
      case .noUnusedVariables, .noUnusedFragments, .loneAnonymousOperation, .uniqueFragmentNames: return false
      default:
        // An error that begins here is new, even if the same error exists elsewhere: without the name, the selections
        // after it belong to the previous field.
        let isOwn = inserted.contains(issue.range.lowerBound) || ownCounts && issue.range.overlaps(inserted)
        return isOwn || before.map { !$0.contains(Fault(issue)) } ?? false
      }
    }
  }
}
