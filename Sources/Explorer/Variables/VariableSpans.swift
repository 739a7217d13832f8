import Basics
import Essentials
import Terminal
import Workspaces

/// A part of a text with variables: plain, or a `{{name}}` and its resolution.
struct VariableSpan: Equatable {
  enum Kind: Equatable {
    case plain
    case resolved(String, isSecret: Bool)
    case unresolved
  }

  /// UTF-8 offsets, including the braces.
  var range: Range<Int>
  var kind: Kind

  var isVariable: Bool { kind != .plain }
}

extension VariableSpan {
  static let mask = "••••"

  /// Splits a text at its variables; until a table is read, none is marked as unresolved.
  static func spans(of text: String, in table: VariableTable?) -> [VariableSpan] {
    guard text.utf8.contains(UInt8(ascii: "{")) else {
      return text.isEmpty ? [] : [VariableSpan(range: 0..<text.utf8.count, kind: .plain)]
    }
    let resolved = (table ?? VariableTable()).resolved(text, dynamic: .still)
    return resolved.segments.map { segment in
      switch segment.kind {
      case .plain: VariableSpan(range: segment.range, kind: .plain)
      case .resolved(_, origin: .dynamic, _): VariableSpan(range: segment.range, kind: typed(text, segment.range))
      case .resolved(let value, _, let isSecret):
        VariableSpan(range: segment.range, kind: .resolved(value, isSecret: isSecret))
      case .unresolved(let variable) where table == nil || variable.isMadeWhenSent:
        VariableSpan(range: segment.range, kind: typed(text, segment.range))
      case .unresolved: VariableSpan(range: segment.range, kind: .unresolved)
      }
    }
  }

  /// Values that are generated or prompted for at each send cannot be shown in advance.
  private static func typed(_ text: String, _ range: Range<Int>) -> Kind {
    .resolved(String(decoding: Array(text.utf8)[range], as: UTF8.self), isSecret: false)
  }

  /// The ranges of all variables in a text, resolved or not.
  static func ranges(in text: String) -> [Range<Int>] {
    spans(of: text, in: nil).filter(\.isVariable).map(\.range)
  }

  /// True if a part of a text is no variable.
  static func isLiteral(_ text: String) -> Bool { !spans(of: text, in: nil).allSatisfy(\.isVariable) }

  /// The text with values filled in; secrets masked, unresolved variables as typed.
  static func resolved(_ text: String, in table: VariableTable?) -> String {
    let bytes = Array(text.utf8)
    return spans(of: text, in: table).map { span in
      switch span.kind {
      case .resolved(_, isSecret: true): mask
      case .resolved(let value, isSecret: false): value
      case .plain, .unresolved: String(decoding: bytes[span.range], as: UTF8.self)
      }
    }.joined()
  }
}

extension UnresolvedVariable {
  /// True if the value comes from a prompt or another request at send time.
  var isMadeWhenSent: Bool {
    switch reason {
    case .prompt, .noAnswer: true
    default: false
    }
  }
}

extension DynamicValues {
  /// Constant, since these values are never displayed: only their names matter.
  static let still = DynamicValues(now: { .init(timeIntervalSince1970: 0) }, random: { _ in 0 })
}

extension Theme {
  func style(of span: VariableSpan) -> Style {
    switch span.kind {
    case .plain: self[.text]
    case .resolved(_, isSecret: false): self[.variableResolved]
    case .resolved(_, isSecret: true): self[.secret]
    case .unresolved: self[.variableUnresolved]
    }
  }

  /// The styles of the variables in a line being edited.
  func runs(of line: String, in table: VariableTable?) -> [TextRun] {
    VariableSpan.spans(of: line, in: table).filter(\.isVariable).map { TextRun($0.range, style(of: $0)) }
  }

  func pieces(of text: String, in table: VariableTable?) -> [StyledText] {
    let bytes = Array(text.utf8)
    return VariableSpan.spans(of: text, in: table).map { span in
      StyledText(String(decoding: bytes[span.range], as: UTF8.self), style(of: span))
    }
  }
}

/// One `{{name}}` in a text.
struct VariableUse: Equatable {
  /// The text between the braces, without blanks.
  var name: String
  /// UTF-8 offsets in its line, including the braces.
  var range: Range<Int>

  /// The variables of a single-line text, in order.
  static func all(in text: String) -> [VariableUse] {
    let bytes = Array(text.utf8)
    return VariableSpan.ranges(in: text).map { range in
      let inner = bytes[range].dropFirst(2).dropLast(2)
      return VariableUse(name: String(decoding: inner, as: UTF8.self).trimmed, range: range)
    }
  }

  /// The variable around or next to a caret.
  static func at(_ caret: Int, in text: String) -> VariableUse? {
    let all = all(in: text)
    return all.first { $0.range.lowerBound < caret && caret < $0.range.upperBound }
      ?? all.last { $0.range.contains(caret) || $0.range.upperBound == caret }
  }
}

extension VariableSpan {
  /// The host and port that the request goes to; `nil` while a variable in them has no value.
  static func host(of draft: RequestDefinition, in table: VariableTable?) -> String? {
    let url = resolved(draft.url, in: table)
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return host.isEmpty || host.contains("{{") || host.contains(mask) ? nil : String(host)
  }
}
