extension BuiltInTypes {
  /// The built-in files without those that `given` has, or of whose types another of its files declares one.
  static func files(besides given: [FileDescriptor]) -> [FileDescriptor] {
    let names = Set(given.map(\.name))
    let types = Set(given.flatMap { file in file.messages.map { SchemaBuilder.join(file.package, $0.name) } })
    return all.filter { file in
      !names.contains(file.name)
        && !file.messages.contains { types.contains(SchemaBuilder.join(file.package, $0.name)) }
    }
  }

  private static let all: [FileDescriptor] = {
    var table = Table()
    for line in text.split(separator: "\n") { table.take(line) }
    table.endType()
    return table.files
  }()

  /// Reads the lines in order.
  private struct Table {
    var files: [FileDescriptor] = []
    /// The type whose fields are read, and its name in parts: two of the package, then one or two.
    private var parts: [String] = []
    private var message = MessageDescriptor()
    private var values: [EnumDescriptor.Value] = []

    mutating func take(_ line: Substring) {
      let words = line.split(separator: " ").map(String.init)
      guard let last = words.last else { return }
      if line.hasPrefix("= ") {
        endType()
        var file = FileDescriptor()
        (file.name, file.syntax) = (last, "proto3")
        files.append(file)
      } else if !line.hasPrefix(" ") {
        endType()
        parts = last.split(separator: ".").map(String.init)
      } else if let number = Int(words[0]), words.count > 2 {
        message.add(number, words[1], Array(words[2...]), scope: parts.joined(separator: "."))
      } else if let number = Int(words[0]) {
        var value = EnumDescriptor.Value()
        (value.name, value.number) = (last, number)
        values.append(value)
      }
    }

    /// Puts the type that was read into its file.
    mutating func endType() {
      defer { (parts, message, values) = ([], MessageDescriptor(), []) }
      guard let place = files.indices.last, let name = parts.last else { return }
      files[place].package = parts.prefix(2).joined(separator: ".")
      message.name = name
      if !values.isEmpty {
        files[place].enums.append(EnumDescriptor(name: name, values: values))
      } else if parts.count > 3, let outer = files[place].messages.indices.last {
        files[place].messages[outer].messages.append(message)
      } else {
        files[place].messages.append(message)
      }
    }
  }
}

extension MessageDescriptor {
  /// Adds a field whose type is the last of `words`; before it may stand `repeated`, `optional`, `map` and the type of
  /// its keys, or `oneof` and its name.
  fileprivate mutating func add(_ number: Int, _ name: String, _ words: [String], scope: String) {
    var field = FieldDescriptor()
    (field.name, field.number) = (name, number)
    switch words[0] {
    case "repeated": field.label = 3
    case "oneof":
      if oneofs.last?.name != words[1] { oneofs.append(OneofDescriptor(name: words[1])) }
      field.oneof = oneofs.count - 1
    case "optional":
      oneofs.append(OneofDescriptor(name: "_" + name))
      (field.oneof, field.isProto3Optional) = (oneofs.count - 1, true)
    case "map":
      var entry = MessageDescriptor()
      entry.name = SchemaBuilder.jsonName("_" + name) + "Entry"
      entry.options.isMapEntry = true
      entry.add(1, "key", [words[1]], scope: "")
      entry.add(2, "value", [words[2]], scope: "")
      messages.append(entry)
      (field.label, field.type, field.typeName) = (3, 11, ".\(scope).\(entry.name)")
    default: break
    }
    if field.typeName.isEmpty { field.setType(words[words.count - 1]) }
    fields.append(field)
  }
}

extension FieldDescriptor {
  fileprivate mutating func setType(_ word: String) {
    if let scalar = MessageField.Kind.scalars.first(where: { $0.value.word == word }) {
      type = scalar.key
    } else {
      // Whether it is a message or an enum, its name says.
      typeName = "." + word
    }
  }
}
