/// A `.proto` file as compilers and reflection describe it (`FileDescriptorProto`), as far as messages depend on it.
package struct FileDescriptor: WireRecord, Sendable {
  /// Its path, by which other files import it.
  package var name = ""
  var package = ""
  /// The files that it imports.
  package var dependencies: [String] = []
  var messages: [MessageDescriptor] = []
  var enums: [EnumDescriptor] = []
  var services: [ServiceDescriptor] = []
  var extensions: [FieldDescriptor] = []
  var syntax = ""
  var edition = 0
  var options = DescriptorOptions()
  var comments = SourceComments()

  package init() {}

  /// Reads a `FileDescriptorProto`.
  package init(parsing bytes: [UInt8]) throws(WireError) { try self.init(reading: bytes) }

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: name = try scope.text(field)
    case 2: package = try scope.text(field)
    case 3, 15: dependencies.append(try scope.text(field))
    case 4: messages.append(try scope.record(field))
    case 5: enums.append(try scope.record(field))
    case 6: services.append(try scope.record(field))
    case 7: extensions.append(try scope.record(field))
    case 8: try options.merge(field, .file, scope)
    case 9: comments = try scope.record(field)
    case 12: syntax = try scope.text(field)
    case 14: edition = field.int32
    default: break
    }
  }
}

/// Several files, each after those that it imports (`FileDescriptorSet`): what `protoc --descriptor_set_out` writes.
package struct FileDescriptorSet: WireRecord, Sendable {
  package var files: [FileDescriptor] = []

  package init() {}

  /// Reads a `FileDescriptorSet`.
  package init(parsing bytes: [UInt8]) throws(WireError) { try self.init(reading: bytes) }

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    if field.number == 1 { files.append(try scope.record(field)) }
  }
}
