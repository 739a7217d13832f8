package import Interchange
package import Networking
package import Workspaces

extension OpenRequest {
  /// The curl command for what this request would send, without sending it.
  /// - Parameter defaults: what the client adds to each request.
  package func curl(
    in workspace: Workspace, logins: Logins, style: CurlCommand.Style, defaults: RequestConfig, revealsSecrets: Bool
  ) async throws(SendFault) -> CurlExport.Result {
    try await plan(in: workspace).curl(
      style: style, defaults: defaults, revealsSecrets: revealsSecrets, logins: logins)
  }
}
