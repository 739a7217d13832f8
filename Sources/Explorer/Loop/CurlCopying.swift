package import Interchange
package import Networking
package import Sessions
import Workspaces

/// Puts the curl command of a request on the clipboard: its form, and the actions that report the result.
package struct CurlCopying: Sendable {
  package let style: CurlCommand.Style
  package let revealsSecrets: Bool

  package init(style: CurlCommand.Style, revealsSecrets: Bool) {
    self.style = style
    self.revealsSecrets = revealsSecrets
  }

  package func hear(_ command: CurlExport.Result, post: Services.Post) {
    let name = command.tool ?? (style == .exact ? "exact cURL" : "cURL")
    let label = revealsSecrets ? "\(name) (with its secrets)" : "\(name) (secrets masked)"
    post(.response(.copyPrepared(command.text, label: label)))
    if let notice = command.notices.first { post(.notified(.warning, notice)) }
  }

  package func hear(_ fault: SendFault, post: Services.Post) {
    post(.notified(.error, ExportListener.words(for: fault)))
  }
}
