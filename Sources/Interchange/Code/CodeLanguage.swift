package import Networking
package import Workspaces

/// A language that a request can be written in, with the library that most programs in it use. Each has a file of its own
/// beside this one, and its place in `all`.
package struct CodeLanguage: Sendable {
  /// As `--lang` takes it: `python`.
  package let id: String
  /// `Python`
  package let title: String
  /// What sends the request there: `requests`.
  package let library: String
  /// Of the file with a program, with its dot.
  package let suffix: String
  private let write: @Sendable (CodeRequest) -> (text: String, notices: [String])

  init(
    _ id: String, _ title: String, library: String, suffix: String,
    write: @escaping @Sendable (CodeRequest) -> (text: String, notices: [String])
  ) {
    self.id = id
    self.title = title
    self.library = library
    self.suffix = suffix
    self.write = write
  }

  package static let all: [CodeLanguage] = [.python, .javascript, .go]

  package static func named(_ id: String) -> CodeLanguage? { all.first { $0.id == id } }

  /// The whole program, which prints status and body, and what it does not do as Apus does.
  package func program(
    for prepared: PreparedRequest, revealsSecrets: Bool = false
  ) -> (text: String, notices: [String]) {
    program(for: prepared.request, revealsSecrets ? .none : prepared.redaction)
  }

  package func program(for request: Request, _ redaction: Redaction) -> (text: String, notices: [String]) {
    let request = CodeRequest(request, redaction)
    let written = write(request)
    // A secret in pieces of a name or a path.
    return (redaction.masked(text: written.text), (request.notices + written.notices).map(redaction.masked(text:)))
  }
}

extension CodeLanguage: Hashable, CustomStringConvertible {
  package static func == (left: CodeLanguage, right: CodeLanguage) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  package var description: String { id }
}
