import Basics
import Networking

/// A call of gRPC, ready to be made.
package struct PreparedCall: Equatable, Sendable {
  /// `/pkg.Service/Method`.
  package var path: String
  package var definition: CallDefinition
  /// Absolute: a `.proto` file or a set of descriptors; `nil` to ask the server.
  package var protoFile: String?
  /// Absolute: where imports of the file are looked for.
  package var importPaths: [String] = []
  /// As the collection names them: folders that lead out of it, where nothing is looked for.
  package var refusedPaths: [String] = []
  /// The collection's folder, which none of these may lead out of.
  var collection = ""
  /// Where what the server tells of its services is kept; `nil` for nowhere.
  var kept: KeptTypes?

  /// A file for the types of one server.
  struct KeptTypes: Equatable {
    var folder: SchemaFolder
    var name: String
  }
}

extension RequestBuilder {
  /// The method that is called, appended to the address; `nil` if this is no call.
  mutating func prepareCall(_ url: inout String) throws(SendRefusal) -> PreparedCall? {
    guard definition.kind.word == RequestDefinition.Kind.grpc.word else { return nil }
    let method = try resolve(definition.method, .method, "method").trimmed
    let parts = method.split(separator: "/").map(String.init)
    let names = parts.count == 1 ? Self.dotted(parts[0]) : parts
    guard names.count == 2, names.allSatisfy({ $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }) else {
      let problem = method.isEmpty ? "a call needs one" : "this is none"
      let places = "the services on the screen, or `apus schema`, show which there are"
      let advice = "name it as /package.Service/Method; \(places)"
      throw SendRefusal(.method, .invalid("\(problem): \(advice)"), "method")
    }
    guard !url.contains(where: { $0 == "?" || $0 == "#" }) else {
      throw SendRefusal(.url, .invalid("gRPC has no query; end the address before it"), "URL")
    }
    let path = "/" + names.joined(separator: "/")
    let server = url
    while url.utf8.last == UInt8(ascii: "/") { url.removeLast() }
    url += path
    var call = PreparedCall(path: path, definition: definition.conversation.call)
    if !call.definition.protoFile.isEmpty {
      let file = try filePath(call.definition.protoFile, row: 0, "proto file", isRead: true).path
      call.protoFile = file
      // Sources name each other from the collection's folder, or from their own.
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

  /// Refuses a login that HTTP/2 as gRPC speaks it has no answer for: sent without, the call would be another.
  func checkLogin(in config: RequestConfig) throws(SendRefusal) {
    guard let call, call.definition.carrier == .http2, config.options.authentication != nil else { return }
    let (login, layer) = context.authentication(of: definition)
    let field = layer.map { SendRefusal.Field.inherited(from: $0.path, header: nil) }
    throw SendRefusal(
      field ?? .authentication(field: "scheme"),
      .invalid("\(login.scheme.title) does not go with gRPC; use Basic, a bearer token or an API key"), "auth")
  }

  /// Refuses what would become a part of the method's name: HTTP has a query, gRPC has none.
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
