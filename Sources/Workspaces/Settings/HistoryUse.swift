/// What is done with the exchanges of a request.
package enum HistoryUse: String, Hashable, Sendable, CaseIterable {
  /// The history records them.
  case keep
  /// None is recorded.
  case off
}
