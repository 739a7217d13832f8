import Basics

/// Changes a response before validation (`ExecutionConfig.transformers`), for backends that wrap their responses.
public enum ResponseTransform {
  /// An element of `ExecutionConfig.transformers`. What it throws ends the call.
  public typealias Transform = @Sendable (Response) async throws -> Response

  /// Any change of the body's bytes.
  public static func body(_ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]) -> Transform {
    { response in response.withBody(try change(response.bytes)) }
  }

  /// Removes a prefix that some servers put before JSON to prevent inclusion as a script, such as `)]}'`.
  public static func droppingPrefix(_ prefix: String) -> Transform {
    body { bytes in
      let content = TextDecoder.withoutMark(bytes)
      return content.starts(with: prefix.utf8) ? Array(content.dropFirst(prefix.utf8.count)) : bytes
    }
  }

  /// Unwraps an envelope: `{"data": …}` becomes `…`, byte for byte. A response without that top-level member, such as
  /// an error, is unchanged.
  public static func unwrapping(_ member: String) -> Transform {
    body { bytes in JSONLexer.value(of: member, in: bytes).map(Array.init) ?? bytes }
  }
}

extension Response {
  /// The same response with another body.
  public func withBody(_ bytes: [UInt8]) -> Response {
    var copy = self
    copy.body = ByteStore(bytes)
    return copy
  }
}
