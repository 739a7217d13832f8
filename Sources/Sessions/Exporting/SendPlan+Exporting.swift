package import Basics
package import Interchange
package import Networking
package import Workspaces

extension SendPlan {
  /// The curl command for what the plan sends, with variables filled in.
  /// - Parameter defaults: what the client adds to each request.
  package func curl(
    style: CurlCommand.Style, shell: CurlCommand.Shell = .sh, defaults: RequestConfig, revealsSecrets: Bool,
    logins: Logins = Logins()
  ) throws(SendFault) -> CurlExport.Result {
    CurlExport.command(
      for: try prepared(logins: logins), style: style, defaults: defaults, shell: shell,
      revealsSecrets: revealsSecrets)
  }

  /// What the plan sends as a HAR archive, without a response.
  /// - Parameter time: the time of sending to write into the archive.
  package func archive(
    creator: (name: String, version: String), time: String, defaults: RequestConfig, revealsSecrets: Bool
  ) throws(SendFault) -> JSONValue {
    var prepared = try prepared()
    do throws(RequestError) { prepared.request = try prepared.request.layered(over: defaults) } catch {
      throw .request(error)
    }
    return HARExport.log(of: [prepared], creator: creator, time: time, revealsSecrets: revealsSecrets)
  }
}
