/// What a file says of a call of gRPC, beside the method, which is `RequestDefinition.method`: `/pkg.Service/Method`.
package struct CallDefinition: Hashable, Sendable {
  /// How messages travel.
  package enum Carrier: String, Hashable, Sendable, CaseIterable {
    case http2 = ""
    case web
    case webText = "web-text"
  }

  /// Who sends several messages, in the format's words; empty if the file does not say. The schema knows better.
  package var methodType = ""
  /// A `.proto` file or a set of descriptors; empty to ask the server (reflection).
  package var protoFile = ""
  /// Whether messages are sent compressed.
  package var compresses = false
  package var carrier = Carrier.http2

  package init() {}
}
