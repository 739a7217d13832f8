import Basics

/// Changes a response before the validators see it (`ExecutionConfig.transformers`): for what a backend wraps around
/// its answers.
public enum ResponseTransform {
  /// An element of `ExecutionConfig.transformers`. What it throws ends the call.
  public typealias Transform = @Sendable (Response) async throws -> Response

  /// Any change of the body's bytes.
  public static func body(_ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]) -> Transform {
    { response in response.withBody(try change(response.bytes)) }
  }

  /// Drops a text that some servers put before JSON against inclusion as a script, such as `)]}'`.
  public static func droppingPrefix(_ prefix: String) -> Transform {
    body { bytes in
      let content = TextDecoder.withoutMark(bytes)
      return content.starts(with: prefix.utf8) ? Array(content.dropFirst(prefix.utf8.count)) : bytes
    }
  }

  /// Takes the value out of an envelope: `{"data": …}` becomes `…`, to the byte. An answer without that member at its
  /// top, an error for instance, stays whole.
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
