/// The parts of a `FileDescriptorProto` that affect messages. Compilers and server reflection produce it.
package struct FileDescriptor: WireRecord, Sendable {
  /// The path by which other files import it.
  package var name = ""
  var package = ""
  /// The paths of the imported files.
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

/// Several files, each after its imports (`FileDescriptorSet`): the output of `protoc --descriptor_set_out`.
package struct FileDescriptorSet: WireRecord, Sendable {
  package var files: [FileDescriptor] = []

  package init() {}

  /// Reads a `FileDescriptorSet`.
  package init(parsing bytes: [UInt8]) throws(WireError) { try self.init(reading: bytes) }

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    if field.number == 1 { files.append(try scope.record(field)) }
  }
}

/// A `DescriptorProto`.
struct MessageDescriptor: WireRecord {
  var name = ""
  var fields: [FieldDescriptor] = []
  var messages: [MessageDescriptor] = []
  var enums: [EnumDescriptor] = []
  var extensions: [FieldDescriptor] = []
  var oneofs: [OneofDescriptor] = []
  var options = DescriptorOptions()

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: name = try scope.text(field)
    case 2: fields.append(try scope.record(field))
    case 3: messages.append(try scope.record(field))
    case 4: enums.append(try scope.record(field))
    case 6: extensions.append(try scope.record(field))
    case 7: try options.merge(field, .message, scope)
    case 8: oneofs.append(try scope.record(field))
    default: break
    }
  }
}

/// A `OneofDescriptorProto`.
struct OneofDescriptor: WireRecord {
  var name = ""
  var options = DescriptorOptions()

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: name = try scope.text(field)
    case 2: try options.merge(field, .oneof, scope)
    default: break
    }
  }
}

/// A `FieldDescriptorProto`: a field of a message, or an extension field.
struct FieldDescriptor: WireRecord {
  var name = ""
  /// The message that this extension field extends.
  var extendee = ""
  var number = 0
  var label = 1
  var type = 0
  var typeName = ""
  var defaultValue: String?
  var oneof: Int?
  var jsonName: String?
  var isProto3Optional = false
  var options = DescriptorOptions()

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: name = try scope.text(field)
    case 2: extendee = try scope.text(field)
    case 3: number = field.int32
    case 4: label = field.int32
    case 5: type = field.int32
    case 6: typeName = try scope.text(field)
    case 7: defaultValue = try scope.text(field)
    case 8: try options.merge(field, .field, scope)
    case 9: oneof = field.int32
    case 10: jsonName = try scope.text(field)
    case 17: isProto3Optional = field.bool
    default: break
    }
  }
}

/// An `EnumDescriptorProto`.
struct EnumDescriptor: WireRecord {
  /// An `EnumValueDescriptorProto`.
  struct Value: WireRecord {
    var name = ""
    var number = 0
    var options = DescriptorOptions()

    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      switch field.number {
      case 1: name = try scope.text(field)
      case 2: number = field.int32
      case 3: try options.merge(field, .enumValue, scope)
      default: break
      }
    }
  }

  var name = ""
  var values: [Value] = []
  var options = DescriptorOptions()

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: name = try scope.text(field)
    case 2: values.append(try scope.record(field))
    case 3: try options.merge(field, .enumeration, scope)
    default: break
    }
  }
}

/// A `ServiceDescriptorProto`.
struct ServiceDescriptor: WireRecord {
  /// A `MethodDescriptorProto`.
  struct Method: WireRecord {
    var name = ""
    var input = ""
    var output = ""
    var isClientStreaming = false
    var isServerStreaming = false
    var options = DescriptorOptions()

    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      switch field.number {
      case 1: name = try scope.text(field)
      case 2: input = try scope.text(field)
      case 3: output = try scope.text(field)
      case 4: try options.merge(field, .method, scope)
      case 5: isClientStreaming = field.bool
      case 6: isServerStreaming = field.bool
      default: break
      }
    }
  }

  var name = ""
  var methods: [Method] = []
  var options = DescriptorOptions()

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: name = try scope.text(field)
    case 2: methods.append(try scope.record(field))
    case 3: try options.merge(field, .service, scope)
    default: break
    }
  }
}

/// The options of descriptors that affect messages. Their field numbers depend on the kind of descriptor.
struct DescriptorOptions: Sendable {
  var features = FeatureSet()
  var isDeprecated = false
  var isMapEntry = false
  var isMessageSet = false
  var isPacked: Bool?

