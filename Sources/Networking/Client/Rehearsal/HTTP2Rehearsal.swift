/// Sends nothing: the head that a request would have in HTTP/2 is in `SentRequest` of the hop, as HTTP/1 writes it but for
/// `:authority`.
package final class HTTP2Rehearsal: Transport {
  package init() {}

  package var capabilities: TransportCapabilities { HTTP2Transport.features }

  package func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let asked = request.request
    let sent = SentRequest(
      method: asked.method.rawValue, url: asked.url, head: RequestBlock(asked).text(authority: ":authority"))
    events(.finished(TransportResult(hop: Hop(request: sent), body: nil, failure: nil)))
    return CallBox()
  }
}
