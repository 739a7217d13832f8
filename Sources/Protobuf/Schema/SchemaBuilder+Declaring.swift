internal import Basics

extension SchemaBuilder {
  mutating func declare(_ file: FileDescriptor) throws(SchemaError) {
    let features = file.options.features.inheriting(try defaults(file))
    let isProto3 = file.syntax == "proto3"
    func declared<Descriptor: Sendable>(_ descriptor: Descriptor) -> Declared<Descriptor> {
      Declared(descriptor: descriptor, scope: file.package, features: features, file: file.name, isProto3: isProto3)
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

  /// Types within types were read with a limit of their depth.
  private mutating func declare(_ message: Declared<MessageDescriptor>) throws(SchemaError) {
    let descriptor = message.descriptor
    let name = try add(descriptor.name, to: message, .message(schema.messages.count))
    let features = descriptor.options.features.inheriting(message.features)
    var type = MessageType(fullName: name, file: message.file)
    type.isMapEntry = descriptor.options.isMapEntry
    type.isMessageSet = descriptor.options.isMessageSet
    type.isDeprecated = descriptor.options.isDeprecated
    type.isExtendable = !descriptor.extensionRanges.isEmpty
    type.oneofs = descriptor.oneofs.map { MessageType.Oneof(name: $0.name) }
    schema.messages.append(type)
    func declared<Descriptor: Sendable>(_ inner: Descriptor) -> Declared<Descriptor> {
      Declared(
        descriptor: inner, scope: name, features: features, file: message.file, isProto3: message.isProto3)
    }
    var own = declared(descriptor)
    // Declared on their own, below.
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
    // Values stand beside their enum, as in C++.
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

  /// A longer package or chain of types is refused, in bytes: a name is looked for in each part of it.
  private static let longestPath = 1000

  private static func isPath(_ path: String) -> Bool {
    path.utf8.count <= longestPath
      && path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName($0) }
  }

  /// The beginning of a name that somebody else made as long as they liked.
  private static func shown(_ name: String) -> String { name.utf8.count <= 100 ? name : name.prefix(100) + "…" }
}
