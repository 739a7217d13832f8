package import HTTPModel
package import SessionModel
package import Workspaces

/// Each language is defined in its own file in `Languages` and listed in `all`.
extension CodeLanguage {
  /// A language whose programs are limited to what their library can send.
  init(
    _ id: String, _ title: String, library: CodeLibrary, suffix: String, comment: String?,
    write: @escaping @Sendable (CodeRequest) -> CodeProgram
  ) {
    self.init(id, title, library: library.name, suffix: suffix, comment: comment) { request, redaction in
      let request = CodeRequest(request, redaction, for: library)
      var program = write(request)
      program.notices = request.notices + program.notices
      return program
    }
  }

  package static let all: [CodeLanguage] = [
    .apus, .httpie, .wget, .powerShell, .pythonRequests, .pythonHTTPX, .fetch, .axios, .node, .go, .java, .kotlin,
    .csharp,
    .php, .ruby, .perl, .rust, .swift, .swiftNetworking,
  ]

  package static func named(_ id: String) -> CodeLanguage? { all.first { $0.id == id } }

  /// The whole program, which prints status and body, with notices of differences from Apus.
  package func program(
    for prepared: PreparedRequest, revealsSecrets: Bool = false
  ) -> (text: String, notices: [String]) {
    program(for: prepared.request, revealsSecrets ? .none : prepared.redaction)
  }

  package func program(for request: Request, _ redaction: Redaction) -> (text: String, notices: [String]) {
    var program = write(request, redaction)
    // A name or a path may contain a secret.
    program.notices = program.notices.map(redaction.masked(text:))
    let text = program.lines.joined(separator: "\n") + "\n"
    let comments = comment.map { mark in program.notices.map { "\(mark) \($0)" } } ?? []
    return (redaction.masked(text: commented(text, comments)), program.notices)
  }
}
