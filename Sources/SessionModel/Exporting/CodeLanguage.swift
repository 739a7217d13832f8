package import HTTPModel

/// A programming language or command, with the library that sends the request. Interchange lists them.
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
  package let comment: String?
  package let write: @Sendable (Request, Redaction) -> CodeProgram

  /// A language that can express every request.
  package init(
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
}

extension CodeLanguage: Hashable, CustomStringConvertible {
  package static func == (left: CodeLanguage, right: CodeLanguage) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  package var description: String { id }
}

/// A program or command that sends a request, line by line.
package struct CodeProgram {
  package var lines: [String]
  /// The differences from Apus, one sentence each.
  package var notices: [String]

  package init(lines: [String], notices: [String] = []) {
    self.lines = lines
    self.notices = notices
  }
}
