/// One node of a YAML text, with its byte range, so that an edit can be a patch of the text.
///
/// A node without a range is new: an edit created it, and it is not written yet.
struct YAMLNode: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  var content: Content
  /// Byte range of the node in its source, including anchor and tag, without trailing blank lines and comments.
  var range: Range<Int>?
  /// Written as `[…]` or `{…}`.
  var isFlow = false
  /// Written as `*name`; its content is that of the anchored node.
  var isAlias = false
  /// The number of nodes in this tree: what an alias would repeat.
  var weight = 1

  init(_ content: Content, range: Range<Int>? = nil) {
    self.content = content
    self.range = range
  }

  static func string(_ text: String) -> YAMLNode { YAMLNode(.scalar(YAMLScalar(text, .new(isString: true)))) }
  /// A number, boolean or null, written without quotes.
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

  /// Whether the entry has that name; the kind of the key is determined only if its text matches.
  func isNamed(_ other: String) -> Bool {
    guard !other.isEmpty else { return name.isEmpty }
    // Most names differ in length, which is cheaper than comparing them.
    guard case .scalar(let scalar) = key.content, scalar.text.utf8.count == other.utf8.count else { return false }
    return scalar.text == other && !key.isNull
  }
}

/// A scalar: its text after unquoting and unfolding, and its style in the file.
struct YAMLScalar: Hashable, Sendable {
  enum Style: Hashable, Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded
    /// Not in a file yet; a string is quoted if it would parse as another type.
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

  /// Its type in the core schema of YAML 1.2.
  var kind: YAMLCoreSchema.Kind {
    switch style {
    case .plain where isTaggedString: .string
    case .plain: YAMLCoreSchema.kind(of: text)
    case .new(let isString): isString ? .string : YAMLCoreSchema.kind(of: text)
    default: .string
    }
  }

  /// Whether it is null.
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

  /// The text of a scalar; empty for null.
  var text: String? {
    guard let scalar else { return nil }
    return scalar.isNull ? "" : scalar.text
  }

  /// `nil` for anything but an unquoted `true` or `false`.
  var bool: Bool? {
    guard let scalar, scalar.kind == .bool else { return nil }
    return scalar.text.lowercased() == "true"
  }

  /// A number, with or without quotes.
  var number: Double? { scalar.flatMap { YAMLCoreSchema.number($0.text) } }

  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    for index in entries.indices where entries[index].isNamed(key) { return entries[index].value }
    return nil
  }

  /// Whether both have the same meaning, whatever their style.
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
