package import Interchange
package import Networking
package import Workspaces

/// How requests are written as they would be sent.
package struct ExportOptions: Sendable {
  /// Name and version of the program, for the log of an HTTP archive.
  package var creator: (name: String, version: String)
  /// The time of sending to write into an archive, ISO 8601.
  package var time: String
  /// What the client adds to each request.
  package var defaults: RequestConfig
  package var revealsSecrets = false
  /// The shell that will read curl commands.
  package var shell = CurlCommand.Shell.sh
  /// Of curl commands.
  package var variables = CurlExport.Variables.resolved
  package var logins = Logins()

  package init(creator: (name: String, version: String), time: String, defaults: RequestConfig) {
    self.creator = creator
    self.time = time
    self.defaults = defaults
  }
}
