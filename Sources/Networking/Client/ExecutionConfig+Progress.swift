extension ExecutionConfig {
  /// Calls `report` with the bytes sent and received so far, at most about 30 times a second, on any thread. For every
  /// kind of call.
  public mutating func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) {
    observers.append(ClientObserver { if case .progress(let now) = $0.moment { report(now) } })
  }
}
