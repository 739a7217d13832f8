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
