internal import Basics

/// Queries a server for all its services and the files they need: computes the next request from the responses so far.
///
/// Each item is requested once, so the session terminates even if a server returns unrelated files.
package struct ReflectionSession: Sendable {
  /// An item that could not be retrieved, with the reason.
  package struct Failure: Hashable, Sendable, CustomStringConvertible {
    package var request: ReflectionRequest
    package var code: Int
    package var message: String
    package var description: String {
      switch request {
      case .fileContainingSymbol(let name): "\(name): \(message)"
      case .fileByName(let name): "\(name): \(message)"
      case .listServices: message
      }
    }
  }

  /// The server's services, in its order.
  package private(set) var services: [String] = []
  package private(set) var failures: [Failure] = []
  private var files: [FileDescriptor] = []
  /// The bytes of each file.
  private var contents: [[UInt8]] = []
  private var names: Set<String> = []
  /// The services declared in the received files.
  private var known: Set<String> = []
  private var asked: Set<ReflectionRequest> = []
  private var waiting: [ReflectionRequest] = []
  private var open: ReflectionRequest?
  private var bytesLeft: Int

  /// - Parameters:
  ///   - service: the only service to query; `nil` for all.
  ///   - mostBytes: the maximum total size of descriptors in bytes.
  package init(service: String? = nil, mostBytes: Int = 64 << 20) {
    bytesLeft = mostBytes
    ask(service.map { .fileContainingSymbol($0) } ?? .listServices)
    if let service { services = [service] }
  }

  /// The next request; `nil` when everything has been received.
  package mutating func next() -> ReflectionRequest? {
    repeat { open = waiting.popLast() } while open.map(isAnswered) == true
    return open
  }

  /// Handles the response to the last request.
  package mutating func take(_ response: ReflectionResponse) throws(SchemaError) {
    switch response {
    case .services(let names):
      services = names
      // The requests form a stack: the last one is sent first.
      for name in names.reversed() where !ReflectionSession.isReflection(name) { ask(.fileContainingSymbol(name)) }
    case .files(let contents):
      for bytes in contents { try add(bytes) }
    case .failed(let code, let message): fail(code, message)
    case .other: fail(13, "the answer does not match the request")
    }
  }

  private mutating func add(_ bytes: [UInt8]) throws(SchemaError) {
    guard bytes.count <= bytesLeft else { return fail(8, "the descriptors are larger than Apus accepts") }
    bytesLeft -= bytes.count
    let file: FileDescriptor
    do { file = try FileDescriptor(parsing: bytes) } catch { throw .wire(error) }
    guard names.insert(file.name).inserted else { return }
    files.append(file)
    contents.append(bytes)
    known.formUnion(file.serviceNames)
    for name in file.dependencies where !names.contains(name) { ask(.fileByName(name)) }
  }

  /// True if an earlier response contains the item: a file often declares many services, and a server may list very
  /// many.
  private func isAnswered(_ request: ReflectionRequest) -> Bool {
    switch request {
    case .fileByName(let name): names.contains(name)
    case .fileContainingSymbol(let name): known.contains(name)
    case .listServices: false
    }
  }

  /// Ends the session early. Drops files with missing imports, and all files that import those.
  /// - Parameter reason: for example `after 20 s`.
  package mutating func cutOff(_ reason: String) {
    var count: Int
    repeat {
      count = files.count
      let isWhole = files.map { $0.dependencies.allSatisfy(names.contains) }
      contents = zip(contents, isWhole).filter(\.1).map(\.0)
      files = zip(files, isWhole).filter(\.1).map(\.0)
      names = Set(files.map(\.name))
    } while files.count < count
    let services = self.services.filter { !Self.isReflection($0) }
    let came = files.reduce(into: Set<String>()) { $0.formUnion($1.serviceNames) }
    let missing = services.count { !came.contains($0) }
    let words = "\(Quantity.count(missing)) of its \(Quantity.count(services.count)) services were not listed \(reason)"
    failures.insert(Failure(request: .listServices, code: 4, message: words), at: 0)
  }

  private mutating func ask(_ request: ReflectionRequest) {
    if asked.insert(request).inserted { waiting.append(request) }
  }

  private mutating func fail(_ code: Int, _ message: String) {
    guard let open else { return }
    failures.append(Failure(request: open, code: code, message: message))
  }

  /// True for the reflection services themselves, which users do not call by hand.
  private static func isReflection(_ name: String) -> Bool { name.hasPrefix("grpc.reflection.") }

  /// True if no file was received.
  package var isEmpty: Bool { files.isEmpty }

  /// All received files as a `FileDescriptorSet`, to be stored.
  package var descriptorSet: [UInt8] {
    var set = WireWriter()
    for file in contents { set.field(1, file) }
    return set.bytes
  }

  /// Links the types of all received files.
  package func schema() throws(SchemaError) -> ProtobufSchema {
    try ProtobufSchema(files)
  }
}

extension FileDescriptor {
  /// The full names: `pkg.Service`.
  fileprivate var serviceNames: [String] {
    services.map { package.isEmpty ? $0.name : "\(package).\($0.name)" }
  }
}

/// A server reflection request (`grpc.reflection.v1` and `v1alpha`, whose bytes are the same).
///
/// https://github.com/grpc/grpc/blob/master/doc/server-reflection.md
package enum ReflectionRequest: Hashable, Sendable {
  case listServices
  /// The file that declares a service, a type or a method.
  case fileContainingSymbol(String)
  /// The imported file with this path.
  case fileByName(String)

  /// The method to call, in the newer and the older protocol version: some servers only have the older.
  package static let methods = [
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
  ]

  /// The bytes of a `ServerReflectionRequest`.
  package var bytes: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .listServices: writer.field(7, "*".utf8)
    case .fileContainingSymbol(let name): writer.field(4, name.utf8)
    case .fileByName(let name): writer.field(3, name.utf8)
    }
    return writer.bytes
  }
}

/// A server reflection response.
package enum ReflectionResponse: Hashable, Sendable {
  /// Serialized `FileDescriptorProto`s: the requested file, often with its imports.
  case files([[UInt8]])
  case services([String])
  /// A gRPC status code and its message.
  case failed(code: Int, message: String)
  /// A response of another kind.
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
