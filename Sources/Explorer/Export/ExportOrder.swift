import Basics
package import SessionModel

/// The subject of an export.
package enum ExportTarget: Hashable, Sendable {
  /// A request as shown on the screen, or as in its file if it is not open.
  case request(RequestKey)
  /// The folder or collection at this absolute path, as in its files.
  case folder(String)
}

/// A requested export: its subject and format.
package struct ExportOrder: Hashable, Sendable {
  package var target: ExportTarget
  package var form: ExportForm
  /// True if each request of a folder becomes a file.
  package var isSplit = false
}

extension ExportForm {
  /// `Hurl`
  var title: String {
    switch self {
    case .curl: "cURL"
    case .exactCurl: "cURL, exact"
    case .har: "HAR"
    case .format(let format): format.title
    case .code(let language): language.title
    }
  }

  var detail: String {
    switch self {
    case .curl: "short, as typed by hand; or grpcurl, websocat"
    case .exactCurl: "sends the same bytes"
    case .har: "the request as sent"
    case .format(let format): format.detail
    case .code(let language): language.detail
    }
  }
}

extension ExportFormat {
  fileprivate var title: String {
    switch self {
    case .http: ".http"
    case .hurl: "Hurl"
    case .postman: "Postman"
    case .json: "Apus JSON"
    case .k6: "k6"
    }
  }

  fileprivate var detail: String {
    switch self {
    case .http: "VS Code and JetBrains; variables stay"
    case .hurl: "variables stay"
    case .postman: "a collection, v2.1; variables stay"
    case .json: "as apus import --json prints it"
    case .k6: "a load test script; variables stay"
    }
  }
}
