import Basics

/// Reads one file's nodes into model values and records what is wrong with them, with the place.
struct NodeReader {
  let path: String
  let source: YAMLSource
  let schemes: AuthenticationSchemes
  private(set) var notices: [Notice] = []
  /// Made for the first notice: most files have none.
  private lazy var lines = LineIndex(bytes: source.bytes)
  /// The limit on notices; a longer list would not help.
  private static let mostNotices = 1_000
  /// The severity of a damaged value; by default an error, because without it the request would differ from the file.
  var damage = Notice.Severity.error
  /// The list whose entries are being read, as named in notices.
  var list = ""

  init(path: String, source: YAMLSource, schemes: AuthenticationSchemes = .builtIn) {
    self.path = path
    self.source = source
    self.schemes = schemes
  }

  mutating func hint(_ node: YAMLNode?, _ message: String) {
    note(.warning, node, message)
  }

  /// Reports a value of the wrong kind, whose meaning is therefore unknown.
  mutating func damaged(_ node: YAMLNode?, _ message: String) {
    note(damage, node, message)
  }

  private mutating func note(_ severity: Notice.Severity, _ node: YAMLNode?, _ message: String) {
    // Errors must not be lost behind warnings.
    guard notices.count < Self.mostNotices || severity == .error && !notices.contains(where: { $0.severity == .error })
    else { return }
    notices.append(Notice(severity, location(of: node), message))
  }

  mutating func location(of node: YAMLNode?) -> String {
    guard let range = node?.range else { return "\(path):1:1" }
    let position = lines.position(of: range.lowerBound)
    return "\(path):\(position.line):\(position.column)"
  }

  /// The line where the text of a scalar begins, from 1; that of a block begins below its mark.
  mutating func firstLine(of node: YAMLNode?) -> Int? {
    guard let node, let range = node.range, let style = node.scalar?.style else { return nil }
    return lines.position(of: range.lowerBound).line + (style == .literal || style == .folded ? 1 : 0)
  }

  /// The number of columns by which the lines of a scalar's text are indented.
  mutating func indent(of node: YAMLNode?) -> Int {
    guard let node, let range = node.range, let scalar = node.scalar else { return 0 }
    guard scalar.style == .literal || scalar.style == .folded else {
      if scalar.text.utf8.contains(0x0A) { return 0 }
      let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      return lines.position(of: range.lowerBound).column - (isQuoted ? 0 : 1)
    }
    func indent(_ lines: some Sequence<some Collection<UInt8>>) -> Int {
      let first = lines.first { !$0.allSatisfy(\.isASCIIWhitespace) }
      return first?.prefix { $0 == 0x20 }.count ?? 0
    }
    let inFile = source.bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst()
    return max(0, indent(inFile) - indent(scalar.text.utf8.split(separator: 0x0A)))
  }

  /// The text of a scalar, or of an object `{content, type}`; empty if it is absent.
  func prose(_ node: YAMLNode?) -> String {
    node?.text ?? node?["content"]?.text ?? ""
  }

  /// A text field; an unquoted `{{name}}` parses as a map and is reported.
  mutating func text(_ node: YAMLNode?, _ what: String) -> String {
    guard let node else { return "" }
    if let text = node.text { return text }
    damaged(node, "\(what) is not text; put it in quotes (\"{{name}}\" needs them)")
    return ""
  }

  /// The entries of a list that are maps; any other entry is reported.
  mutating func maps(_ node: YAMLNode?, _ what: String) -> [YAMLNode] {
    guard let node, !node.isNull else { return [] }
    guard let items = node.items else {
      damaged(node, "\(what) is not a list")
      return []
    }
    return items.filter { item in
      if item.entries != nil { return true }
      damaged(item, "an entry of \(what) is not `name:` and `value:`")
      return false
    }
  }

  /// The node if it is a map; anything else is reported, unless it is absent.
  mutating func map(_ node: YAMLNode?, _ what: String) -> YAMLNode? {
    guard let node, !node.isNull else { return nil }
    if node.entries != nil { return node }
    damaged(node, "\(what) is not a map of keys and values")
    return nil
  }

  /// A value with its type.
  mutating func typedValue(_ node: YAMLNode?, _ what: String) -> VariableValue {
    VariableValue(value(node, what), type: node?.typedValue?.type)
  }

  /// A value: text, `{type, data}`, or a list of variants of which one is selected.
  mutating func value(_ node: YAMLNode?, _ what: String) -> String {
    guard let node else { return "" }
    if let text = node.text { return text }
    if let data = node["data"] { return text(data, "data in \(what)") }
    if let chosen = Self.variant(in: node) { return value(chosen["value"], what) }
    return text(node, "a value in \(what)")
  }

  /// The selected variant of a list of `{title, selected?, …}`, else its first.
  static func variant(in node: YAMLNode) -> YAMLNode? {
    guard let items = node.items else { return nil }
    return items.first { $0["selected"]?.bool == true } ?? items.first
  }
}
