/// When each phase of one hop ended, from the transport's own monotonic clock, counted from the hop's start.
/// A phase that did not happen (a reused connection, plain HTTP, a failure before it) is `nil`.
public struct Timing: Hashable, Sendable {
  /// Waited for a free connection or slot before anything was sent.
  public var queued: Duration?
  public var resolved: Duration?
  public var connected: Duration?
  public var secured: Duration?
  /// The last byte of the request was handed over.
  public var sent: Duration?
  public var firstByte: Duration?
  public var total: Duration

  public init(
    queued: Duration? = nil, resolved: Duration? = nil, connected: Duration? = nil, secured: Duration? = nil,
    sent: Duration? = nil, firstByte: Duration? = nil, total: Duration = .zero
  ) {
    self.queued = queued
    self.resolved = resolved
    self.connected = connected
    self.secured = secured
    self.sent = sent
    self.firstByte = firstByte
    self.total = total
  }

  /// One bar of a waterfall: where it starts and how long it is.
  public struct Phase: Hashable, Sendable {
    /// The phases, in the order in which they come.
    public enum Name: String, CaseIterable, Sendable {
      case queued, dns, connect, tls, sent, waiting, download
    }
    public let name: Name
    public let start: Duration
    public let length: Duration

    public init(_ name: Name, start: Duration, length: Duration) {
      self.name = name
      self.start = start
      self.length = length
    }
  }

  /// The phases that happened, in order, without gaps.
  public var phases: [Phase] {
    let ends: [(Phase.Name, Duration?)] = [
      (.queued, queued), (.dns, resolved), (.connect, connected), (.tls, secured), (.sent, sent),
      (.waiting, firstByte), (.download, firstByte == nil ? nil : total),
    ]
    var start = Duration.zero
    var phases: [Phase] = []
    for (name, end) in ends {
      guard let end else { continue }
      let stop = max(start, end)
      phases.append(Phase(name, start: start, length: stop - start))
      start = stop
    }
    return phases
  }
}
