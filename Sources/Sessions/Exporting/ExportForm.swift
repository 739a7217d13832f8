package import Interchange

/// What requests can be written as, for another tool or for a shell.
package enum ExportForm: Hashable, Sendable {
  case curl, exactCurl, har
  /// A format that keeps variables and holds any number of requests.
  case format(ExportFormat)
  /// A program that sends the request.
  case code(CodeLanguage)

  package static let http = ExportForm.format(.http)
  package static let hurl = ExportForm.format(.hurl)
  package static let postman = ExportForm.format(.postman)
  package static let json = ExportForm.format(.json)

  package static let all =
    [.curl, .exactCurl, .har, .http, .hurl, .postman, .json] + CodeLanguage.all.map(ExportForm.code)

  package var id: String {
    switch self {
    case .curl: "curl"
    case .exactCurl: "exactCurl"
    case .har: "har"
    case .format(let format): format.rawValue
    case .code(let language): language.id
    }
  }

  package static func named(_ id: String) -> ExportForm? { all.first { $0.id == id } }

  /// `nil` for a form of one request as it is sent.
  package var format: ExportFormat? {
    if case .format(let format) = self { format } else { nil }
  }

  /// `nil` for the forms that are no program.
  package var language: CodeLanguage? {
    if case .code(let language) = self { language } else { nil }
  }
}
