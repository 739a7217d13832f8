/// When each phase of one hop ended, from the transport's own monotonic clock, counted from the hop's start.
/// A phase that did not happen (a reused connection, plain HTTP, a failure before it) is `nil`.
public struct Timing: Hashable, Sendable {
  /// Waited for a free connection or slot before anything was sent.
  public var queued: Duration?
  /// The host's address is known.
  public var resolved: Duration?
  /// TCP is connected, to the proxy where there is one.
  public var connected: Duration?
  /// The TLS handshake is done.
  public var secured: Duration?
  /// The last byte of the request was handed over.
  public var sent: Duration?
  /// The first byte of the answer arrived.
  public var firstByte: Duration?
  /// The hop ended.
  public var total: Duration

  /// Times counted from the hop's start.
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
      /// Waiting for a slot.
      case queued
      /// Looking up the host's address.
      case dns
      /// Connecting.
      case connect
      /// The TLS handshake.
      case tls
      /// Sending the request.
      case sent
      /// From the request's last byte to the answer's first.
      case waiting
      /// Receiving the answer.
      case download
    }
    /// Which phase.
    public let name: Name
    /// Counted from the hop's start.
    public let start: Duration
    /// How long it took.
    public let length: Duration

    /// A phase made by hand.
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
