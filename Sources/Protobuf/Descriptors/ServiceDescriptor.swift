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
