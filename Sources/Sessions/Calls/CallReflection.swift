import Basics
import Networking
import Protobuf
import Synchronization
import Workspaces

/// Asks a server for its services (gRPC's server-reflection.md), in the newer version of the protocol, then in the older.
struct CallReflection {
  private static let patience = Duration.seconds(20)

  let client: Client
  let prepared: PreparedRequest

  /// The types of all services, and the set of descriptors that they come from.
  func services() async throws(NetworkError) -> (schema: ProtobufSchema, set: [UInt8]) {
    for method in ReflectionRequest.methods {
      if let found = try await services(by: method) { return found }
    }
    throw NetworkError(
      .encoding, "\(address) does not tell its services (reflection); name a .proto file or descriptors")
  }

  private var address: String { URLParts(prepared.request.url).authority ?? prepared.request.url }

  /// `nil` if the server does not know the method.
  private func services(by method: String) async throws(NetworkError) -> (schema: ProtobufSchema, set: [UInt8])? {
    let sender = GRPCSender()
    let (answers, feed) = AsyncStream.makeStream(of: [UInt8].self)
    let talk = Task { await Self.talk(sender, answers) }
    let end = Mutex(Conversation.Close?.none)
    var config = GRPCConfig()
    let limit = prepared.request.options.totalTimeout ?? .zero
    config.deadline = limit > .zero ? min(limit, Self.patience) : Self.patience
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
    let session = await talk.value
    if let failure = exchange.failure { throw failure }
    let close = end.withLock { $0 }
    if close?.code == GRPCStatus.Code.unimplemented.rawValue { return nil }
    guard close?.code == 0 else {
      throw NetworkError(
        .other, "\(address) did not tell its services: \(close?.name ?? "no status") \(close?.reason ?? "")")
    }
    do { return (try session.schema(), session.descriptorSet) } catch {
      throw NetworkError(.encoding, "The services of \(address) cannot be used: \(error)")
    }
  }

  private static func talk(_ sender: GRPCSender, _ answers: AsyncStream<[UInt8]>) async -> ReflectionSession {
    var session = ReflectionSession()
    var answer = answers.makeAsyncIterator()
    do {
      while let request = session.next() {
        try await sender.send(request.bytes)
        guard let bytes = await answer.next() else { break }
        try session.take(ReflectionResponse(parsing: bytes))
      }
    } catch {
      // The status of the call, or the schema that does not come together, says what was wrong.
    }
    sender.finish()
    return session
  }
}
