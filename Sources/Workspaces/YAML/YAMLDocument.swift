import Basics

/// A YAML text and its tree, with the byte range of every node.
struct YAMLDocument: Hashable, Sendable {
  let source: YAMLSource
  /// `nil` for a text of only blanks and comments.
  let root: YAMLNode?

  /// Limits for untrusted text; a text that exceeds one is refused with a message.
  struct Limits: Sendable {
    var bytes = 16 << 20
    var depth = 100
    var nodes = 500_000
  }

  /// Parses one document with libyaml, with YAML 1.2's line breaks and without merge keys.
  init(_ bytes: [UInt8], limits: Limits = Limits()) throws(YAMLError) {
    guard bytes.count <= limits.bytes else {
      throw YAMLError(line: 1, column: 1, "larger than \(ByteCount(limits.bytes).limitText), the most that is read")
    }
    let source = try YAMLSource(bytes)
    let breaks = YAMLLineBreaks(bytes)
    let input = breaks.hidden(in: source.start > 0 ? Array(bytes.dropFirst(source.start)) : bytes)
    let result: Result<YAMLNode?, YAMLError> = input.withUnsafeBufferPointer { buffer in
      Result { () throws(YAMLError) in
        var builder = try YAMLBuilder(buffer, source: source, breaks: breaks, limits: limits)
        return try builder.document()
      }
    }
    self.source = source
    root = try result.get()
  }

  init(text: String) throws(YAMLError) { try self.init(Array(text.utf8)) }
}

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
  /// The number of nodes in this tree, which an alias would repeat.
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

  /// True if the entry has that name; the kind of the key is determined only if its text matches.
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

  var isNull: Bool { kind == .null }
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
  var number: Double? { scalar.flatMap { Double($0.text) } }

  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    for index in entries.indices where entries[index].isNamed(key) { return entries[index].value }
    return nil
  }

  /// True if both have the same meaning, whatever their style.
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

/// A YAML text with one value per name, such as settings and themes, with the position of every name and value.
package struct PlacedValues: Sendable {
  package struct Entry: Sendable {
    package let name: String
    /// Empty if the value is missing; `nil` for a list or a map.
    package let text: String?
    fileprivate let nameAt: YAMLPlace
    fileprivate let valueAt: YAMLPlace

    /// An error at the name.
    package func nameFault(_ message: String) -> YAMLError {
      YAMLError(line: nameAt.line, column: nameAt.column, message)
    }

    /// An error at the value.
    package func valueFault(_ message: String) -> YAMLError {
      YAMLError(line: valueAt.line, column: valueAt.column, message)
    }
  }

  /// In the order of the file; each name once.
  package let entries: [Entry]

  /// In bytes: settings and themes are short, and are read before the first frame.
  package static let largest = 1 << 16

  /// - Throws: if the text is not YAML, not a map of names, or has a name twice.
  package init(_ bytes: [UInt8]) throws(YAMLError) {
    let document = try YAMLDocument(bytes, limits: YAMLDocument.Limits(bytes: Self.largest, depth: 8, nodes: 10_000))
    guard let root = document.root else {
      entries = []
      return
    }
    func place(of node: YAMLNode) -> YAMLPlace { document.source.place(ofByte: node.range?.lowerBound ?? 0) }
    guard let pairs = root.entries else {
      let at = place(of: root)
      throw YAMLError(line: at.line, column: at.column, "expected lines of the form `name: value`")
    }
    var found: [Entry] = []
    for pair in pairs {
      let entry = Entry(
        name: pair.name, text: pair.value.text, nameAt: place(of: pair.key), valueAt: place(of: pair.value))
      if found.contains(where: { $0.name == entry.name }) { throw entry.nameFault("`\(entry.name)` appears twice") }
      found.append(entry)
    }
    entries = found
  }
}

extension JSONValue {
  /// Converts a YAML document to the equivalent JSON value (YAML 1.2, core schema), for foreign formats in either
  /// syntax. Numbers that JSON cannot express and keys that are not text become text.
  package init(yaml bytes: [UInt8]) throws(YAMLError) {
    guard let root = try YAMLDocument(bytes).root else {
      self = .null
      return
    }
    self = Self.value(root)
  }

  private static func value(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .sequence(let items): return .array(items.map(value))
    case .mapping(let entries): return .object(entries.map { Member($0.name, value($0.value)) })
    case .scalar(let scalar):
      guard scalar.style == .plain, !scalar.isTaggedString else { return .string(scalar.text) }
      switch YAMLCoreSchema.kind(of: scalar.text) {
      case .null: return .null
      case .bool: return .bool(scalar.text.lowercased() == "true")
      case .int, .float:
        // JSON allows neither a leading plus or zero, nor octal, infinity or a bare point.
        let isJSON = (try? JSONValue(parsing: scalar.text.utf8)) != nil
        return isJSON ? .number(scalar.text) : .string(scalar.text)
      case .string: return .string(scalar.text)
      }
    }
  }
}