  /// The field numbers of the options in one kind of descriptor; 0 if it lacks the option.
  struct Numbers: Sendable {
    var features: Int
    var deprecated: Int
    var mapEntry = 0
    var messageSet = 0
    var packed = 0

    static let file = Numbers(features: 50, deprecated: 23)
    static let message = Numbers(features: 12, deprecated: 3, mapEntry: 7, messageSet: 1)
    static let field = Numbers(features: 21, deprecated: 3, packed: 2)
    static let oneof = Numbers(features: 1, deprecated: 0)
    static let enumeration = Numbers(features: 7, deprecated: 3)
    static let enumValue = Numbers(features: 2, deprecated: 1)
    static let service = Numbers(features: 34, deprecated: 33)
    static let method = Numbers(features: 35, deprecated: 33)
  }

  /// Merges the options in `field` into these; later values win.
  mutating func merge(_ field: WireField, _ numbers: Numbers, _ scope: WireScope) throws(WireError) {
    guard case .bytes(let range) = field.value else { return }
    var reader = WireReader(scope.bytes, range)
    while let option = try reader.next() {
      switch option.value {
      case .groupStart: try reader.skipGroup(option.number, depth: scope.depth)
      case .groupEnd: throw .unexpectedGroupEnd(offset: option.start)
      case .bytes where option.number == numbers.features:
        features = try scope.record(option, FeatureSet.self).inheriting(features)
      case .varint where option.number == numbers.deprecated: isDeprecated = option.bool
      case .varint where option.number == numbers.mapEntry: isMapEntry = option.bool
      case .varint where option.number == numbers.messageSet: isMessageSet = option.bool
      case .varint where option.number == numbers.packed: isPacked = option.bool
      default: break
      }
    }
  }
}

/// The features that control how fields behave, set by the syntax or edition of a file or by an option.
///
/// https://protobuf.dev/editions/features
struct FeatureSet: WireRecord, Hashable {
  /// `nil` inherits the value of the enclosing scope.
  var hasExplicitPresence: Bool?
  var isRequired: Bool?
  var isClosed: Bool?
  var isPacked: Bool?
  var checksText: Bool?
  var isDelimited: Bool?

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1:
      hasExplicitPresence = field.int != 2
      isRequired = field.int == 3
    case 2: isClosed = field.int == 2
    case 3: isPacked = field.int == 1
    case 4: checksText = field.int == 2
    case 5: isDelimited = field.int == 2
    default: break
    }
  }

  /// These features, with unset ones taken from the enclosing scope.
  func inheriting(_ outer: FeatureSet) -> FeatureSet {
    var all = self
    all.hasExplicitPresence = hasExplicitPresence ?? outer.hasExplicitPresence
    all.isRequired = isRequired ?? outer.isRequired
    all.isClosed = isClosed ?? outer.isClosed
    all.isPacked = isPacked ?? outer.isPacked
    all.checksText = checksText ?? outer.checksText
    all.isDelimited = isDelimited ?? outer.isDelimited
    return all
  }

  static let proto2 = FeatureSet(
    hasExplicitPresence: true, isRequired: false, isClosed: true, isPacked: false, checksText: false,
    isDelimited: false)
  static let proto3 = FeatureSet(
    hasExplicitPresence: false, isRequired: false, isClosed: false, isPacked: true, checksText: true,
    isDelimited: false)
  /// Editions 2023 and 2024.
  static let editions = FeatureSet(
    hasExplicitPresence: true, isRequired: false, isClosed: false, isPacked: true, checksText: true,
    isDelimited: false)
}

/// The comments of a `.proto` file (`SourceCodeInfo`) by the path of the declaration: field numbers of descriptors and
/// indices. Compilers include them on request.
struct SourceComments: WireRecord, Sendable {
  private(set) var texts: [[Int]: String] = [:]

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    guard field.number == 1 else { return }
    let location: Location = try scope.record(field)
    let text = location.leading.isEmpty ? location.trailing : location.leading
    if !text.isEmpty { texts[location.path] = text }
  }

  private struct Location: WireRecord {
    var path: [Int] = []
    var leading = ""
    var trailing = ""

    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      switch field.number {
      case 1: path += try field.ints(scope)
      case 3: leading = try scope.text(field)
      case 4: trailing = try scope.text(field)
      default: break
      }
    }
  }
}
