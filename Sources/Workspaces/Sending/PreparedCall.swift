import Basics
import HTTPModel

/// A gRPC call, ready to be made.
package struct PreparedCall: Equatable, Sendable {
  /// `/pkg.Service/Method`.
  package var path: String
  package var definition: CallDefinition
  /// Absolute path of a `.proto` file or a descriptor set; `nil` for server reflection.
  package var protoFile: String?
  /// Absolute paths of the import folders.
  package var importPaths: [String] = []
  /// Import folders outside of the collection, as written; they are not searched.
  package var refusedPaths: [String] = []
  /// The collection's folder, which all of these must be in.
  var collection = ""
  /// The location for storing the server's descriptors; `nil` for none.
  var kept: KeptTypes?

  /// A file for the descriptors of one server.
  struct KeptTypes: Equatable {
    var folder: SchemaFolder
    var name: String
  }
}

extension RequestBuilder {
  /// The method of the call, appended to the address; `nil` if this is not a call.
  mutating func prepareCall(_ url: inout String) throws(SendRefusal) -> PreparedCall? {
    guard definition.kind.word == RequestDefinition.Kind.grpc.word else { return nil }
    let method = try resolve(definition.method, .method, "method").trimmed
    let parts = method.split(separator: "/").map(String.init)
    let names = parts.count == 1 ? Self.dotted(parts[0]) : parts
    guard names.count == 2, names.allSatisfy({ $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }) else {
      let problem = method.isEmpty ? "a call needs one" : "this is none"
      let places = "the services on the screen, or `apus schema`, list them"
      let advice = "name it as /package.Service/Method; \(places)"
      throw SendRefusal(.method, .invalid("\(problem): \(advice)"), "method")
    }
    guard !url.contains(where: { $0 == "?" || $0 == "#" }) else {
      throw SendRefusal(.url, .invalid("gRPC has no query; remove it from the URL"), "URL")
    }
    let path = "/" + names.joined(separator: "/")
    let server = url
    while url.utf8.last == UInt8(ascii: "/") { url.removeLast() }
    url += path
    var call = PreparedCall(path: path, definition: definition.conversation.call)
    if !call.definition.protoFile.isEmpty {
      let file = try filePath(call.definition.protoFile, row: 0, "proto file", isRead: true).path
      call.protoFile = file
      // Imports are relative to the collection's folder, or to the file's own.
      let folders = [context.folder, FilePaths.parent(of: file) ?? context.folder]
      if file.hasPrefix(context.folder + "/") {
        let named = (context.layers.first?.settings.importPaths ?? []).filter(\.isEnabled)
        call.importPaths = Array(Set(folders)).sorted()
        for folder in named.compactMap({ $0.folder(in: context.folder) }) where !call.importPaths.contains(folder) {
          call.importPaths.append(folder)
        }
        call.refusedPaths = named.filter { $0.folder(in: context.folder) == nil }.map(\.path)
        call.collection = context.folder
      }
    } else if let folder = context.schemaFolder {
      let key = [context.folder, context.environment?.name ?? "", server].joined(separator: "\n")
      let name = "\(Digest.hexadecimal(key.utf8).prefix(24)).binpb"
      call.kept = PreparedCall.KeptTypes(folder: folder, name: name)
    }
    return call
  }

  /// Refuses a login that gRPC over HTTP/2 does not support; sending without it would be a different call.
  func checkLogin(in config: RequestConfig) throws(SendRefusal) {
    guard let call, call.definition.carrier == .http2, config.options.authentication != nil else { return }
    let (login, layer) = context.authentication(of: definition)
    let field = layer.map { SendRefusal.Field.inherited(from: $0.path, header: nil) }
    throw SendRefusal(
      field ?? .authentication(field: "scheme"),
      .invalid("\(login.scheme.title) does not work with gRPC; use Basic, a bearer token or an API key"), "auth")
  }

  /// Refuses a query, which gRPC does not have: it would become part of the method's name.
  func checkQuery(in config: RequestConfig) throws(SendRefusal) {
    guard call != nil else { return }
    guard !config.query.isEmpty else { return }
    throw SendRefusal(
      .authentication(field: "placement"), .invalid("gRPC has no query; send the login in the metadata"), "auth")
  }

