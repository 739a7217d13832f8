import Basics
import Essentials
import Networking
import Protobuf
import Synchronization
import Workspaces

/// The message types of a call and their origin: a file, an earlier reply of the server, or the server now.
struct CallSchema {
  let client: Client
  let prepared: PreparedRequest
  let call: PreparedCall

  /// The locally available types for this method; `nil` if the server must be asked.
  func known() async throws(NetworkError) -> ProtobufSchema? {
    let files = CallFiles(call: call)
    if call.protoFile != nil { return try await files.named().schema }
    guard let kept = files.kept()?.schema, kept.method(path: call.path) != nil else { return nil }
    return kept
  }

  /// The types for this method, fetched from the server.
  func asked() async throws(NetworkError) -> ProtobufSchema {
    let began = ContinuousClock.now
    let reply = try await reply()
    // A failure to save is harmless: the types are fetched again next time.
    try? call.keep(schema: reply.set)
    guard reply.schema.method(path: call.path) == nil, let first = reply.failures.first else { return reply.schema }
    // A server with very many services may not send all types in time.
    let left = try prepared.afterSpending(began.duration(to: .now))
    if let alone = await calledService(left) { return alone }
    throw NetworkError(
      .encoding, "\(CallMessages.unknown(call.path, in: reply.schema).message). The list is incomplete: \(first)")
  }

  /// The types of the called service alone; `nil` if the server does not send them.
  private func calledService(_ prepared: PreparedRequest) async -> ProtobufSchema? {
    let service = call.path.split(separator: "/").first.map(String.init)
    // The request for all services has already reported the error.
    let reply = try? await CallReflection(client: client, prepared: prepared, service: service).services()
    return reply.flatMap { $0.schema.method(path: call.path) == nil ? nil : $0.schema }
  }

  /// Asks the server and saves its reply.
  func fetched() async throws(NetworkError) -> CallReflection.Reply {
    let reply = try await reply()
    do throws(WorkspaceError) { try call.keep(schema: reply.set) } catch {
      throw NetworkError(.storage, "The types cannot be stored: \(error)")
    }
    return reply
  }

  /// Asks the server, with the metadata and the connection of the request itself.
  private func reply() async throws(NetworkError) -> CallReflection.Reply {
    let reply = try await CallReflection(client: client, prepared: prepared).services()
    guard !reply.schema.services.isEmpty else {
      throw NetworkError(.encoding, "The server lists no services by reflection; name a .proto file or descriptors")
    }
    return reply
  }
}

/// The message types of a call, read from the files that the request names or from the types saved earlier.
struct CallFiles {
  struct Types {
    var schema: ProtobufSchema
    /// The descriptor set that the types come from.
    var set: [UInt8]
  }

  /// The time limit for protoc.
  private static let patience = Duration.seconds(20)

  let call: PreparedCall

  /// The types from the files that the request names: sources or a descriptor set.
  func named() async throws(NetworkError) -> Types {
    guard let file = call.protoFile else { throw NetworkError(.encoding, "The request names no types file") }
    let bytes = file.hasSuffix(".proto") ? try await compiled(file) : try read(file)
    do throws(SchemaError) { return Types(schema: try ProtobufSchema(descriptorSet: bytes), set: bytes) } catch {
      throw NetworkError(.encoding, "\(file) is not a descriptor set: \(error)")
    }
  }

  /// The types that the server sent earlier; `nil` if none are saved or usable, so that the server is asked again.
  func kept() -> Types? {
    guard let set = call.keptSchema() else { return nil }
    // A damaged set counts as missing: the server is asked.
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

  /// The error text for a compiler failure. A missing file may be in an import folder of the collection, which is not
  /// searched.
  private func words(_ failure: ProtoCompiler.Failure) -> String {
    guard failure.missesFile, let path = call.refusedPaths.first else { return "\(failure)" }
    return "\(failure) importPaths has \(path), which is outside the collection: nothing is imported from there."
  }

  /// Checks the imports in the compiled set, because `checkSources` does not read every way to write an import.
  private func checkImports(in set: [UInt8]) throws(NetworkError) {
    // The reader of the set reports a set that cannot be read.
    let names = (try? FileDescriptorSet(parsing: set))?.files.map(\.name) ?? []
    do throws(WorkspaceError) { try call.check(imports: names) } catch { throw unused(error) }
  }

  private func unused(_ error: WorkspaceError) -> NetworkError {
    NetworkError(.encoding, "The .proto files are not used: \(error)")
  }
}

/// Runs protoc, and stops it when the task is cancelled.
enum ProtoCompilation {
  /// The processor time limit for protoc in seconds, because the sources may be untrusted.
  private static let most = 10
  /// The memory limit in kilobytes: a megabyte of nested messages takes protoc two gigabytes. On systems without such a
  /// limit, the time limit applies.
  private static let mostMemory = 1 << 20

  /// - Returns: a descriptor set.
  static func run(
    _ compiler: ProtoCompiler, patience: Duration
  ) async -> Result<[UInt8], ProtoCompiler.Failure> {
    await ProgramOutput.onThread { runHere(compiler, patience, $0) }
      ?? .failure(.refused("no thread is available to run protoc"))
  }

