import Basics
import Networking
import Protobuf
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The types of the messages of a call, and where they come from: a file, what the server told before, or the server.
struct CallSchema {
  /// How long protoc may take.
  private static let patience = Duration.seconds(20)

  let client: Client
  let prepared: PreparedRequest
  let call: PreparedCall

  /// The types by which this method is called.
  func schema() async throws(NetworkError) -> ProtobufSchema {
    if let file = call.protoFile { return try await schema(inFile: file) }
    if let kept = keptSchema(), kept.method(path: call.path) != nil { return kept }
    return try await fetched()
  }

  private func schema(inFile file: String) async throws(NetworkError) -> ProtobufSchema {
    let bytes = file.hasSuffix(".proto") ? try await compiled(file) : try read(file)
    do throws(SchemaError) { return try ProtobufSchema(descriptorSet: bytes) } catch {
      throw NetworkError(.encoding, "\(file) is no set of descriptors: \(error)")
    }
  }

  private func read(_ file: String) throws(NetworkError) -> [UInt8] {
    do throws(WorkspaceError) { return try PreparedCall.descriptors(in: file) } catch {
      throw NetworkError(.encoding, "The descriptors cannot be read: \(error)")
    }
  }

  private func compiled(_ file: String) async throws(NetworkError) -> [UInt8] {
    do throws(WorkspaceError) { try call.checkSources() } catch { throw unused(error) }
    let compiler = ProtoCompiler(files: [file], importPaths: call.importPaths)
    switch await ProtoCompilation.run(compiler, patience: Self.patience) {
    case .success(let bytes):
      try checkImports(in: bytes)
      return bytes
    case .failure(let failure): throw NetworkError(.encoding, "\(failure)")
    }
  }

  /// What the sources import is written in more ways than `checkSources` reads.
  private func checkImports(in set: [UInt8]) throws(NetworkError) {
    // A set that cannot be read is refused by its reader.
    let names = (try? FileDescriptorSet(parsing: set))?.files.map(\.name) ?? []
    do throws(WorkspaceError) { try call.check(imports: names) } catch { throw unused(error) }
  }

  private func unused(_ error: WorkspaceError) -> NetworkError {
    NetworkError(.encoding, "The .proto files are not used: \(error)")
  }

  // MARK: What the server says

  /// What it said before; `nil` if nothing of it can be used, so that it is asked again.
  private func keptSchema() -> ProtobufSchema? {
    // What is damaged is as good as nothing: the server is asked.
    call.keptSchema().flatMap { try? ProtobufSchema(descriptorSet: $0) }
  }

  /// Asks the server, with the metadata and the connection of the request itself, and keeps what it says.
  func fetched() async throws(NetworkError) -> ProtobufSchema {
    let (schema, set) = try await CallReflection(client: client, prepared: prepared).services()
    guard schema.method(path: call.path) != nil || !schema.services.isEmpty else {
      throw NetworkError(.encoding, "The server tells of no services by reflection; name a .proto file or descriptors")
    }
    call.keep(schema: set)
    return schema
  }
}
