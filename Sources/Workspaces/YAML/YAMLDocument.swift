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