  private static func runHere(
    _ compiler: ProtoCompiler, _ patience: Duration, _ ending: Int32
  ) -> Result<[UInt8], ProtoCompiler.Failure> {
    let variables = ProcessInfo.processInfo.environment
    guard let program = ProgramOutput.path(of: ProtoCompiler.program, in: variables["PATH"]) else {
      #if canImport(Darwin)
      return .failure(.missing(isMac: true))
      #else
      return .failure(.missing(isMac: false))
      #endif
    }
    let toOutput: [String]
    let toNothing: [String]
    do throws(ProtoCompiler.Failure) {
      toOutput = try compiler.arguments(output: "/dev/stdout")
      toNothing = try compiler.arguments(output: "/dev/null")
    } catch {
      return .failure(error)
    }
    let output = ProgramOutput("/bin/sh", variables: variables, ending: ending)
    func command(_ redirection: String) -> [String] {
      [
        "-c",
        "ulimit -t \(most); ulimit -v \(mostMemory) 2>/dev/null; exec \"$0\" \"$@\" \(redirection)", program,
      ]
    }
    let bytes = output.read(command("") + toOutput, limit: PreparedCall.mostSchema, patience: patience)
    if let bytes, !bytes.isEmpty { return .success(bytes) }
    // protoc writes its messages to the other stream.
    let faults = output.read(
      command("2>&1 >/dev/null") + toNothing, limit: 1 << 20, patience: patience, takesFailure: true)
    return .failure(.refused(String(decoding: faults ?? [], as: UTF8.self)))
  }
}

/// Asks a server for its services (gRPC's server-reflection.md), with the newer version of the protocol, then the older
/// one.
struct CallReflection {
  /// The time limit if the request sets none.
  private static let patience = Duration.seconds(20)
  /// The size limit in bytes, for one answer and for all together.
  private static let limit = 64 << 20

  let client: Client
  let prepared: PreparedRequest
  /// The only service to ask for; `nil` asks for all.
  var service: String?

  /// The server's reply.
  struct Reply {
    var schema: ProtobufSchema
    /// The descriptor set that the types come from.
    var set: [UInt8]
    /// Errors that the server reported for parts of its services.
    var failures: [String]
  }

  func services() async throws(NetworkError) -> Reply {
    let began = ContinuousClock.now
    for method in ReflectionRequest.methods {
      let left = try prepared.afterSpending(began.duration(to: .now))
      if let found = try await services(by: method, left) { return found }
    }
    throw NetworkError(
      .encoding, "\(address) does not support reflection; name a .proto file or descriptors")
  }

  private var address: String { URLParts(prepared.request.url).authority ?? prepared.request.url }

  /// - Returns: `nil` if the server does not implement the method.
  private func services(
    by method: String, _ prepared: PreparedRequest
  ) async throws(NetworkError) -> Reply? {
    let sender = GRPCSender()
    // Each question has one answer. Unsolicited answers are dropped.
    let (answers, feed) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(1))
    let talk = Task { [service] in await Self.talk(sender, answers, about: service) }
    let end = Mutex(Conversation.Close?.none)
    var config = GRPCConfig()
    config.maximumMessageSize = Self.limit
    config.maximumTotalSize = Self.limit
    config.deadline = prepared.timeLimit ?? Self.patience
    let exchange = await client.exchange(grpc: prepared.request.calling(method), config, from: sender) { event in
      switch event {
      case .message(let message) where message.direction == .incoming: feed.yield(message.body.allBytes)
      case .state(.closed(let close)): end.withLock { $0 = close }
      default: break
      }
    } _: {
      $0.cookies = prepared.cookies ?? $0.cookies
    }
    feed.finish()
    let (answered, fault) = await talk.value
    var session = answered
    let close = end.withLock { $0 }
    // A server may have very many services: the answers within the limits are still usable.
    let cut = Self.cut(exchange, close).flatMap { session.isEmpty ? nil : $0 }
    if let cut { session.cutOff(cut) }
    if let failure = exchange.failure, cut == nil { throw failure }
    if close?.code == GRPCStatus.Code.unimplemented.rawValue { return nil }
    guard close?.code == 0 || cut != nil else {
      throw NetworkError(
        .other, "\(address) did not list its services: \(close?.name ?? "no status") \(close?.reason ?? "")")
    }
    let failures = session.failures.map { "\($0)" } + (fault.map { [$0] } ?? [])
    let schema: ProtobufSchema
    do { schema = try session.schema() } catch {
      let words = (["\(error)"] + failures).joined(separator: "; ")
      throw NetworkError(.encoding, "The services of \(address) cannot be used: \(words)")
    }
    if schema.services.isEmpty, let first = failures.first {
      throw NetworkError(.encoding, "\(address) did not list its services: \(first)")
    }
    return Reply(schema: schema, set: session.descriptorSet, failures: failures)
  }

  /// The limit that ended the call; `nil` if none did.
  private static func cut(_ exchange: Exchange, _ close: Conversation.Close?) -> String? {
    if close?.code == GRPCStatus.Code.deadlineExceeded.rawValue { return "in time" }
    return exchange.failure?.category == .bodyTooLarge ? "within \(ByteCount(limit))" : nil
  }

  /// - Returns: the answers so far, and the error of the last one.
  private static func talk(
    _ sender: GRPCSender, _ answers: AsyncStream<[UInt8]>, about service: String?
  ) async -> (session: ReflectionSession, fault: String?) {
    var fault: String?
    var session = ReflectionSession(service: service)
    var answer = answers.makeAsyncIterator()
    do {
      while let request = session.next() {
        try await sender.send(request.bytes)
        guard let bytes = await answer.next() else { break }
        try session.take(ReflectionResponse(parsing: bytes))
      }
    } catch is NetworkError {
      // The call is over, and its status gives the reason.
    } catch {
      fault = "\(error)"
    }
    sender.finish()
    return (session, fault)
  }
}
