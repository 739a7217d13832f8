/// The three limits of a request as one value: `$0.options.timeouts = .interactive`.
public struct Timeouts: Hashable, Sendable {
  /// For connecting, including the TLS handshake.
  public var connect: Duration?
  /// Without a byte in either direction.
  public var idle: Duration?
  /// For one hop.
  public var total: Duration?

  /// `nil` leaves a limit at its default.
  public init(connect: Duration? = nil, idle: Duration? = nil, total: Duration? = nil) {
    self.connect = connect
    self.idle = idle
    self.total = total
  }

  /// For a person who waits: 10 s to connect, 15 s of silence, 60 s in all.
  public static let interactive = Timeouts(connect: .seconds(10), idle: .seconds(15), total: .seconds(60))
  /// For a service that calls another one nearby: 2 s to connect, 5 s of silence, 15 s in all.
  public static let server = Timeouts(connect: .seconds(2), idle: .seconds(5), total: .seconds(15))
}

extension TransferOptions {
  /// `connectTimeout`, `idleTimeout` and `totalTimeout`.
  public var timeouts: Timeouts {
    get { Timeouts(connect: connectTimeout, idle: idleTimeout, total: totalTimeout) }
    set {
      connectTimeout = newValue.connect
      idleTimeout = newValue.idle
      totalTimeout = newValue.total
    }
  }
}
