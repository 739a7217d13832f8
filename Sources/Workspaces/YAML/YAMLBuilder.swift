import CYAML

/// Runs libyaml's event parser over one buffer and builds the node tree; for single use.
struct YAMLBuilder: ~Copyable {
  // On the heap because libyaml keeps a pointer to the parser inside the parser.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let source: YAMLSource
  private let breaks: YAMLLineBreaks
  private let limits: YAMLDocument.Limits
  private var anchors: [String: YAMLNode] = [:]
  private var nodes = 0

  /// The buffer must outlive the builder.
  init(
    _ buffer: UnsafeBufferPointer<UInt8>, source: YAMLSource, breaks: YAMLLineBreaks, limits: YAMLDocument.Limits
  ) throws(YAMLError) {
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    self.source = source
    self.breaks = breaks
    self.limits = limits
    guard yaml_parser_initialize(parser) == 1 else { throw YAMLError(line: 1, column: 1, "out of memory") }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deinitialize(count: 1)
    parser.deallocate()
  }

  mutating func document() throws(YAMLError) -> YAMLNode? {
    var root: YAMLNode?
    while true {
      let event = try next()
      switch event.kind {
      case .streamEnd: return root
      case .other: continue
      case .documentStart:
        if root != nil { throw error(at: event.range.lowerBound, "a second document; a file may contain only one") }
        root = try node(from: try next(), depth: 0)
      default: throw error(at: event.range.lowerBound, "unexpected content")
      }
    }
  }

