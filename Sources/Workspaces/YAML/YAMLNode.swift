/// One node of a YAML text, with the bytes it came from, so that an edit can be a patch of the text.
///
/// Nodes without a range are new: they were made by an edit and have yet to be written.
struct YAMLNode: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  var content: Content
  /// Bytes of the node in its source, anchor and tag included; trailing blank lines and comments not.
  var range: Range<Int>?
  /// Written as `[…]` or `{…}`.
  var isFlow = false
  /// Written as `*name`; the content is then that of the anchored node.
  var isAlias = false
  /// Nodes below and including this one; what an alias would repeat.
  var weight = 1

  init(_ content: Content, range: Range<Int>? = nil) {
    self.content = content
    self.range = range
  }

  static func string(_ text: String) -> YAMLNode { YAMLNode(.scalar(YAMLScalar(text, .new(isString: true)))) }
  /// A number, boolean or null, written bare.
  static func bare(_ text: String) -> YAMLNode { YAMLNode(.scalar(YAMLScalar(text, .new(isString: false)))) }
  static func bool(_ value: Bool) -> YAMLNode { bare(value ? "true" : "false") }
  static func list(_ items: [YAMLNode]) -> YAMLNode { YAMLNode(.sequence(items)) }
  static func map(_ entries: [(String, YAMLNode?)]) -> YAMLNode {
    YAMLNode(
      .mapping(entries.compactMap { name, value in value.map { YAMLEntry(key: .string(name), value: $0) } }))
  }
}

/// One `key: value` of a mapping.
struct YAMLEntry: Hashable, Sendable {
  var key: YAMLNode
  var value: YAMLNode

  var name: String { key.text ?? "" }

  /// Whether `name` is that; what a key is has to be found out only where its text fits.
  func isNamed(_ other: String) -> Bool {
    guard !other.isEmpty else { return name.isEmpty }
    // By far most are told by their length, which costs less than comparing.
    guard case .scalar(let scalar) = key.content, scalar.text.utf8.count == other.utf8.count else { return false }
    return scalar.text == other && !key.isNull
  }
}

/// A scalar: its text after unquoting and unfolding, and how it stood in the file.
struct YAMLScalar: Hashable, Sendable {
  enum Style: Hashable, Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
    /// Not in a file yet; a string is quoted where it would read as something else.
    case new(isString: Bool)
  }

  var text: String
  var style: Style
  /// An explicit `!!str` or `!`.
  var isTaggedString = false

  init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }

  /// What it is in the core schema of YAML 1.2.
  var kind: YAMLCoreSchema.Kind {
    switch style {
    case .plain where isTaggedString: .string
    case .plain: YAMLCoreSchema.kind(of: text)
    case .new(let isString): isString ? .string : YAMLCoreSchema.kind(of: text)
    default: .string
    }
  }

  /// Whether its kind is that.
  var isNull: Bool {
    switch style {
    case .plain: !isTaggedString && YAMLCoreSchema.isNull(text)
    case .new(let isString): !isString && YAMLCoreSchema.isNull(text)
    default: false
    }
  }
}

extension YAMLNode {
  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  var entries: [YAMLEntry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  var isNull: Bool { scalar?.isNull ?? false }

  /// The text of a scalar as its author sees it; null is empty.
  var text: String? {
    guard let scalar else { return nil }
    return scalar.isNull ? "" : scalar.text
  }

  /// `nil` for anything but a bare `true` or `false`.
  var bool: Bool? {
    guard let scalar, scalar.kind == .bool else { return nil }
    return scalar.text.lowercased() == "true"
  }

  /// A number, bare or quoted.
  var number: Double? { scalar.flatMap { YAMLCoreSchema.number($0.text) } }

  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    for index in entries.indices where entries[index].isNamed(key) { return entries[index].value }
    return nil
  }

  /// Whether both say the same, however they are written.
  func means(_ other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let left), .scalar(let right)):
      return left.kind == right.kind && (left.kind == .null || left.text == right.text)
    case (.sequence(let left), .sequence(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
    case (.mapping(let left), .mapping(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy { $0.key.means($1.key) && $0.value.means($1.value) }
    default: return false
    }
  }
}
