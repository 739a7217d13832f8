internal import Basics

extension SchemaBuilder {
  mutating func resolve() throws(SchemaError) {
    // A message has the same index here and in the schema.
    for (place, message) in messages.enumerated() { try resolve(message, place) }
    for (place, type) in schema.messages.enumerated() where type.isMapEntry { try checkMap(type, place) }
    for (place, type) in schema.messages.enumerated() {
      schema.messages[place].wellKnown = WellKnownType(type, schema)
    }
    for field in extensions { try resolveExtension(field) }
    for service in services { schema.services.append(try resolved(service)) }
  }

  private mutating func resolve(_ message: Declared<MessageDescriptor>, _ place: Int) throws(SchemaError) {
    let features = message.features
    var names = Set(message.descriptor.oneofs.map(\.name))
    guard names.count == message.descriptor.oneofs.count else {
      throw .duplicateName("a oneof of \(message.scope)", in: message.file)
    }
    for descriptor in message.descriptor.fields {
      let declared = Declared(
        descriptor: descriptor, scope: message.scope, features: features, file: message.file)
      let field = try resolved(declared, isExtension: false)
      guard names.insert(field.name).inserted, schema.messages[place].add(field) else {
        throw .duplicateField(field.name, number: field.number, in: message.scope)
      }
      guard let oneof = field.oneof else { continue }
      guard schema.messages[place].oneofs.indices.contains(oneof) else {
        throw .unknownOneof(oneof, of: field.fullName)
      }
      schema.messages[place].oneofs[oneof].fields.append(field.number)
    }
  }

  private mutating func resolveExtension(_ declared: Declared<FieldDescriptor>) throws(SchemaError) {
    let field = try resolved(declared, isExtension: true)
    guard case .message(let place) = symbol(declared.descriptor.extendee, from: declared.scope) else {
      throw .unknownType(declared.descriptor.extendee, of: field.fullName)
    }
    guard schema.field(number: field.number, in: place) == nil else {
      throw .duplicateField(field.fullName, number: field.number, in: schema.messages[place].fullName)
    }
    schema.extensions[place, default: [:]][field.number] = field
    schema.extensionNames[field.fullName] = (place, field.number)
  }

  private func resolved(
    _ declared: Declared<FieldDescriptor>, isExtension: Bool
  ) throws(SchemaError) -> MessageField {
    let descriptor = declared.descriptor
    let fullName = Self.join(declared.scope, descriptor.name)
    guard Self.isName(descriptor.name) else { throw .invalidName(descriptor.name, in: declared.scope) }
    guard 1...536_870_911 ~= descriptor.number else { throw .fieldNumber(descriptor.number, of: fullName) }
    let features = descriptor.options.features.inheriting(declared.features)
    let kind = try kind(declared, fullName)
    let isRepeated = descriptor.label == 3
    var isMessage = false
    if case .message = kind { isMessage = true }
    let isExplicit =
      isMessage || descriptor.oneof != nil || isExtension || descriptor.isProto3Optional
      || features.hasExplicitPresence ?? true
    let isMapEntry = kind.isMapEntry(in: schema) || isInMapEntry(declared)
    return MessageField(
      name: descriptor.name, fullName: fullName,
      jsonName: descriptor.jsonName ?? Self.jsonName(descriptor.name), number: descriptor.number, kind: kind,
      isRepeated: isRepeated, hasPresence: !isRepeated && isExplicit,
      isRequired: descriptor.label == 2 || features.isRequired ?? false && !isRepeated,
      isPacked: isRepeated && kind.isPackable && (descriptor.options.isPacked ?? features.isPacked ?? false),
      isDelimited: descriptor.type == 10 || isMessage && !isMapEntry && features.isDelimited ?? false,
      checksText: features.checksText ?? true, oneof: isExtension ? nil : descriptor.oneof,
      isExtension: isExtension, isDeprecated: descriptor.options.isDeprecated,
      defaultValue: descriptor.defaultValue)
  }

