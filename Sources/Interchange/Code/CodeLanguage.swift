package import Networking
package import Workspaces

/// A language that a request can be written in, with what sends it there. Each has a file of its own in `Languages`, and
/// its place in `all`.
package struct CodeLanguage: Sendable {
  /// As `--lang` takes it: `python-requests`.
  package let id: String
  /// `Python (requests)`
  package let title: String
  /// What sends the request there: `requests`.
  package let library: String
  /// Of the file with a program, with its dot.
  package let suffix: String
  /// What begins a comment; `nil` for a command, which may be typed where comments mean something else.
  let comment: String?
  private let write: @Sendable (Request, Redaction) -> CodeProgram

  /// A language whose programs are written for a request that its library can send.
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

  /// A language that can say everything a request has.
  init(
    _ id: String, _ title: String, library: String, suffix: String, comment: String?,
    writing: @escaping @Sendable (Request, Redaction) -> CodeProgram
  ) {
    self.id = id
    self.title = title
    self.library = library
    self.suffix = suffix
    self.comment = comment
    write = writing
  }

  /// `code with requests`
  package var detail: String { isCommand ? "a command for the shell" : "code with \(library)" }

  /// `Python (requests)`, `Java (java.net.http)`
  package var titleWithLibrary: String { isCommand || title.contains("(") ? title : "\(title) (\(library))" }

  package var isCommand: Bool { comment == nil }

  package static let all: [CodeLanguage] = [
    .apus, .httpie, .wget, .powerShell, .pythonRequests, .pythonHTTPX, .fetch, .axios, .node, .go, .java, .kotlin,
    .csharp,
    .php, .ruby, .perl, .rust, .swift, .swiftNetworking,
  ]

  package static func named(_ id: String) -> CodeLanguage? { all.first { $0.id == id } }

  /// The whole program, which prints status and body, and what it does not do as Apus does.
  package func program(
    for prepared: PreparedRequest, revealsSecrets: Bool = false
  ) -> (text: String, notices: [String]) {
    program(for: prepared.request, revealsSecrets ? .none : prepared.redaction)
  }

  package func program(for request: Request, _ redaction: Redaction) -> (text: String, notices: [String]) {
    var program = write(request, redaction)
    // A secret in pieces of a name or a path.
    program.notices = program.notices.map(redaction.masked(text:))
    return (redaction.masked(text: program.text(comment: comment)), program.notices)
  }
}

extension CodeLanguage: Hashable, CustomStringConvertible {
  package static func == (left: CodeLanguage, right: CodeLanguage) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  package var description: String { id }
}
