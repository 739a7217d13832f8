internal import Basics

/// Asks a server for all its services with the files that they need: what to ask next, given the answers so far.
///
/// Each thing is asked for once, so a server that answers with other files than asked for ends the session, too.
package struct ReflectionSession: Sendable {
  /// What could not be had.
  package struct Failure: Hashable, Sendable, CustomStringConvertible {
    package var request: ReflectionRequest
    package var code: Int
    package var message: String
    package var description: String {
      switch request {
      case .fileContainingSymbol(let name): "\(name): \(message)"
      case .fileByName(let name): "\(name): \(message)"
      default: message
      }
    }
  }

  /// The services that the server lists, in its order.
  package private(set) var services: [String] = []
  package private(set) var failures: [Failure] = []
  private var files: [FileDescriptor] = []
  /// The bytes of each file.
  private var contents: [[UInt8]] = []
  private var names: Set<String> = []
  /// The services of all files that came.
  private var known: Set<String> = []
  private var asked: Set<ReflectionRequest> = []
  private var waiting: [ReflectionRequest] = []
  private var open: ReflectionRequest?
  private var bytesLeft: Int

  /// - Parameters:
  ///   - service: the only service that is wanted; `nil` for all.
  ///   - mostBytes: how many bytes of descriptors are taken.
  package init(service: String? = nil, mostBytes: Int = 64 << 20) {
    bytesLeft = mostBytes
    ask(service.map { .fileContainingSymbol($0) } ?? .listServices)
    if let service { services = [service] }
  }

  /// What to ask next; `nil` once all is there.
  package mutating func next() -> ReflectionRequest? {
    repeat { open = waiting.popLast() } while open.map(isAnswered) == true
    return open
  }

  /// Takes the answer to the last request.
  package mutating func take(_ response: ReflectionResponse) throws(SchemaError) {
    switch response {
    case .services(let names):
      services = names
      // The last is asked for first.
      for name in names.reversed() where !ReflectionSession.isReflection(name) { ask(.fileContainingSymbol(name)) }
    case .files(let contents):
      for bytes in contents { try add(bytes) }
    case .failed(let code, let message): fail(code, message)
    case .extensionNumbers, .other: fail(13, "the answer is of another kind than the question")
    }
  }

  private mutating func add(_ bytes: [UInt8]) throws(SchemaError) {
    guard bytes.count <= bytesLeft else { return fail(8, "the descriptors are larger than Apus takes") }
    bytesLeft -= bytes.count
    let file: FileDescriptor
    do { file = try FileDescriptor(parsing: bytes) } catch { throw .wire(error) }
    guard names.insert(file.name).inserted else { return }
    files.append(file)
    contents.append(bytes)
    known.formUnion(file.serviceNames)
    for name in file.dependencies where !names.contains(name) { ask(.fileByName(name)) }
  }

  /// Whether another answer has brought it: a file often holds many services, and a server may list very many.
  private func isAnswered(_ request: ReflectionRequest) -> Bool {
    switch request {
    case .fileByName(let name): names.contains(name)
    case .fileContainingSymbol(let name): known.contains(name)
    default: false
    }
  }

  /// No more answers come: files whose imports have not all come are left out, and so is what imports these.
  /// - Parameter reason: why, in words: `after 20 s`.
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
    let words = "\(Quantity.count(missing)) of its \(Quantity.count(services.count)) services were not told \(reason)"
    failures.insert(Failure(request: .listServices, code: 4, message: words), at: 0)
  }

  private mutating func ask(_ request: ReflectionRequest) {
    if asked.insert(request).inserted { waiting.append(request) }
  }

  private mutating func fail(_ code: Int, _ message: String) {
    guard let open else { return }
    failures.append(Failure(request: open, code: code, message: message))
  }

  /// The services of reflection itself, which nobody calls by hand.
  private static func isReflection(_ name: String) -> Bool { name.hasPrefix("grpc.reflection.") }

  /// Whether no file came.
  package var isEmpty: Bool { files.isEmpty }

  /// All files that came, as a `FileDescriptorSet`, to be kept.
  package var descriptorSet: [UInt8] {
    var set = WireWriter()
    for file in contents { set.field(1, file) }
    return set.bytes
  }

  /// The types of all files that came.
  package func schema() throws(SchemaError) -> ProtobufSchema {
    try ProtobufSchema(files)
  }
}

extension FileDescriptor {
  /// In full: `pkg.Service`.
  fileprivate var serviceNames: [String] {
    services.map { package.isEmpty ? $0.name : "\(package).\($0.name)" }
  }
}
