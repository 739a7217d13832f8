import Basics
package import HTTPModel
package import Interchange
import Networking
package import SessionModel
package import Workspaces

/// The options for exporting requests as they would be sent.
package struct ExportOptions: Sendable {
  /// Name and version of the program, for the log of an HTTP archive.
  package var creator: (name: String, version: String)
  /// The time of sending to write into an archive, in ISO 8601.
  package var time: String
  /// The settings that the client adds to each request.
  package var defaults: RequestConfig
  package var revealsSecrets = false
  package var shell = CurlCommand.Shell.sh
  package var variables = CurlExport.Variables.resolved
  package var logins = Logins(client: Client())

  package init(creator: (name: String, version: String), time: String, defaults: RequestConfig) {
    self.creator = creator
    self.time = time
    self.defaults = defaults
  }
}

extension ExportText {
  /// - Parameter redaction: masks the known secrets wherever they occur.
  package init(
    _ collection: ImportedCollection, in format: ExportFormat, redaction: Redaction, revealsSecrets: Bool = false
  ) {
    let result = format.write(collection, revealsSecrets: revealsSecrets, redaction: redaction)
    let empty = collection.requests.isEmpty ? ["\(collection.root.name) has no requests"] : []
    self.init(
      text: result.text, notices: Self.lines(of: result.notices.map { ($0.location, $0.message) }) + empty)
    leftOut = result.leftOut
  }
}
