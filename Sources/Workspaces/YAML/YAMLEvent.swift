import CYAML

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
