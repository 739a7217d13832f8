/// Writes files of types, as compilers describe them, from a table.
///
/// A line `= FILE PACKAGE` begins a file. A name alone begins a message, and one after `enum` or `service` such a
/// declaration. The following lines are fields (number, name, type), values (number, name) or methods (name, input,
/// output; `stream` precedes a type of which many are sent). A name without a dot is one of the package. Nested messages
/// follow their parent.
package struct DescriptorTable {
  /// A `FileDescriptorProto` for each file, in order.
  package private(set) var files: [[UInt8]] = []
  /// The open file and the open messages in it, from the outermost to the innermost, with the number of each in the
  /// descriptor around it.
  private var open: [(name: String, number: Int, content: WireWriter)] = []
  /// The oneofs of the innermost message.
  private var oneofs: [String] = []
  private let enums: Set<String>

  package init(_ text: String) {
    let lines = text.split(separator: "\n")
    enums = Set(lines.filter { $0.hasPrefix("enum ") }.map { String($0.dropFirst("enum ".count)) })
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix(" ") { add(words) } else { begin(words) }
    }
    while !open.isEmpty { close() }
  }

  private mutating func begin(_ words: [String]) {
    var content = WireWriter()
    guard words[0] != "=" else {
      while !open.isEmpty { close() }
      content.field(1, words[1].utf8)
      content.field(2, words[2].utf8)
      content.field(12, "proto3".utf8)
      return open.append((words[2], 0, content))
    }
    let name = full(words[words.count - 1])
    while open.count > 1, !name.hasPrefix(open[open.count - 1].name + ".") { close() }
    content.field(1, name.dropFirst(open[open.count - 1].name.count + 1).utf8)
    let number = words[0] == "enum" ? 5 : words[0] == "service" ? 6 : open.count == 1 ? 4 : 3
    open.append((name, number, content))
    oneofs = []
  }

  private func full(_ name: String) -> String { name.contains(".") ? name : "\(open[0].name).\(name)" }

  /// Puts the innermost declaration into the one around it.
  private mutating func close() {
    let closed = open.removeLast()
    if open.isEmpty {
      files.append(closed.content.bytes)
    } else {
      declare(closed.number, closed.content)
    }
  }

  private mutating func declare(_ number: Int, _ content: WireWriter) {
    open[open.count - 1].content.field(number, content.bytes)
  }

  private mutating func add(_ words: [String]) {
    guard let number = Int(words[0]) else { return declare(2, method(words)) }
    if words.count > 2 { return declare(2, field(number, words[1], Array(words[2...]))) }
    var value = WireWriter()
    value.field(1, words[1].utf8)
    value.field(2, number)
    declare(2, value)
  }

  private func method(_ words: [String]) -> WireWriter {
    let types = words.dropFirst().filter { $0 != "stream" }.map(full)
    var method = WireWriter()
    method.field(1, words[0].utf8)
    method.field(2, ".\(types[0])".utf8)
    method.field(3, ".\(types[1])".utf8)
    method.field(5, words[1] == "stream" ? 1 : 0)
    method.field(6, words[words.count - 2] == "stream" ? 1 : 0)
    return method
  }

  /// A field whose type is the last of `words`, preceded by `repeated`, `optional`, `map` and the key type, or `oneof`
  /// and its name.
  private mutating func field(_ number: Int, _ name: String, _ words: [String]) -> WireWriter {
    var field = WireWriter()
    field.field(1, name.utf8)
    field.field(3, number)
    field.field(4, words[0] == "repeated" || words[0] == "map" ? 3 : 1)
    var type = words[words.count - 1]
    switch words[0] {
    case "oneof": choose(words[1], &field)
    case "optional":
      choose("_" + name, &field)
      field.field(17, 1)
    case "map":
      let entry = SchemaBuilder.jsonName("_" + name) + "Entry"
      var content = WireWriter()
      content.field(1, entry.utf8)
      content.field(2, self.field(1, "key", [words[1]]).bytes)
      content.field(2, self.field(2, "value", [type]).bytes)
      // The option `map_entry`.
      content.field(7, [7 << 3, 1])
      declare(3, content)
      type = "\(open[open.count - 1].name).\(entry)"
    default: break
    }
    let scalar = MessageField.Kind.scalars.first { $0.value.word == type }?.key
    field.field(5, scalar ?? (enums.contains(type) ? 14 : 11))
    if scalar == nil { field.field(6, ".\(full(type))".utf8) }
    return field
  }

  /// Adds a field to a oneof, which its first field declares.
  private mutating func choose(_ oneof: String, _ field: inout WireWriter) {
    if oneofs.last != oneof {
      oneofs.append(oneof)
      var content = WireWriter()
      content.field(1, oneof.utf8)
      declare(8, content)
    }
    // The first oneof is number 0, which is written, too.
    field.tag(9, .varint)
    field.varint(UInt64(oneofs.count - 1))
  }
}
