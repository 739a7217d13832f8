internal import Basics

/// Links descriptors to a schema: declares the names, then resolves the references of fields and methods. Each step is
/// one pass.
struct SchemaBuilder {
  var schema = ProtobufSchema()
  private var files: [FileDescriptor] = []
  /// Declared messages whose references are not resolved yet.
  var messages: [Declared<MessageDescriptor>] = []
  var extensions: [Declared<FieldDescriptor>] = []
  var services: [Declared<ServiceDescriptor>] = []

  /// A descriptor with the scope of its names and features.
  struct Declared<Descriptor: Sendable>: Sendable {
    var descriptor: Descriptor
    /// The package and the enclosing types.
    var scope: String
    var features: FeatureSet
    var file: String
  }

  static func link(_ files: [FileDescriptor]) throws(SchemaError) -> ProtobufSchema {
    var builder = SchemaBuilder()
    builder.files = BuiltInTypes.files(besides: files) + files
    try builder.checkImports()
    for file in builder.files { try builder.declare(file) }
    try builder.resolve()
    return builder.schema
  }

  /// Checks that each file is given once, and its imports with it.
  private func checkImports() throws(SchemaError) {
    var names: Set<String> = []
    for file in files where !names.insert(file.name).inserted { throw .duplicateFile(file.name) }
    for file in files {
      if let name = file.dependencies.first(where: { !names.contains($0) }) {
        throw .missingImport(name, in: file.name)
      }
    }
  }
}

extension ProtobufSchema {
  /// Links files, in any order.
  init(_ files: [FileDescriptor]) throws(SchemaError) { self = try SchemaBuilder.link(files) }

  /// Reads and links a `FileDescriptorSet`.
  package init(descriptorSet bytes: [UInt8]) throws(SchemaError) {
    let set: FileDescriptorSet
    do { set = try FileDescriptorSet(parsing: bytes) } catch { throw .wire(error) }
    try self.init(set.files)
  }

  /// Parses and links individual files (`FileDescriptorProto`), as reflection returns them. Identical duplicates count
  /// once.
  package init(files: [[UInt8]]) throws(SchemaError) {
    var read: [FileDescriptor] = []
    do {
      var seen: Set<[UInt8]> = []
      for file in files where seen.insert(file).inserted { read.append(try FileDescriptor(parsing: file)) }
    } catch { throw .wire(error) }
    try self.init(read)
  }

  package static let builtIn: ProtobufSchema = {
    // The built-in types always link; a test verifies it.
    (try? SchemaBuilder.link([])) ?? ProtobufSchema()
  }()
}

extension SchemaBuilder {
  mutating func declare(_ file: FileDescriptor) throws(SchemaError) {
    let features = file.options.features.inheriting(try defaults(file))
    func declared<Descriptor: Sendable>(_ descriptor: Descriptor) -> Declared<Descriptor> {
      Declared(descriptor: descriptor, scope: file.package, features: features, file: file.name)
    }
    for message in file.messages { try declare(declared(message)) }
    for enumeration in file.enums { try declare(declared(enumeration)) }
    for field in file.extensions { try declareExtension(declared(field)) }
    for service in file.services { try declare(declared(service)) }
    addComments(of: file)
  }

  private func defaults(_ file: FileDescriptor) throws(SchemaError) -> FeatureSet {
    switch (file.syntax, file.edition) {
    case ("", _), ("proto2", _): return .proto2
    case ("proto3", _): return .proto3
    case ("editions", 1000), ("editions", 1001): return .editions
    case ("editions", let edition): throw .unsupportedSyntax("edition \(edition)", in: file.name)
    case (let syntax, _): throw .unsupportedSyntax(syntax, in: file.name)
    }
  }

  /// The recursion is bounded: parsing has limited the depth of nested types.
  private mutating func declare(_ message: Declared<MessageDescriptor>) throws(SchemaError) {
    let descriptor = message.descriptor
    let name = try add(descriptor.name, to: message, .message(schema.messages.count))
    let features = descriptor.options.features.inheriting(message.features)
    var type = MessageType(fullName: name, file: message.file)
    type.isMapEntry = descriptor.options.isMapEntry
    type.isMessageSet = descriptor.options.isMessageSet
    type.isDeprecated = descriptor.options.isDeprecated
    type.oneofs = descriptor.oneofs.map { MessageType.Oneof(name: $0.name) }
    schema.messages.append(type)
    func declared<Descriptor: Sendable>(_ inner: Descriptor) -> Declared<Descriptor> {
      Declared(descriptor: inner, scope: name, features: features, file: message.file)
    }
    var own = declared(descriptor)
    // Nested types are declared separately below.
    own.descriptor.messages = []
    messages.append(own)
    for inner in descriptor.messages { try declare(declared(inner)) }
    for enumeration in descriptor.enums { try declare(declared(enumeration)) }
    for field in descriptor.extensions { try declareExtension(declared(field)) }
  }

