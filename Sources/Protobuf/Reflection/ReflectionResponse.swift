/// What a server answers about its services.
package enum ReflectionResponse: Hashable, Sendable {
  /// Serialized `FileDescriptorProto`s: the file that was asked for, often with those that it imports.
  case files([[UInt8]])
  case services([String])
  case extensionNumbers([Int])
  /// A code of gRPC and its message.
  case failed(code: Int, message: String)
  /// An answer of another kind.
  case other

  /// Reads a `ServerReflectionResponse`.
  package init(parsing bytes: [UInt8]) throws(WireError) {
    self = try Record(reading: bytes).response
  }

  private struct Record: WireRecord {
    var response = ReflectionResponse.other

    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      switch field.number {
      case 4: response = .files(try scope.record(field, Contents.self).values)
      case 5: response = .extensionNumbers(try scope.record(field, ExtensionNumbers.self).numbers)
      case 6: response = .services(try scope.record(field, Services.self).names)
      case 7:
        let failure = try scope.record(field, Failure.self)
        response = .failed(code: failure.code, message: failure.message)
      default: break
      }
    }
  }

  private struct Contents: WireRecord {
    var values: [[UInt8]] = []
    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      if field.number == 1 { values.append(scope.content(field)) }
    }
  }

  private struct ExtensionNumbers: WireRecord {
    var numbers: [Int] = []
    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      if field.number == 2 { numbers += try field.ints(scope) }
    }
  }

  private struct Services: WireRecord {
    struct Service: WireRecord {
      var name = ""
      mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
        if field.number == 1 { name = try scope.text(field) }
      }
    }

    var names: [String] = []
    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      if field.number == 1 { names.append(try scope.record(field, Service.self).name) }
    }
  }

  private struct Failure: WireRecord {
    var code = 0
    var message = ""
    mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
      switch field.number {
      case 1: code = field.int32
      case 2: message = try scope.text(field)
      default: break
      }
    }
  }
}
