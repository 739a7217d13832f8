/// Reads one file's nodes into model values and notes what it found odd, with the place.
struct NodeReader {
  let path: String
  let source: YAMLSource
  let schemes: AuthenticationSchemes
  private(set) var notices: [Notice] = []
  /// The last place that was asked for: the next one usually stands behind it.
  private var last = YAMLPlace()
  /// More are no help to anybody.
  private static let mostNotices = 1_000
  /// How much it matters that a value is not what it must be: a request without it would not be the one of the file.
  var damage = Notice.Severity.error

  init(path: String, source: YAMLSource, schemes: AuthenticationSchemes = .builtIn) {
    self.path = path
    self.source = source
    self.schemes = schemes
  }

  mutating func hint(_ node: YAMLNode?, _ message: String) {
    note(.warning, node, message)
  }

  /// Something is of a kind that it cannot be, so that what it says is not known.
  mutating func damaged(_ node: YAMLNode?, _ message: String) {
    note(damage, node, message)
  }

  private mutating func note(_ severity: Notice.Severity, _ node: YAMLNode?, _ message: String) {
    // What is wrong must not be lost behind what is only odd.
    guard notices.count < Self.mostNotices || severity == .error && !notices.contains(where: { $0.severity == .error })
    else { return }
    notices.append(Notice(severity, location(of: node), message))
  }

  mutating func location(of node: YAMLNode?) -> String {
    guard let range = node?.range else { return "\(path):1:1" }
    last = source.place(ofByte: range.lowerBound, after: last)
    return "\(path):\(last.line):\(last.column)"
  }

  /// The text of a scalar, or of an object `{content, type}`; empty where absent.
  func prose(_ node: YAMLNode?) -> String {
    node?.text ?? node?["content"]?.text ?? ""
  }

  /// A text field; an unquoted `{{name}}` reads as a map and is said so.
  mutating func text(_ node: YAMLNode?, _ what: String) -> String {
    guard let node else { return "" }
    if let text = node.text { return text }
    damaged(node, "\(what) is not text; put it in quotes (\"{{name}}\" needs them)")
    return ""
  }

  /// `disabled: true`, or `enabled: false` as some files have it.
  mutating func isEnabled(_ entry: YAMLNode) -> Bool {
    if let switched = entry["enabled"]?.bool {
      hint(entry["enabled"], "`enabled` is not a key of the format; Bruno ignores it, use `disabled: true`")
      if !switched { return false }
    }
    return entry["disabled"]?.bool != true
  }

  /// Entries of a list that are maps; anything else in it is noted.
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

  /// The node where it is a map; anything else but nothing is noted.
  mutating func map(_ node: YAMLNode?, _ what: String) -> YAMLNode? {
    guard let node, !node.isNull else { return nil }
    if node.entries != nil { return node }
    damaged(node, "\(what) is not a map of keys and values")
    return nil
  }

  mutating func rows(_ node: YAMLNode?, _ what: String) -> [Row] {
    maps(node, what).map { entry in row(entry, what) }
  }

  /// The rows of a list of headers. `blankAfterColon: false` is a key of our own, which Bruno passes over.
  mutating func headers(_ node: YAMLNode?, _ what: String = "headers") -> [Row] {
    maps(node, what).map { entry in
      var row = row(entry, what)
      row.omitsBlank = entry["blankAfterColon"]?.bool == false
      return row
    }
  }

  mutating func row(_ entry: YAMLNode, _ what: String) -> Row {
    Row(
      text(entry["name"], "a name in \(what)"), value(entry["value"], what), isEnabled: isEnabled(entry),
      note: prose(entry["description"]))
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
