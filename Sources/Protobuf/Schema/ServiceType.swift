/// A service and its methods.
package struct ServiceType: Sendable {
  /// With the package, without a leading dot.
  package var fullName: String
  /// The path of its file.
  package var file: String
  /// In the order of the file.
  package var methods: [MethodType]
  package var isDeprecated: Bool
}

/// A method: what it is given and what it answers.
package struct MethodType: Sendable {
  /// Who sends several messages.
  package enum Streaming: String, Hashable, Sendable {
    case unary
    case client = "client-streaming"
    case server = "server-streaming"
    case bidirectional = "bidi-streaming"
  }

  package var name: String
  /// The name of its service.
  package var service: String
  /// The place of the type of its requests in the schema.
  package var input: Int
  /// The place of the type of its answers in the schema.
  package var output: Int
  package var isClientStreaming: Bool
  package var isServerStreaming: Bool
  package var isDeprecated: Bool

  /// The path of its calls: `/pkg.Service/Method`.
  package var path: String { "/\(service)/\(name)" }

  package var streaming: Streaming {
    switch (isClientStreaming, isServerStreaming) {
    case (false, false): .unary
    case (true, false): .client
    case (false, true): .server
    case (true, true): .bidirectional
    }
  }
}
