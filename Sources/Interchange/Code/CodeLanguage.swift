package import Networking
package import Workspaces

/// A language that a request can be written in, with the library that most programs in it use.
package enum CodeLanguage: String, CaseIterable, Sendable {
  /// With `requests`.
  case python
  /// With `fetch`, as a module.
  case javascript
  /// With `net/http`.
  case go

  /// The whole program, which prints status and body, and what it does not do as Apus does.
  package func program(
    for prepared: PreparedRequest, revealsSecrets: Bool = false
  ) -> (text: String, notices: [String]) {
    program(for: prepared.request, revealsSecrets ? .none : prepared.redaction)
  }

  package func program(for request: Request, _ redaction: Redaction) -> (text: String, notices: [String]) {
    let request = CodeRequest(request, redaction)
    let written: (text: String, notices: [String])
    switch self {
    case .python: written = PythonCode.write(request)
    case .javascript: written = JavaScriptCode.write(request)
    case .go: written = GoCode.write(request)
    }
    // A secret in pieces of a name or a path.
    return (redaction.masked(text: written.text), (request.notices + written.notices).map(redaction.masked(text:)))
  }
}
