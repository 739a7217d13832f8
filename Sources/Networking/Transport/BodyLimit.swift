import Basics

/// How large the body of one answer may become once it is decompressed: what a few kilobytes on the wire can grow into is
/// not for the server to decide.
package struct BodyLimit: Hashable, Sendable {
  /// In bytes; `.max` for a body of any size.
  package let most: Int

  /// The limit of a request. A body that goes to its reader as it comes is limited only where the request says so.
  package init(of request: TransportRequest) {
    let asked = request.request.options.maximumBodySize
    switch request.delivery {
    case .store: self.init(asked ?? TransferOptions.defaultMaximumBodySize)
    case .stream: self.init(asked ?? 0)
    }
  }

  /// - Parameter size: in bytes; 0 for none.
  package init(_ size: Int) { most = size > 0 ? size : .max }

  /// How many of `count` more bytes are taken after `received` of them.
  package func room(for count: Int, after received: Int) -> Int { max(0, min(count, most - received)) }

  /// Why a transfer is ended whose body grew beyond the limit.
  package func error(_ request: Request) -> NetworkError {
    let address = CurlErrors.address(URLParts(request.url))
    return NetworkError(
      .bodyTooLarge,
      "\(address) sent a body larger than \(ByteCount(most)), the most that is taken; the rest is left out",
      request: "\(request.method.rawValue) \(request.url)")
  }
}
