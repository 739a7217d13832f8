import Synchronization

extension SendSession {
  /// Starts with what scripts of an earlier iteration left: their variables and names.
  nonisolated func takeScriptVariables(of earlier: SendSession) {
    let left = earlier.known.withLock { $0.scripts }
    known.withLock { $0.scripts = left }
  }
}
