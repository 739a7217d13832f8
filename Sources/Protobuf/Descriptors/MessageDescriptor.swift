/// A `DescriptorProto`.
struct MessageDescriptor: WireRecord {
  var name = ""
  var fields: [FieldDescriptor] = []
  var messages: [MessageDescriptor] = []
  var enums: [EnumDescriptor] = []
  var extensions: [FieldDescriptor] = []
  var extensionRanges: [NumberRange] = []
  var oneofs: [OneofDescriptor] = []
  var options = DescriptorOptions()

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: name = try scope.text(field)
    case 2: fields.append(try scope.record(field))
    case 3: messages.append(try scope.record(field))
    case 4: enums.append(try scope.record(field))
    case 5: extensionRanges.append(try scope.record(field))
    case 6: extensions.append(try scope.record(field))
    case 7: try options.merge(field, .message, scope)
    case 8: oneofs.append(try scope.record(field))
    default: break
    }
  }
}

/// Numbers of fields that other files may add.
struct NumberRange: WireRecord {
  var start = 0
  /// The first number after the range.
  var end = 0

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1: start = field.int32
    case 2: end = field.int32
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

/// A `FieldDescriptorProto`: a field of a message, or one that an extension adds to it.
struct FieldDescriptor: WireRecord {
  var name = ""
  /// The message that an extension extends.
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
