/// When each phase of one hop ended, by the transport's monotonic clock, relative to the start of the hop. A phase that
/// did not happen (a reused connection, plain HTTP, a failure before it) is `nil`.
public struct Timing: Hashable, Sendable {
  /// Waiting for a free connection or slot ended.
  public var queued: Duration?
  /// The host name was resolved.
  public var resolved: Duration?
  /// TCP connected, to the proxy if there is one.
  public var connected: Duration?
  /// The TLS handshake finished.
  public var secured: Duration?
  /// The last byte of the request was sent.
  public var sent: Duration?
  /// The first byte of the response arrived.
  public var firstByte: Duration?
  /// The hop ended.
  public var total: Duration

  /// Times relative to the start of the hop.
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

  /// One bar of a waterfall: its start and length.
  public struct Phase: Hashable, Sendable {
    /// The phases, in order.
    public enum Name: String, CaseIterable, Sendable {
      /// Waiting for a slot.
      case queued
      /// Looking up the host name.
      case dns
      /// Connecting.
      case connect
      /// The TLS handshake.
      case tls
      /// Sending the request.
      case sent
      /// From the last byte of the request to the first byte of the response.
      case waiting
      /// Receiving the response.
      case download
    }
    /// Which phase.
    public let name: Name
    /// Relative to the start of the hop.
    public let start: Duration
    /// The duration.
    public let length: Duration

    /// A phase from its parts.
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
