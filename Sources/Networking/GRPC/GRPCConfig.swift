/// How a call is made.
package struct GRPCConfig: Hashable, Sendable {
  /// How messages travel.
  package enum Carrier: Hashable, Sendable {
    /// gRPC over HTTP/2, for every kind of call.
    case http2
    /// gRPC-Web over any HTTP: one message or several, then the answer. `asText` sends Base64, which every proxy passes.
    case web(asText: Bool)
  }

  /// How messages travel. Default HTTP/2.
  package var carrier = Carrier.http2
  /// Whether messages are sent compressed with gzip. Default false; compressed answers are always understood.
  package var compresses = false
  /// The largest message in bytes, decompressed; a larger one ends the call. Default 1 GB.
  package var maximumMessageSize = TransferOptions.defaultMaximumBodySize
  /// The most that all messages together may take, in bytes, for they are kept. Default 1 GB.
  package var maximumTotalSize = TransferOptions.defaultMaximumBodySize
  /// Messages above this many bytes move to a temporary file.
  package var spillThreshold = 64 << 20
  /// How long the call may take; the server is told. Default no limit.
  package var deadline: Duration?

  /// The defaults.
  package init() {}
}
