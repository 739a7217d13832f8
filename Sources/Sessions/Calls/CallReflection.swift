import Basics
import Networking
import Protobuf
import Synchronization
import Workspaces

/// Asks a server for its services (gRPC's server-reflection.md), in the newer version of the protocol, then in the older.
struct CallReflection {
  private static let patience = Duration.seconds(20)
  /// In bytes, of one answer and of all.
  private static let limit = 64 << 20

  let client: Client
  let prepared: PreparedRequest
  /// The only service that is wanted; `nil` for all.
  var service: String?

  /// What a server told.
  struct Told {
    /// The types of all services.
    var schema: ProtobufSchema
    /// The set of descriptors that they come from.
    var set: [UInt8]
    /// What the server did not tell, in its words.
    var failures: [String]
  }

  func services() async throws(NetworkError) -> Told {
    for method in ReflectionRequest.methods {
      if let found = try await services(by: method) { return found }
    }
    throw NetworkError(
      .encoding, "\(address) does not tell its services (reflection); name a .proto file or descriptors")
  }

  private var address: String { URLParts(prepared.request.url).authority ?? prepared.request.url }

  /// `nil` if the server does not know the method.
  private func services(by method: String) async throws(NetworkError) -> Told? {
    let sender = GRPCSender()
    // Each question has one answer: of a server that goes on unasked, nothing is kept.
    let (answers, feed) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(1))
    let talk = Task { [service] in await Self.talk(sender, answers, about: service) }
    let end = Mutex(Conversation.Close?.none)
    var config = GRPCConfig()
    let limit = prepared.request.options.totalTimeout ?? .zero
    config.maximumMessageSize = Self.limit
    config.maximumTotalSize = Self.limit
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
    let (answered, fault) = await talk.value
    var session = answered
    let close = end.withLock { $0 }
    // What came within the limits is of use: a server may have very many services.
    let cut = Self.cut(exchange, close).flatMap { session.isEmpty ? nil : $0 }
    if let cut { session.cutOff(cut) }
    if let failure = exchange.failure, cut == nil { throw failure }
    if close?.code == GRPCStatus.Code.unimplemented.rawValue { return nil }
    guard close?.code == 0 || cut != nil else {
      throw NetworkError(
        .other, "\(address) did not tell its services: \(close?.name ?? "no status") \(close?.reason ?? "")")
    }
    let failures = session.failures.map { "\($0)" } + (fault.map { [$0] } ?? [])
    let schema: ProtobufSchema
    do { schema = try session.schema() } catch {
      let words = (["\(error)"] + failures).joined(separator: "; ")
      throw NetworkError(.encoding, "The services of \(address) cannot be used: \(words)")
    }
    if schema.services.isEmpty, let first = failures.first {
      throw NetworkError(.encoding, "\(address) did not tell its services: \(first)")
    }
    return Told(schema: schema, set: session.descriptorSet, failures: failures)
  }

  /// Which limit ended the call; `nil` if none did.
  private static func cut(_ exchange: Exchange, _ close: Conversation.Close?) -> String? {
    if close?.code == GRPCStatus.Code.deadlineExceeded.rawValue { return "in time" }
    return exchange.failure?.category == .bodyTooLarge ? "within \(ByteCount(limit))" : nil
  }

  /// - Returns: the answers so far, and what was wrong with the last.
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
      // The call is over, and its status says why.
    } catch {
      fault = "\(error)"
    }
    sender.finish()
    return (session, fault)
  }
}
