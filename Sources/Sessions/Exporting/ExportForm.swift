package import Interchange

/// What requests can be written as, for another tool or for a shell.
package enum ExportForm: String, CaseIterable, Hashable, Sendable {
  case curl, exactCurl, har, http, hurl, postman, json, python, javascript, go

  /// The format that keeps variables and holds any number of requests; `nil` for a form of one request as it is sent.
  package var format: ExportFormat? { ExportFormat(rawValue: rawValue) }

  /// The language of a program that sends the request; `nil` for the other forms.
  package var language: CodeLanguage? { CodeLanguage(rawValue: rawValue) }
}
