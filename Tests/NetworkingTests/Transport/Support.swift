import Basics
import HTTPTypes
import Synchronization
import TestSupport

@testable import HTTPModel
@testable import Networking

/// Requests built directly, for tests of the layers below `Request.with`.
func makeRequest(
  _ url: String, _ method: HTTPRequest.Method = .get, headers: Headers = Headers(), suppressing: Set<String> = [],
  body: Request.Body = .none, options: TransferOptions = TransferOptions()
) -> Request {
  Request(
    method: method, url: url, headers: headers, suppressedHeaders: suppressing, body: body, options: options,
    parts: nil, modifiers: RequestModifiers())
}

func makeOptions(_ set: (inout TransferOptions) -> Void) -> TransferOptions {
  var options = TransferOptions()
  set(&options)
  return options
}

/// Everything that a transport reported about one transfer.
struct Received: Sendable {
  var informational: [ResponseHead] = []
  var challenged: [Hop] = []
  var heads: [ResponseHead] = []
  var content: [UInt8] = []
  var progress: [TransferProgress] = []
  var result: TransportResult

  var failure: NetworkError? { result.failure }
  var head: ResponseHead? { result.hop.response }
  var bodyText: String { String(decoding: result.body?.allBytes ?? [], as: UTF8.self) }
}

extension Transport {
  /// Runs one transfer to its end. `started` gets the call as soon as it exists, `seen` every event.
  func received(
    _ request: Request, delivery: TransportRequest.Delivery = .store(spillThreshold: 64 << 20),
    started: (any TransportCall) -> Void = { _ in },
    seen: @escaping @Sendable (TransportEvent) -> Void = { _ in }
  ) async -> Received {
    let (events, feed) = AsyncStream.makeStream(of: TransportEvent.self)
    let call = start(TransportRequest(request, delivery: delivery)) { event in
      seen(event)
      feed.yield(event)
      if case .finished = event { feed.finish() }
    }
    started(call)
    let nothing = SentRequest(method: "", url: "")
    var received = Received(result: TransportResult(hop: Hop(request: nothing)))
    for await event in events {
      switch event {
      case .informational(let head): received.informational.append(head)
      case .challenged(let hop): received.challenged.append(hop)
      case .head(let head, _): received.heads.append(head)
      case .content(let bytes):
        received.content += bytes
        call.consumed(bytes.count)
      case .progress(let progress): received.progress.append(progress)
      case .finished(let result): received.result = result
      }
    }
    return received
  }
}

/// A server that sends a fixed text on each connection after a complete request, then closes.
func oneShot(_ text: String) throws -> RawServer {
  try RawServer { connection in
    guard connection.readRequest() != nil else { return }
    try connection.write(text)
  }
}
