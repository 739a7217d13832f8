#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What stays the same throughout a call, shared by everything that works on it.
final class Call: Sendable {
  let request: Request
  let client: Client
  let config: ExecutionConfig
  let tell: (@Sendable (ConversationEvent) -> Void)?
  let stream: StreamSink?
  /// Only for observers, and created only if there are any, because it costs system calls.
  private let id: UUID?
  private let began = ContinuousClock.now

  init(
    _ request: Request, client: Client, config: ExecutionConfig, tell: (@Sendable (ConversationEvent) -> Void)? = nil,
    stream: StreamSink? = nil
  ) {
    self.request = request
    self.client = client
    self.config = config
    self.tell = tell
    self.stream = stream
    id = config.observers.isEmpty ? nil : UUID()
  }

  func observe(_ moment: @autoclosure () -> ClientObserver.Moment) {
    guard let id else { return }
    let notice = ClientObserver.Notice(id: id, request: request, moment: moment())
    for observer in config.observers { observer.observe(notice) }
  }

  /// Whether anyone listens.
  var reportsProgress: Bool { tell != nil || id != nil }

  var duration: Duration { ContinuousClock.now - began }

  /// The time left for the whole call; `nil` for no limit.
  var remaining: Duration? {
    config.timeout.map { max(.zero, $0 - duration) }
  }
}
