import Basics
import Networking
import Protobuf
import Workspaces

/// The types of the messages of a call, and where they come from: a file, what the server told before, or the server.
struct CallSchema {
  let client: Client
  let prepared: PreparedRequest
  let call: PreparedCall

  /// The types by which this method is called.
  func schema() async throws(NetworkError) -> ProtobufSchema {
    let files = CallFiles(call: call)
    if call.protoFile != nil { return try await files.named().schema }
    if let kept = files.kept()?.schema, kept.method(path: call.path) != nil { return kept }
    let told = try await told()
    // A call goes on without it: what cannot be kept is asked for again.
    try? call.keep(schema: told.set)
    guard told.schema.method(path: call.path) == nil, let first = told.failures.first else { return told.schema }
    // Of very many services not all are told in time.
    if let alone = await calledService() { return alone }
    throw NetworkError(
      .encoding, "\(CallMessages.unknown(call.path, in: told.schema).message). The server did not tell all: \(first)")
  }

  /// The types of the service that is called, by themselves; `nil` if the server does not tell them.
  private func calledService() async -> ProtobufSchema? {
    let service = call.path.split(separator: "/").first.map(String.init)
    // What was wrong is said of the whole.
    let told = try? await CallReflection(client: client, prepared: prepared, service: service).services()
    return told.flatMap { $0.schema.method(path: call.path) == nil ? nil : $0.schema }
  }

  /// Asks the server, and keeps what it says.
  func fetched() async throws(NetworkError) -> CallReflection.Told {
    let told = try await told()
    do throws(WorkspaceError) { try call.keep(schema: told.set) } catch {
      throw NetworkError(.storage, "The types cannot be kept: \(error)")
    }
    return told
  }

  /// Asks the server, with the metadata and the connection of the request itself.
  private func told() async throws(NetworkError) -> CallReflection.Told {
    let told = try await CallReflection(client: client, prepared: prepared).services()
    guard !told.schema.services.isEmpty else {
      throw NetworkError(.encoding, "The server tells of no services by reflection; name a .proto file or descriptors")
    }
    return told
  }
}
