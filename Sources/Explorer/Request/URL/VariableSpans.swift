import Terminal
import Workspaces

/// One stretch of a text with variables: plain, or a `{{name}}` with what became of it.
struct VariableSpan: Equatable {
  enum Kind: Equatable {
    case plain
    case resolved(String, isSecret: Bool)
    case unresolved(String)
  }

  /// UTF-8 offsets, braces included.
  var range: Range<Int>
  var kind: Kind

  var isVariable: Bool { kind != .plain }
}

extension VariableSpan {
  /// A text cut at its variables; while no table was read yet they are shown as resolved.
  static func spans(of text: String, in table: VariableTable?) -> [VariableSpan] {
    let bytes = Array(text.utf8)
    var spans: [VariableSpan] = []
    var start = 0
    for reference in VariableReference.all(in: bytes) {
      if reference.range.lowerBound > start {
        spans.append(VariableSpan(range: start..<reference.range.lowerBound, kind: .plain))
      }
      spans.append(VariableSpan(range: reference.range, kind: kind(of: reference.name, in: table)))
      start = reference.range.upperBound
    }
    if start < bytes.count { spans.append(VariableSpan(range: start..<bytes.count, kind: .plain)) }
    return spans
  }

  /// The text with the values in place; secrets masked, what has no value as typed.
  static func resolved(_ text: String, in table: VariableTable?) -> String {
    let bytes = Array(text.utf8)
    return spans(of: text, in: table).map { span in
      switch span.kind {
      case .resolved(_, isSecret: true): return mask
      case .resolved(let value, isSecret: false): return value
      case .plain, .unresolved: return String(decoding: bytes[span.range], as: UTF8.self)
      }
    }.joined()
  }

  static let mask = "••••"

  private static func kind(of name: String, in table: VariableTable?) -> Kind {
    guard let table else { return .resolved("{{\(name)}}", isSecret: false) }
    if name.hasPrefix("$") { return .resolved("{{\(name)}}", isSecret: false) }
    let key = name.hasPrefix("process.env.") ? String(name.dropFirst("process.env.".count)) : name
    guard let value = value(of: key, in: table, depth: 0) else { return .unresolved(name) }
    return .resolved(value.0, isSecret: value.1)
  }

  private static func value(of name: String, in table: VariableTable, depth: Int) -> (String, Bool)? {
    guard depth < 16, let entry = table.entries.first(where: { $0.name == name }) else { return nil }
    let bytes = Array(entry.value.utf8)
    var text: [UInt8] = []
    var isSecret = entry.isSecret
    var start = 0
    for reference in VariableReference.all(in: bytes) {
      guard let inner = value(of: reference.name, in: table, depth: depth + 1) else { return nil }
      text += bytes[start..<reference.range.lowerBound]
      text += Array(inner.0.utf8)
      isSecret = isSecret || inner.1
      start = reference.range.upperBound
      guard text.count < 1 << 20 else { return nil }
    }
    return (String(decoding: text + bytes[start...], as: UTF8.self), isSecret)
  }
}

/// A `{{name}}` in a text. Braces around what cannot be a name, such as nested JSON objects, are none.
struct VariableReference: Equatable {
  /// UTF-8 offsets, braces included.
  var range: Range<Int>
  var name: String

  static func all(in bytes: [UInt8]) -> [VariableReference] {
    var found: [VariableReference] = []
    var index = 0
    while index + 3 < bytes.count {
      guard bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{"),
        bytes[index + 2] != UInt8(ascii: "{"), let end = end(bytes, from: index + 2)
      else {
        index += 1
        continue
      }
      let name = String(decoding: bytes[(index + 2)..<end], as: UTF8.self).trimmed
      found.append(VariableReference(range: index..<end + 2, name: name))
      index = end + 2
    }
    return found
  }

  /// Where the `}}` stands that ends a name beginning at `start`; `nil` where it is no name.
  private static func end(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    var hasLetter = false
    while index + 1 < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "}"): return bytes[index + 1] == UInt8(ascii: "}") && hasLetter ? index : nil
      case UInt8(ascii: " "): break
      case 0..<0x20, UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: ","): return nil
      default: hasLetter = true
      }
      index += 1
    }
    return nil
  }

  /// What is typed after a `{{` that is not closed before `offset`, and where that begins.
  static func open(in bytes: [UInt8], before offset: Int) -> (start: Int, typed: String)? {
    var index = min(offset, bytes.count)
    let end = index
    while index >= 2, end - index < 200 {
      let byte = bytes[index - 1]
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\"") || byte < 0x20 { return nil }
      if byte == UInt8(ascii: "{") {
        guard bytes[index - 2] == byte else { return nil }
        return (index, String(decoding: bytes[index..<end], as: UTF8.self).trimmed)
      }
      index -= 1
    }
    return nil
  }
}

extension Theme {
  /// Runs of styles for the variables of a line, over a base style for the rest.
  func runs(of line: String, in table: VariableTable?, base: Style? = nil) -> [TextRun] {
    VariableSpan.spans(of: line, in: table).compactMap { span in
      switch span.kind {
      case .plain: return base.map { TextRun(span.range, $0) }
      case .resolved(_, isSecret: false): return TextRun(span.range, self[.variableResolved])
      case .resolved(_, isSecret: true): return TextRun(span.range, self[.secret])
      case .unresolved: return TextRun(span.range, self[.variableUnresolved])
      }
    }
  }
}
