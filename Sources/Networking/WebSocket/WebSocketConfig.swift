/// How a WebSocket is opened and kept.
public struct WebSocketConfig: Hashable, Sendable {
  /// Offered in this order; the server chooses one or none.
  public var subprotocols: [String] = []
  /// Whether to offer compression (RFC 7692). Default true.
  public var compresses = true
  /// The largest message in bytes, decompressed; a larger one ends the conversation. Default 1 GB.
  public var maximumMessageSize = TransferOptions.defaultMaximumBodySize
  /// The most that all messages together may take, in bytes, for they are kept. Default 1 GB.
  public var maximumTotalSize = TransferOptions.defaultMaximumBodySize
  /// Messages above this many bytes move to a temporary file.
  public var spillThreshold = 64 << 20
  /// How often a ping is sent, so that nobody on the way drops the connection. Default never.
  public var pingInterval: Duration?
  /// How long the conversation lasts at most; it is then closed in order. Default no limit.
  public var duration: Duration?
  /// How long the server has to answer a close. Default 3 s.
  public var closeTimeout = Duration.seconds(3)

  /// Whether a redirect to another origin is refused, because what is said later may be meant for this server alone.
  package var keepsOrigin = false

  /// The defaults.
  public init() {}
}
