import Bytes
import HTTPTypes

/// One request on the wire and its answer. Redirects, retries and challenges chain several into an exchange.
public struct Hop: Equatable, Sendable {
  /// Why this hop was made.
  public enum Cause: Hashable, Sendable {
    case initial
    case redirect
    case retry(attempt: Int)
    case authentication
  }

  public var cause: Cause
  public var request: SentRequest
  /// `nil` when no head arrived.
  public var response: ResponseHead?
  public var timing: Timing
  public var connection: Connection?
  public var sizes: TransferSizes

  public init(
    cause: Cause = .initial, request: SentRequest, response: ResponseHead? = nil, timing: Timing = Timing(),
    connection: Connection? = nil, sizes: TransferSizes = TransferSizes()
  ) {
    self.cause = cause
    self.request = request
    self.response = response
    self.timing = timing
    self.connection = connection
    self.sizes = sizes
  }
}

/// A request as it went over the wire.
public struct SentRequest: Equatable, Sendable {
  public var method: String
  public var url: String
  /// In wire order, with those that the transport added.
  public var headers: Headers
  /// The head to the byte (HTTP/1), or its HTTP/1 view (HTTP/2 and 3); empty when nothing was sent.
  public var head: [UInt8]
  /// The body as sent; `nil` when there was none or it came from a stream that was not kept.
  public var body: ByteStore?

  public init(
    method: String, url: String, headers: Headers = Headers(), head: [UInt8] = [], body: ByteStore? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.head = head
    self.body = body
  }
}

/// The head of a response, as the server wrote it.
public struct ResponseHead: Hashable, Sendable {
  /// `1.0`, `1.1`, `2` or `3`.
  public var httpVersion: String
  public var status: HTTPResponse.Status
  public var headers: Headers
  /// Fields that came after the body.
  public var trailers: Headers
  /// The head to the byte, without trailers; empty where it was not kept.
  public var raw: [UInt8]

  public init(
    httpVersion: String = "1.1", status: HTTPResponse.Status, headers: Headers = Headers(),
    trailers: Headers = Headers(), raw: [UInt8] = []
  ) {
    self.httpVersion = httpVersion
    self.status = status
    self.headers = headers
    self.trailers = trailers
    self.raw = raw
  }
}

/// How many bytes went each way, counted by the transport.
public struct TransferSizes: Hashable, Sendable {
  public var requestHead: Int
  public var requestBody: Int
  public var responseHead: Int
  /// The body as it came over the wire, still compressed.
  public var responseBodyOnWire: Int
  /// The body after decompression.
  public var responseBody: Int

  public init(
    requestHead: Int = 0, requestBody: Int = 0, responseHead: Int = 0, responseBodyOnWire: Int = 0,
    responseBody: Int = 0
  ) {
    self.requestHead = requestHead
    self.requestBody = requestBody
    self.responseHead = responseHead
    self.responseBodyOnWire = responseBodyOnWire
    self.responseBody = responseBody
  }
}