  private mutating func declare(_ enumeration: Declared<EnumDescriptor>) throws(SchemaError) {
    let descriptor = enumeration.descriptor
    let name = try add(descriptor.name, to: enumeration, .enumeration(schema.enums.count))
    guard !descriptor.values.isEmpty else { throw .emptyEnum(name) }
    // Enum values are siblings of their enum, as in C++.
    for value in descriptor.values { _ = try add(value.name, to: enumeration, .other) }
    let values = descriptor.values.map {
      EnumType.Value(
        name: $0.name, number: Int32(truncatingIfNeeded: $0.number), isDeprecated: $0.options.isDeprecated)
    }
    let isClosed = descriptor.options.features.inheriting(enumeration.features).isClosed ?? false
    schema.enums.append(EnumType(fullName: name, values: values, isClosed: isClosed))
  }

  private mutating func declareExtension(_ field: Declared<FieldDescriptor>) throws(SchemaError) {
    _ = try add(field.descriptor.name, to: field, .other)
    extensions.append(field)
  }

  private mutating func declare(_ service: Declared<ServiceDescriptor>) throws(SchemaError) {
    _ = try add(service.descriptor.name, to: service, .service(services.count))
    services.append(service)
  }

  private mutating func add<Descriptor: Sendable>(
    _ name: String, to declared: Declared<Descriptor>, _ symbol: ProtobufSchema.Symbol
  ) throws(SchemaError) -> String {
    guard Self.isName(name), declared.scope.isEmpty || Self.isPath(declared.scope) else {
      throw .invalidName(Self.shown(Self.isName(name) ? declared.scope : name), in: Self.shown(declared.file))
    }
    let full = Self.join(declared.scope, name)
    guard schema.symbols.updateValue(symbol, forKey: full) == nil else {
      throw .duplicateName(full, in: declared.file)
    }
    return full
  }

  static func join(_ scope: String, _ name: String) -> String { scope.isEmpty ? name : "\(scope).\(name)" }

  static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, !first.isASCIIDigit else { return false }
    return name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
  }

  /// The maximum length of a qualified name in bytes: lookup tries each part of it.
  private static let longestPath = 1000

  private static func isPath(_ path: String) -> Bool {
    path.utf8.count <= longestPath
      && path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName($0) }
  }

  /// The beginning of a name; received names have no length limit.
  private static func shown(_ name: String) -> String { name.utf8.count <= 100 ? name : name.prefix(100) + "…" }
}

extension SchemaBuilder {
  /// Stores the comments of a file by the full names of their declarations.
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

/// Walks the declarations of a file with their paths (`descriptor.proto`).
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

/// The reason why descriptors do not form a valid schema.
package enum SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  case wire(WireError)
  /// Two different files have the same name.
  case duplicateFile(String)
  case missingImport(String, in: String)
  case unsupportedSyntax(String, in: String)
  /// A name is empty or contains invalid characters.
  case invalidName(String, in: String)
  /// Two declarations have the same full name.
  case duplicateName(String, in: String)
  /// The type of a field is in none of the files, or has the wrong kind.
  case unknownType(String, of: String)
  /// A field type number that does not exist.
  case unknownKind(Int, of: String)
  /// A field number outside the allowed range.
  case fieldNumber(Int, of: String)
  /// Another field of the message has the same name or number.
  case duplicateField(String, number: Int, in: String)
  /// The message lacks this oneof.
  case unknownOneof(Int, of: String)
  /// A map lacks a key or a value.
  case invalidMap(String)
  case emptyEnum(String)

  package var description: String {
    switch self {
    case .wire(let error): "the descriptors cannot be read: \(error)"
    case .duplicateFile(let name): "two different files are named \(name)"
    case .missingImport(let name, let file):
      "\(file) imports \(name), which is missing (protoc puts it in with --include_imports)"
    case .unsupportedSyntax(let syntax, let file): "\(file) is written in \(syntax), which is not supported"
    case .invalidName(let name, let scope): "“\(name)” in \(scope) is not a name"
    case .duplicateName(let name, let file): "\(name) in \(file) is declared twice"
    case .unknownType(let type, let field): "\(field) has the type \(type), which is in none of the files"
    case .unknownKind(let number, let field): "\(field) has an unknown kind (\(number))"
    case .fieldNumber(let number, let field): "\(field) has the number \(number); fields have 1 to 536870911"
    case .duplicateField(let name, let number, let message):
      "\(message) has two fields named \(name) or numbered \(number)"
    case .unknownOneof(let place, let field): "\(field) belongs to oneof \(place), which its message does not have"
    case .invalidMap(let name): "\(name) is a map without a valid key and a value"
    case .emptyEnum(let name): "the enum \(name) has no values"
    }
  }
}
