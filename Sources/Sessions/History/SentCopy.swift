import Workspaces

extension HistoryRecord {
  /// A request with the content of the first one sent, for editing. It lacks the headers that are usually added on
  /// sending, and a body that is not UTF-8 is not preserved.
  package var definition: RequestDefinition {
    let request = exchange.hops.first?.request
    let added: Set<String> = [
      "host", "content-length", "user-agent", "accept-encoding", "connection", "transfer-encoding", "expect",
    ]
    let headers = (request?.headers.fields ?? []).filter { !added.contains($0.name.lowercased()) }
    var definition = RequestDefinition(
      name: requestID ?? request?.url ?? "", method: request?.method ?? "GET", url: request?.url ?? "",
      headers: headers.map { Row($0) }, authentication: .none)
    // The URL is already encoded. Redirects are followed if the exchange had any.
    definition.settings.encodeURL = false
    definition.settings.followRedirects = exchange.hops.contains { $0.cause == .redirect }
    if let body = request?.body, body.count > 0 {
      let isJSON = request?.headers["Content-Type"]?.contains("json") == true
      definition.body = .text(isJSON ? .json : .text, String(decoding: body.allBytes, as: UTF8.self))
    }
    return definition
  }
}
