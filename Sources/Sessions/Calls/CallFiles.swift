import Basics
import Networking
import Protobuf
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The types of a call that stand in files: in those that the request names, or in what the server told before.
struct CallFiles {
  struct Types {
    var schema: ProtobufSchema
    /// The set of descriptors that they come from.
    var set: [UInt8]
  }

  /// How long protoc may take.
  private static let patience = Duration.seconds(20)

  let call: PreparedCall

  /// What the request names: sources or a set of descriptors.
  func named() async throws(NetworkError) -> Types {
    guard let file = call.protoFile else { throw NetworkError(.encoding, "The request names no file of types") }
    let bytes = file.hasSuffix(".proto") ? try await compiled(file) : try read(file)
    do throws(SchemaError) { return Types(schema: try ProtobufSchema(descriptorSet: bytes), set: bytes) } catch {
      throw NetworkError(.encoding, "\(file) is no set of descriptors: \(error)")
    }
  }

  /// What the server said before; `nil` if nothing of it can be used, so that it is asked again.
  func kept() -> Types? {
    guard let set = call.keptSchema() else { return nil }
    // What is damaged is as good as nothing: the server is asked.
    return (try? ProtobufSchema(descriptorSet: set)).map { Types(schema: $0, set: set) }
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
    case .failure(let failure): throw NetworkError(.encoding, words(failure))
    }
  }

  /// A file that is missing may be in a folder that the collection names, and that is not looked into.
  private func words(_ failure: ProtoCompiler.Failure) -> String {
    guard failure.missesFile, let path = call.refusedPaths.first else { return "\(failure)" }
    return "\(failure) importPaths names \(path), which leads out of the collection: nothing is imported from there."
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
}
