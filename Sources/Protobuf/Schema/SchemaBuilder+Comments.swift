internal import Basics

extension SchemaBuilder {
  /// Keeps the comments of a file by the full names of what they are about.
  mutating func addComments(of file: FileDescriptor) {
    guard !file.comments.texts.isEmpty else { return }
    var walk = CommentWalk(texts: file.comments.texts)
    for (place, message) in file.messages.enumerated() { walk.add(message, in: file.package, at: [4, place]) }
    for (place, type) in file.enums.enumerated() { walk.add(type, in: file.package, at: [5, place]) }
    for (place, service) in file.services.enumerated() {
      let name = SchemaBuilder.join(file.package, service.name)
      walk.add(name, at: [6, place])
      for (number, method) in service.methods.enumerated() {
        walk.add("\(name).\(method.name)", at: [6, place, 2, number])
      }
    }
    schema.comments.merge(walk.found) { first, _ in first }
  }
}

/// Goes through the declarations of a file with their paths (`descriptor.proto`).
private struct CommentWalk {
  let texts: [[Int]: String]
  var found: [String: String] = [:]

  mutating func add(_ name: String, at path: [Int]) {
    guard let text = texts[path] else { return }
    found[name] = text.split(separator: "\n").map { String($0).trimmed }.joined(separator: "\n").trimmed
  }

  mutating func add(_ message: MessageDescriptor, in scope: String, at path: [Int]) {
    let name = SchemaBuilder.join(scope, message.name)
    add(name, at: path)
    for (place, field) in message.fields.enumerated() { add("\(name).\(field.name)", at: path + [2, place]) }
    for (place, inner) in message.messages.enumerated() { add(inner, in: name, at: path + [3, place]) }
    for (place, type) in message.enums.enumerated() { add(type, in: name, at: path + [4, place]) }
  }

  mutating func add(_ type: EnumDescriptor, in scope: String, at path: [Int]) {
    let name = SchemaBuilder.join(scope, type.name)
    add(name, at: path)
    for (place, value) in type.values.enumerated() { add("\(name).\(value.name)", at: path + [2, place]) }
  }
}
