import Interchange
import Networking
import Workspaces

extension OpenRequest {
  /// The curl command for what it would send, without sending it.
  /// - Parameter defaults: what the client adds to each request.
  package func curl(
    in workspace: Workspace, logins: Logins, style: CurlCommand.Style, defaults: RequestConfig, revealsSecrets: Bool
  ) async throws(SendFault) -> CurlExport.Result {
    let prepared = try await plan(in: workspace).prepared(logins: logins)
    return CurlExport.command(for: prepared, style: style, defaults: defaults, revealsSecrets: revealsSecrets)
  }
}