  /// `pkg.Service.Method`.
  private static func dotted(_ name: String) -> [String] {
    name.lastIndex(of: ".").map { [String(name[..<$0]), String(name[name.index(after: $0)...])] } ?? []
  }
}

/// The files with the types of a call's messages.
extension PreparedCall {
  /// The size limit for a descriptor set, in bytes.
  package static let mostSchema = 64 << 20

  /// The stored descriptors of the server's services; `nil` if there are none, so that the server is asked again.
  package func keptSchema() -> [UInt8]? {
    guard let kept else { return nil }
    // An unreadable file counts as missing.
    return try? kept.folder.read(kept.name, atMost: Self.mostSchema)
  }

  /// Stores the descriptors in the private folder of the workspace.
  package func keep(schema bytes: [UInt8]) throws(WorkspaceError) {
    guard let kept else { return }
    try kept.folder.keep(bytes, as: kept.name)
  }

  /// Refuses files that cannot be read or lead out of the collection, among the named file and its imports.
  package func checkSources() throws(WorkspaceError) {
    guard let protoFile else { return }
    for folder in importPaths where folder != collection {
      let confinement = Confinement(files: .live, folder: collection, owner: nil)
      do throws(FileError) { try confinement.check(folder) } catch { throw .file(error) }
    }
    var left = [protoFile]
    var seen: Set<String> = []
    while let path = left.popLast() {
      guard seen.insert(path).inserted else { continue }
      for folder in importPaths {
        do throws(FileError) {
          guard FilePaths.isBelow(path, folder), try FileSystem.live.stamp(path) != nil else { continue }
          let text = try FileSystem.live.confined(to: folder).read(path, FileSystem.largestFile)
          // The compiler accepts neither names with `..` nor absolute ones.
          left += ProtoImports.names(in: text).filter { !Self.leadsAway($0) }.map { FilePaths.join(folder, $0) }
        } catch { throw .file(error) }
      }
    }
  }

  /// Refuses files that the compiler found outside of the import folders, or through a link that leads out of the
  /// collection.
  /// - Parameter names: relative to an import folder, as the files import each other.
  package func check(imports names: [String]) throws(WorkspaceError) {
    for name in names where Self.leadsAway(name) {
      throw .file(FileError(name, .refused, "the compiler found it outside the import folders"))
    }
    for folder in importPaths {
      let confinement = Confinement(files: .live, folder: folder, owner: nil)
      for path in names.map({ FilePaths.join(folder, $0) }) {
        do throws(FileError) {
          // A missing file is in another folder, or built into the compiler.
          if try FileSystem.live.stamp(path) != nil { try confinement.check(path) }
        } catch { throw .file(error) }
      }
    }
  }

  private static func leadsAway(_ name: String) -> Bool {
    name.hasPrefix("/") || name.split(separator: "/").contains("..")
  }

  /// The content of the file that the request names.
  package static func descriptors(in file: String) throws(WorkspaceError) -> [UInt8] {
    do throws(FileError) { return try FileSystem.live.read(file, mostSchema) } catch { throw .file(error) }
  }
}

/// The names after `import` in a `.proto` file. Those in comments are included, which is harmless for checking these
/// files in advance.
enum ProtoImports {
  static func names(in text: [UInt8]) -> [String] {
    var names: [String] = []
    var rest = text[...]
    let word = Array("import".utf8)
    while let found = rest.firstRange(of: word) {
      rest = rest[found.upperBound...]
      var tail = rest.drop { $0.isASCIIWhitespace }
      for modifier in ["public", "weak"] where tail.starts(with: modifier.utf8) {
        tail = tail.dropFirst(modifier.utf8.count).drop { $0.isASCIIWhitespace }
      }
      guard let quote = tail.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      tail = tail.dropFirst()
      guard let end = tail.firstIndex(of: quote) else { continue }
      names.append(String(decoding: tail[..<end], as: UTF8.self))
      rest = tail[end...]
    }
    return names
  }
}
