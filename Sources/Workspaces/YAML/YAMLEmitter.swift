/// Writes nodes as lines in block style: whole new files, and the blocks that a patch inserts into an existing one.
struct YAMLEmitter {
  /// Indentation of a list's dash relative to its key, 0 or 2.
  var listIndent = 2
  var step = 2
  var allowsKeep = true

  /// The keys before which a file has a blank line.
  static let spacedKeys: Set<String> = [
    "info", "http", "graphql", "grpc", "websocket", "mock", "routes", "runtime", "settings", "examples", "docs",
    "items",
    "request",
  ]

  /// What follows a key or dash: text on its line, and whole lines below it.
  struct Value: Equatable {
    var inline: String
    var lines: [String] = []
  }

  /// A whole file, with its final line break.
  static func file(_ root: YAMLNode) -> [UInt8] {
    let emitter = YAMLEmitter()
    var lines: [String] = []
    for entry in root.entries ?? [] {
      if !lines.isEmpty, spacedKeys.contains(entry.name), lines.last != "" { lines.append("") }
      lines += emitter.entry(entry.name, entry.value, indent: 0)
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// `key: value` as lines, the first one at `indent`.
  func entry(_ key: String, _ value: YAMLNode, indent: Int) -> [String] {
    let written = self.value(value, ownerIndent: indent, listIndent: listIndent)
    let name = scalars.write(YAMLScalar(key, .new(isString: true))).inline
    return [spaces(indent) + name + ":" + (written.inline.isEmpty ? "" : " " + written.inline)] + written.lines
  }

  /// `- value` as lines, the dash at `indent`.
  func item(_ value: YAMLNode, indent: Int) -> [String] {
    let written = itemValue(value, indent: indent)
    return [spaces(indent) + "-" + (written.inline.isEmpty ? "" : " " + written.inline)] + written.lines
  }

  /// What follows a dash at `indent`: a map or list starts on the same line.
  func itemValue(_ value: YAMLNode, indent: Int) -> Value {
    var lines: [String]
    switch value.content {
    case .mapping(let entries) where !entries.isEmpty:
      lines = entries.flatMap { entry($0.name, $0.value, indent: indent + 2) }
    case .sequence(let items) where !items.isEmpty: lines = items.flatMap { item($0, indent: indent + 2) }
    default: return self.value(value, ownerIndent: indent, listIndent: listIndent)
    }
    let first = lines.removeFirst()
    return Value(inline: String(first.dropFirst(indent + 2)), lines: lines)
  }

  /// What follows a key at `ownerIndent`.
  func value(
    _ node: YAMLNode, ownerIndent: Int, listIndent: Int, like old: YAMLScalar.Style? = nil, textIndent: Int? = nil
  ) -> Value {
    switch node.content {
    case .scalar(let scalar):
      let written = scalars.write(scalar, like: old)
      let indent = written.hasIndicator ? ownerIndent + step : textIndent ?? ownerIndent + step
      return Value(inline: written.inline, lines: written.lines.map { $0.isEmpty ? "" : spaces(indent) + $0 })
    case .sequence(let items):
      if items.isEmpty { return Value(inline: "[]") }
      return Value(inline: "", lines: items.flatMap { item($0, indent: ownerIndent + listIndent) })
    case .mapping(let entries):
      if entries.isEmpty { return Value(inline: "{}") }
      return Value(inline: "", lines: entries.flatMap { entry($0.name, $0.value, indent: ownerIndent + step) })
    }
  }

  private var scalars: YAMLScalarWriter { YAMLScalarWriter(allowsKeep: allowsKeep, step: step) }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
