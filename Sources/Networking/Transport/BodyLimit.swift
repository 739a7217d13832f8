import Basics
import HTTPTypes

/// The limit for the body of one response after decompression, because a few kilobytes on the wire can expand to
/// gigabytes.
package struct BodyLimit: Hashable, Sendable {
  /// In bytes; `.max` for no limit.
  package let most: Int

  /// The limit of a request. A streamed body is limited only if the request says so.
  package init(of request: TransportRequest) {
    let asked = request.request.options.maximumBodySize
    switch request.delivery {
    case .store: self.init(asked ?? TransferOptions.defaultMaximumBodySize)
    case .stream: self.init(asked ?? 0)
    }
  }

  /// - Parameter size: in bytes; 0 for none.
  package init(_ size: Int) { most = size > 0 ? size : .max }

  /// How many of `count` more bytes are accepted after `received` of them.
  package func room(for count: Int, after received: Int) -> Int { max(0, min(count, most - received)) }

  /// The error for a body that exceeds the limit.
  package func error(_ request: Request) -> NetworkError {
    let address = URLParts(request.url).hostAndPort
    return NetworkError(
      .bodyTooLarge,
      "\(address) sent a body larger than \(ByteCount(most)), the limit; the rest is discarded",
      request: request)
  }
}
