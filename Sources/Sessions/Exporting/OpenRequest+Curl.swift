package import Interchange
package import Networking
package import Workspaces

extension OpenRequest {
  /// The curl command for what this request would send, without sending it.
  /// - Parameters:
  ///   - session: where the answers and logins are that it uses.
  ///   - defaults: what the client adds to each request.
  package func curl(
    in workspace: Workspace, after session: SendSession, style: CurlCommand.Style, defaults: RequestConfig,
    revealsSecrets: Bool
  ) async throws(SendFault) -> CurlExport.Result {
    var plan = try await plan(in: workspace)
    session.addKnownAnswers(to: &plan)
    return try plan.curl(
      style: style, defaults: defaults, revealsSecrets: revealsSecrets, logins: session.logins)
  }
}
