import Basics

/// Whether a transfer has exceeded a limit.
extension CurlTransfer {
  private var totalLimit: ContinuousClock.Instant? {
    request.options.totalTimeout.flatMap { $0 > .zero ? started + $0 : nil }
  }

  /// The idle limit counts from the first byte sent; until then the connect limit applies. A pause on our side does not
  /// count.
  private var idleLimit: ContinuousClock.Instant? {
    guard !machine.requestHead.isEmpty, job.window?.isHolding != true else { return nil }
    return request.options.idleTimeout.flatMap { $0 > .zero ? lastActivity + $0 : nil }
  }

  var nextLimit: ContinuousClock.Instant? {
    [totalLimit, idleLimit].compactMap(\.self).min()
  }

  /// The limit that the loop's watch enforces.
  var watchLimit: LoopWatch.Limit? {
    if let totalLimit { return .at(totalLimit) }
    return request.options.idleTimeout.flatMap { $0 > .zero ? .silence($0) : nil }
  }

  /// The limit that a failed transfer had exceeded anyway, as an error.
  var overdue: NetworkError? {
    if job.gate.isCancelled { return NetworkError.cancelled }
    return watchLimit == nil ? nil : expired(at: .now)
  }

  /// Whether the body ends where the connection does (RFC 9112, section 6.3): one that was cut looks whole.
  var endsWithConnection: Bool {
    guard let headers = machine.response?.headers else { return false }
    return headers["Content-Length"] == nil && headers["Transfer-Encoding"] == nil
  }

  func expired(at now: ContinuousClock.Instant) -> NetworkError? {
    let address = URLParts(request.url).hostAndPort
    if let totalLimit, now >= totalLimit, let limit = request.options.totalTimeout {
      return NetworkError(.totalTimeout, "The request to \(address) took longer than \(Quantity.limit(limit))")
    }
    if let idleLimit, now >= idleLimit, let limit = request.options.idleTimeout {
      return NetworkError(.idleTimeout, "\(address) was silent for more than \(Quantity.limit(limit))")
    }
    return nil
  }
}
