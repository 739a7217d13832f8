import Networking
import Workspaces

extension CurlImport.Imported {
  /// The request ready to go as curl would send it, with what a saved request cannot hold.
  /// - Throws: `SendRefusal` as for a saved request.
  public func prepared(in context: SendContext, dynamic: DynamicValues = .live) throws -> PreparedRequest {
    var context = context
    context.options = options.merging(over: context.options)
    var prepared = try PreparedRequest(request, in: context, dynamic: dynamic)
    prepared.request = try prepared.request.with { config in
      for name in suppressedHeaders.sorted() { config.suppress(name) }
      if let bytes { config.body = .bytes(bytes) }
    }
    return prepared
  }
}
