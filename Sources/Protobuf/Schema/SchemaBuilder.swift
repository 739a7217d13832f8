/// Links descriptors to a schema: orders the files, declares the names, then resolves what fields and methods refer to.
/// Each step is one pass.
struct SchemaBuilder {
  var schema = ProtobufSchema()
  private var files: [FileDescriptor] = []
  /// What is declared, and waits for its references to be resolved.
  var messages: [Declared<MessageDescriptor>] = []
  var extensions: [Declared<FieldDescriptor>] = []
  var services: [Declared<ServiceDescriptor>] = []

  /// A descriptor with the scope whose names and features it knows.
  struct Declared<Descriptor: Sendable>: Sendable {
    var descriptor: Descriptor
    /// Package and types around it.
    var scope: String
    var features: FeatureSet
    var file: String
    var isProto3 = false
  }

  static func link(_ files: [FileDescriptor]) throws(SchemaError) -> ProtobufSchema {
    var builder = SchemaBuilder()
    builder.files = BuiltInTypes.files(besides: files) + files
    try builder.checkImports()
    for file in builder.files { try builder.declare(file) }
    try builder.resolve()
    return builder.schema
  }

  /// Takes away files whose imports are all taken away, until none is left (Kahn).
  private func checkImports() throws(SchemaError) {
    let places = Dictionary(files.enumerated().map { ($1.name, $0) }) { first, _ in first }
    guard places.count == files.count else {
      var seen: Set<String> = []
      throw .duplicateFile(files.first { !seen.insert($0.name).inserted }?.name ?? "")
    }
    var importers: [[Int]] = Array(repeating: [], count: files.count)
    var waits = Array(repeating: 0, count: files.count)
    for (place, file) in files.enumerated() {
      for name in file.dependencies {
        guard let imported = places[name] else { throw .missingImport(name, in: file.name) }
        importers[imported].append(place)
        waits[place] += 1
      }
    }
    var ready = waits.indices.filter { waits[$0] == 0 }
    var left = files.count
    while let place = ready.popLast() {
      left -= 1
      for importer in importers[place] {
        waits[importer] -= 1
        if waits[importer] == 0 { ready.append(importer) }
      }
    }
    guard left == 0 else { throw .importCircle(circle(waits, places)) }
  }

  /// Follows imports from a file that waits until one comes again.
  private func circle(_ waits: [Int], _ places: [String: Int]) -> [String] {
    var path: [Int] = []
    var seen: [Int: Int] = [:]
    var next = waits.firstIndex { $0 > 0 }
    while let place = next, seen[place] == nil {
      seen[place] = path.count
      path.append(place)
      next = files[place].dependencies.compactMap { places[$0] }.first { waits[$0] > 0 }
    }
    let start = next.flatMap { seen[$0] } ?? 0
    return path[start...].map { files[$0].name } + (next.map { [files[$0].name] } ?? [])
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

  /// Reads and links files given one by one (`FileDescriptorProto`), as reflection gives them. One that comes twice, the
  /// same each time, counts once.
  package init(files: [[UInt8]]) throws(SchemaError) {
    var read: [FileDescriptor] = []
    do {
      var seen: Set<[UInt8]> = []
      for file in files where seen.insert(file).inserted { read.append(try FileDescriptor(parsing: file)) }
    } catch { throw .wire(error) }
    try self.init(read)
  }

  /// Only the types that are built in.
  package static let builtIn: ProtobufSchema = {
    // The built-in types link; their test says so.
    (try? SchemaBuilder.link([])) ?? ProtobufSchema()
  }()
}