  private mutating func node(from event: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode {
    nodes += 1
    let start = event.range.lowerBound
    guard depth <= limits.depth else { throw error(at: start, "nested deeper than \(limits.depth) levels") }
    guard nodes <= limits.nodes else { throw error(at: start, "more than \(limits.nodes) values") }
    // After cancellation, the result is not needed.
    if nodes & 0xFFF == 0, Task.isCancelled { throw error(at: start, "cancelled") }
    switch event.kind {
    case .alias: return try target(of: event)
    case .scalar(let scalar): return keep(YAMLNode(.scalar(scalar), range: event.range), event)
    case .sequenceStart: return keep(try sequence(from: event, depth: depth), event)
    case .mappingStart: return keep(try mapping(from: event, depth: depth), event)
    default: throw error(at: start, "unexpected content")
    }
  }

  private mutating func sequence(from event: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode {
    var items: [YAMLNode] = []
    var weight = 1
    while true {
      let inner = try next()
      if case .end = inner.kind {
        var node = YAMLNode(.sequence(items))
        node.range = extent(event, until: inner, last: items.last?.range)
        node.isFlow = event.isFlow
        node.weight = weight
        return node
      }
      let item = try node(from: inner, depth: depth + 1)
      weight += item.weight
      items.append(item)
    }
  }

  private mutating func mapping(from event: YAMLEvent, depth: Int) throws(YAMLError) -> YAMLNode {
    var entries: [YAMLEntry] = []
    var names: Set<String> = []
    var weight = 1
    while true {
      let inner = try next()
      if case .end = inner.kind {
        var node = YAMLNode(.mapping(entries))
        let last = entries.last.map { max($0.value.range?.upperBound ?? 0, $0.key.range?.upperBound ?? 0) }
        node.range = extent(event, until: inner, last: last.map { 0..<$0 })
        node.isFlow = event.isFlow
        node.weight = weight
        return node
      }
      let key = try node(from: inner, depth: depth + 1)
      if let name = key.scalar?.text, !names.insert(name).inserted {
        throw error(at: inner.range.lowerBound, "the key \"\(name)\" is repeated here; remove one")
      }
      let value = try node(from: try next(), depth: depth + 1)
      weight += key.weight + value.weight
      entries.append(YAMLEntry(key: key, value: value))
    }
  }

  /// The range of a block collection ends with its last child, because libyaml's end mark is after the comments that
  /// follow.
  private func extent(_ event: YAMLEvent, until end: YAMLEvent, last: Range<Int>?) -> Range<Int> {
    let start = event.range.lowerBound
    if event.isFlow { return start..<max(start, end.range.upperBound) }
    return start..<max(start, last?.upperBound ?? event.range.upperBound)
  }

  private mutating func keep(_ node: YAMLNode, _ event: YAMLEvent) -> YAMLNode {
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private mutating func target(of event: YAMLEvent) throws(YAMLError) -> YAMLNode {
    guard var node = event.anchor.flatMap({ anchors[$0] }) else {
      throw error(at: event.range.lowerBound, "*\(event.anchor ?? "") refers to an anchor that is not above it")
    }
    nodes += node.weight
    guard nodes <= limits.nodes else {
      throw error(at: event.range.lowerBound, "aliases repeat more than \(limits.nodes) values")
    }
    node.range = event.range
    node.isAlias = true
    return node
  }

  private func next() throws(YAMLError) -> YAMLEvent {
    var raw = yaml_event_t()
    guard yaml_parser_parse(parser, &raw) == 1 else { throw failure() }
    defer { yaml_event_delete(&raw) }
    return YAMLEvent(raw, source: source, breaks: breaks)
  }

  private func failure() -> YAMLError {
    let state = parser.pointee
    let words = state.problem.map { String(cString: $0) } ?? "cannot be read"
    if state.error == YAML_READER_ERROR {
      return error(at: source.start + state.problem_offset, "a control character (\(words)); remove or escape it")
    }
    // These are libyaml's words, which presume its grammar.
    let step = "check the indentation, quotes and brackets, also in the line above"
    return error(at: source.byte(ofCharacter: state.problem_mark.index), "\(words); \(step)")
  }

  private func error(at byte: Int, _ message: String) -> YAMLError {
    let place = source.place(ofByte: byte)
    return YAMLError(line: place.line, column: place.column, message)
  }
}

/// One event of libyaml's parser, as Swift values with byte ranges.
struct YAMLEvent {
  enum Kind {
    case streamEnd, documentStart, sequenceStart, mappingStart, end, alias, other
    case scalar(YAMLScalar)
  }

  let kind: Kind
  let range: Range<Int>
  let isFlow: Bool
  /// The name after `&`, or after `*` for an alias.
  let anchor: String?

  init(_ event: yaml_event_t, source: YAMLSource, breaks: YAMLLineBreaks) {
    let start = source.byte(ofCharacter: event.start_mark.index)
    var end = max(start, source.byte(ofCharacter: event.end_mark.index))
    var isFlow = false
    var name: UnsafeMutablePointer<yaml_char_t>?
    switch event.type {
    case YAML_STREAM_END_EVENT: kind = .streamEnd
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .end
    case YAML_ALIAS_EVENT:
      kind = .alias
      name = event.data.alias.anchor
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      name = event.data.sequence_start.anchor
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      name = event.data.mapping_start.anchor
    case YAML_SCALAR_EVENT:
      let scalar = YAMLScalar(event, breaks: breaks)
      kind = .scalar(scalar)
      name = event.data.scalar.anchor
      if scalar.style == .literal || scalar.style == .folded {
        end = Self.endOfBlock(start..<end, text: scalar.text, in: source.bytes)
      }
    default: kind = .other
    }
    range = start..<end
    self.isFlow = isFlow
    anchor = name.map { String(cString: $0) }
  }

  /// The end of a block scalar's last line without its line break; blank lines after it count only if they are text.
  private static func endOfBlock(_ range: Range<Int>, text: String, in bytes: [UInt8]) -> Int {
    var end = range.upperBound
    // libyaml stops at the start of the next line, after its indentation if it has any.
    while end > range.lowerBound, bytes[end - 1] == 0x20 { end -= 1 }
    let keepsBlankLines = text.hasSuffix("\n\n") || text.utf8.allSatisfy { $0 == 0x0A }
    if keepsBlankLines, !text.isEmpty {
      return end > range.lowerBound && bytes[end - 1] == 0x0A ? withoutBreak(end, in: bytes) : end
    }
    while end > range.lowerBound, [0x0A, 0x0D, 0x20].contains(bytes[end - 1]) { end -= 1 }
    // Blanks at the end of the last line are text.
    while end < range.upperBound, bytes[end] == 0x20 { end += 1 }
    return end
  }

  private static func withoutBreak(_ end: Int, in bytes: [UInt8]) -> Int {
    end >= 2 && bytes[end - 2] == 0x0D ? end - 2 : end - 1
  }
}

extension YAMLScalar {
  init(_ event: yaml_event_t, breaks: YAMLLineBreaks) {
    let data = event.data.scalar
    let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
    let style: Style =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    self.init(breaks.restored(in: String(decoding: bytes, as: UTF8.self)), style)
    let tag = data.tag.map { String(cString: $0) }
    isTaggedString = tag == "tag:yaml.org,2002:str" || tag == "!"
  }
}

/// An error in a YAML text, with its position.
package struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package var line: Int
  /// In characters, from 1.
  package var column: Int
  package var message: String

  package init(line: Int, column: Int, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  package var description: String { "\(line):\(column): \(message)" }
}
