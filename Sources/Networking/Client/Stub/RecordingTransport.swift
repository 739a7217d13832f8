import Basics
package import Essentials
import HTTPModel
import HTTPTypes
import Locks

/// Forwards requests to another transport and records the results, for replaying later.
public final class RecordingTransport: Transport {
  private let base: any Transport
  private let kept = Mutex<[Recording]>([])

  /// Records the transfers of `base`.
  public init(_ base: any Transport) {
    self.base = base
  }

  /// The capabilities of the recorded transport.
  public var capabilities: TransportCapabilities { base.capabilities }
  /// In the order in which the transfers ended.
  public var recordings: [Recording] { kept.withLock { $0 } }

  /// Shuts the recorded transport down.
  public func shutdown() async { await base.shutdown() }
  /// The statistics of the recorded transport.
  public var statistics: [HostStatistics] { base.statistics }

  /// Starts the request on the recorded transport; the recording is added when it finishes.
  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let content = StreamedContent()
    return base.start(request) { [self] event in
      if case .content(let bytes) = event { content.add(bytes) }
      if case .finished(let result) = event {
        let body = content.bytes ?? result.body?.allBytes ?? []
        let recording = Recording(request.request, result, body: body)
        kept.withLock { $0.append(recording) }
      }
      events(event)
    }
  }
}

/// The content of a streamed response, collected for a recording.
private final class StreamedContent: Sendable {
  private let all = Mutex<[UInt8]?>(nil)
  var bytes: [UInt8]? { all.withLock { $0 } }
  func add(_ bytes: [UInt8]) { all.withLock { $0 = ($0 ?? []) + bytes } }
}

extension RecordingTransport {
  /// One transfer in a form that can be stored. It contains the whole request, including secrets.
  public struct Recording: Codable, Hashable, Sendable {
    /// The method as sent, such as `GET`.
    package var method: String
    /// The absolute URL.
    package var url: String
    /// Names and values, in order.
    package var requestHeaders: [[String]]
    /// The request's body; empty for none.
    package var requestBody: Data
    /// The status; `nil` if no head arrived.
    package var status: Int?
    /// The reason phrase; empty for HTTP/2 and 3.
    package var reason: String
    /// `1.0`, `1.1`, `2` or `3`.
    package var httpVersion: String
    /// The response headers: names and values, in order.
    package var headers: [[String]]
    /// Trailer fields: names and values, in order.
    package var trailers: [[String]]
    /// The response body, decompressed.
    package var body: Data
    /// The category of the failure, if it failed.
    package var failure: String?
    /// The failure's message.
    package var failureMessage: String?

    init(_ request: Request, _ result: TransportResult, body: [UInt8]) {
      method = request.method.rawValue
      url = request.url
      requestHeaders = request.headers.fields.map { [$0.name, $0.value] }
      requestBody = Data(result.hop.request.body?.allBytes ?? [])
      let head = result.hop.response
      status = head?.status.code
      reason = head?.status.reasonPhrase ?? ""
      httpVersion = head?.httpVersion ?? "1.1"
      headers = head?.headers.fields.map { [$0.name, $0.value] } ?? []
      trailers = head?.trailers.fields.map { [$0.name, $0.value] } ?? []
      self.body = Data(body)
      failure = result.failure?.category.rawValue
      failureMessage = result.failure?.message
    }

    /// A stub that gives the same response to the same request.
    var stub: Stub {
      let matchers: [Stub.Matcher] = [
        Stub.Matcher { [method, url] request, _ in request.method.rawValue == method && request.url == url }
      ]
      if let failure {
        let category = NetworkError.Category(rawValue: failure) ?? .other
        return Stub(matchers, reply: .failure(NetworkError(category, failureMessage ?? "The recorded transfer failed")))
      }
      func fields(_ pairs: [[String]]) -> Headers {
        Headers(pairs.compactMap { $0.count == 2 ? Header($0[0], $0[1]) : nil })
      }
      let code = status.map { (0...999).contains($0) ? $0 : 0 } ?? 0
      let response = Stub.Response(
        status: .init(code: code, reasonPhrase: reason), headers: fields(headers), body: Array(body),
        trailers: fields(trailers), httpVersion: httpVersion)
      return Stub(matchers, reply: .fixed(response))
    }
  }
}

extension StubTransport {
  /// Replays recordings: requests with the same method and URL get their responses in recorded order; the last one
  /// repeats.
  public convenience init(replaying recordings: [RecordingTransport.Recording], passingTo next: (any Transport)? = nil)
  {
    var order: [String] = []
    var groups: [String: [Stub]] = [:]
    for recording in recordings {
      let key = "\(recording.method) \(recording.url)"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(recording.stub)
    }
    let stubs = order.compactMap { key -> Stub? in
      guard let group = groups[key], let first = group.first else { return nil }
      return Stub(first.matchers, reply: .sequence(group.map(\.reply)))
    }
    self.init(stubs, passingTo: next)
  }
}
