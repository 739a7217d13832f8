import Protobuf

/// Turns the text of a `.proto` file into a serialized `FileDescriptorProto`. It knows only what the demo's own files have:
/// one declaration a line, no nesting, names of the same package.
struct ProtoText {
  private var file = WireWriter()
  private var package = ""
  private let enums: Set<Substring>
  private var open: (word: Substring, content: WireWriter)?

  private static let scalars: [Substring: Int] = ["double": 1, "int32": 5, "bool": 8, "string": 9, "bytes": 12]

  private init(_ lines: [[Substring]]) {
    enums = Set(lines.filter { $0.first == "enum" }.map { $0[1] })
  }

  static func descriptor(_ text: String, name: String) -> [UInt8] {
    let lines = text.split(separator: "\n").map { $0.split { " ;=(){}".contains($0) } }
    var reader = ProtoText(lines)
    reader.file.field(1, name.utf8)
    for words in lines { reader.take(words) }
    reader.close()
    reader.file.field(12, "proto3".utf8)
    return reader.file.bytes
  }

  private mutating func take(_ words: [Substring]) {
    guard let first = words.first else { return close() }
    switch first {
    case "syntax": break
    case "package":
      package = String(words[1])
      file.field(2, words[1].utf8)
    case "message", "enum", "service":
      close()
      var content = WireWriter()
      content.field(1, words[1].utf8)
      open = (first, content)
    default:
      let (number, bytes) =
        open?.word == "enum" ? (2, value(words)) : first == "rpc" ? (2, method(words)) : field(words)
      open?.content.field(number, bytes)
    }
  }

  /// Ends the declaration that is open.
  private mutating func close() {
    guard let open else { return }
    file.field(open.word == "message" ? 4 : open.word == "enum" ? 5 : 6, open.content.bytes)
    self.open = nil
  }

  private func field(_ words: [Substring]) -> (Int, [UInt8]) {
    var writer = WireWriter()
    let isRepeated = words[0] == "repeated"
    let (type, name, number) = (words[isRepeated ? 1 : 0], words[words.count - 2], Int(words[words.count - 1]) ?? 0)
    writer.field(1, name.utf8)
    writer.field(3, number)
    writer.field(4, isRepeated ? 3 : 1)
    writer.field(5, Self.scalars[type] ?? (enums.contains(type) ? 14 : 11))
    if Self.scalars[type] == nil { writer.field(6, ".\(package).\(type)".utf8) }
    return (2, writer.bytes)
  }

  private func value(_ words: [Substring]) -> [UInt8] {
    var writer = WireWriter()
    writer.field(1, words[0].utf8)
    writer.field(2, Int(words[1]) ?? 0)
    return writer.bytes
  }

  /// `rpc Name [stream] Input returns [stream] Output`.
  private func method(_ words: [Substring]) -> [UInt8] {
    var writer = WireWriter()
    let returns = words.firstIndex(of: "returns") ?? words.count - 1
    writer.field(1, words[1].utf8)
    writer.field(2, ".\(package).\(words[returns - 1])".utf8)
    writer.field(3, ".\(package).\(words[words.count - 1])".utf8)
    writer.field(5, words[2] == "stream" ? 1 : 0)
    writer.field(6, words[returns + 1] == "stream" ? 1 : 0)
    return writer.bytes
  }
}
