package import Networking
package import Workspaces

/// A programming language or command, with the library that sends the request. Each is defined in its own file in
/// `Languages` and listed in `all`.
package struct CodeLanguage: Sendable {
  /// The value for `--lang`: `python-requests`.
  package let id: String
  /// `Python (requests)`
  package let title: String
  /// The library that sends the request: `requests`.
  package let library: String
  /// The suffix of a program file, with its dot.
  package let suffix: String
  /// The mark that begins a comment; `nil` for a command, which may be pasted where comments have another syntax.
  let comment: String?
  private let write: @Sendable (Request, Redaction) -> CodeProgram

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

  /// A language that can express every request.
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

extension CodeLanguage: Hashable, CustomStringConvertible {
  package static func == (left: CodeLanguage, right: CodeLanguage) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  package var description: String { id }
}

/// A program or command that sends a request, line by line.
struct CodeProgram {
  var lines: [String]
  /// The differences from Apus, one sentence each.
  var notices: [String] = []
}