  private func isInMapEntry(_ declared: Declared<FieldDescriptor>) -> Bool {
    if case .message(let place) = schema.symbols[declared.scope] { schema.messages[place].isMapEntry } else { false }
  }

  private func kind(
    _ declared: Declared<FieldDescriptor>, _ fullName: String
  ) throws(SchemaError) -> MessageField.Kind {
    let descriptor = declared.descriptor
    if let scalar = MessageField.Kind.scalars[descriptor.type] { return scalar }
    // A compiler may omit the kind of a named type (0).
    switch (descriptor.type, symbol(descriptor.typeName, from: declared.scope)) {
    case (0, .message(let place)), (10, .message(let place)), (11, .message(let place)): return .message(place)
    case (0, .enumeration(let place)), (14, .enumeration(let place)): return .enumeration(place)
    case (0, _), (10, _), (11, _), (14, _): throw .unknownType(descriptor.typeName, of: fullName)
    default: throw .unknownKind(descriptor.type, of: fullName)
    }
  }

  /// Resolves a reference: a full name after a dot, otherwise a name searched from the innermost scope outwards.
  private func symbol(_ reference: String, from scope: String) -> ProtobufSchema.Symbol? {
    if reference.first == "." { return schema.symbols[String(reference.dropFirst())] }
    var scope = scope[...]
    while true {
      if let found = schema.symbols[Self.join(String(scope), reference)] { return found }
      guard !scope.isEmpty else { return nil }
      scope = scope[..<(scope.lastIndex(of: ".") ?? scope.startIndex)]
    }
  }

  private func resolved(_ service: Declared<ServiceDescriptor>) throws(SchemaError) -> ServiceType {
    let name = Self.join(service.scope, service.descriptor.name)
    var methods: [MethodType] = []
    for method in service.descriptor.methods {
      guard Self.isName(method.name) else { throw .invalidName(method.name, in: name) }
      methods.append(
        MethodType(
          name: method.name, service: name, input: try messageType(method.input, service, "\(name).\(method.name)"),
          output: try messageType(method.output, service, "\(name).\(method.name)"),
          isClientStreaming: method.isClientStreaming, isServerStreaming: method.isServerStreaming,
          isDeprecated: method.options.isDeprecated))
    }
    guard Set(methods.map(\.name)).count == methods.count else {
      throw .duplicateName("a method of \(name)", in: service.file)
    }
    return ServiceType(
      fullName: name, file: service.file, methods: methods, isDeprecated: service.descriptor.options.isDeprecated)
  }

  private func messageType(
    _ name: String, _ service: Declared<ServiceDescriptor>, _ method: String
  ) throws(SchemaError) -> Int {
    guard case .message(let place) = symbol(name, from: service.scope) else { throw .unknownType(name, of: method) }
    return place
  }

  private func checkMap(_ type: MessageType, _ place: Int) throws(SchemaError) {
    guard let key = type.field(number: 1), let value = type.field(number: 2), !key.isRepeated, !value.isRepeated else {
      throw .invalidMap(type.fullName)
    }
    switch key.kind {
    case .double, .float, .bytes, .message, .enumeration: throw .invalidMap(type.fullName)
    default: break
    }
    if value.kind.isMapEntry(in: schema) { throw .invalidMap(type.fullName) }
  }

  /// `foo_bar` → `fooBar`, as compilers convert it.
  static func jsonName(_ name: String) -> String {
    var text: [UInt8] = []
    var isAfterUnderscore = false
    for byte in name.utf8 {
      if byte == UInt8(ascii: "_") {
        isAfterUnderscore = true
      } else {
        text.append(isAfterUnderscore && byte.isASCIILowercase ? byte & 0xDF : byte)
        isAfterUnderscore = false
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension MessageField.Kind {
  fileprivate func isMapEntry(in schema: ProtobufSchema) -> Bool {
    if case .message(let type) = self { schema.messages[type].isMapEntry } else { false }
  }
}
