import Synchronization

/// Remembers the last request that was put over a client's defaults: a run sends the same one many times.
// A class because all copies of a client share it.
final class LayerMemory: Sendable {
  private struct Layered {
    let request: Request
    let defaults: Indirect<RequestConfig?>
    let whole: Request
  }

  /// In bytes; a larger body is not kept after its request.
  private static let largestBody = 64 << 10
  private let last = Mutex<Layered?>(nil)

  /// The request with the defaults for what it does not set.
  func whole(_ request: Request, over defaults: Indirect<RequestConfig?>) throws(RequestError) -> Request {
    guard let config = defaults.wrappedValue else { return request }
    if let last = last.withLock({ $0 }), last.request.isSame(as: request), last.defaults.isSame(as: defaults) {
      return last.whole
    }
    let whole = try request.layered(over: config)
    if Self.isKept(request) {
      last.withLock { $0 = Layered(request: request, defaults: defaults, whole: whole) }
    }
    return whole
  }

  private static func isKept(_ request: Request) -> Bool {
    switch request.body {
    case .none: true
    case .bytes(let bytes): request.parts == nil && bytes.count <= largestBody
    case .file, .sequence, .stream: false
    }
  }
}
