package import HTTPModel
package import SessionModel
package import Workspaces

/// The programs of each language are written by its own file in `Languages`.
extension CodeLanguage {
  package static let apus = CodeLanguage(
    "apus", "apus send", library: "apus send", suffix: ".sh", comment: nil, writing: ApusCode.write)
  package static let httpie = CodeLanguage("httpie", "HTTPie", HTTPieCode.library, ".sh", nil, HTTPieCode.write)
  package static let wget = CodeLanguage("wget", "wget", WgetCode.library, ".sh", nil, WgetCode.write)
  package static let powerShell = CodeLanguage(
    "powershell", "PowerShell", PowerShellCode.library, ".ps1", "#", PowerShellCode.write)
  package static let pythonRequests = CodeLanguage(
    "python-requests", "Python (requests)", PythonRequestsCode.library, ".py", "#", PythonRequestsCode.write)
  package static let pythonHTTPX = CodeLanguage(
    "python-httpx", "Python (httpx)", PythonHTTPXCode.library, ".py", "#", PythonHTTPXCode.write)
  package static let fetch = CodeLanguage(
    "js-fetch", "JavaScript (fetch)", FetchCode.library, ".mjs", "//", FetchCode.write)
  package static let axios = CodeLanguage(
    "js-axios", "JavaScript (axios)", AxiosCode.library, ".mjs", "//", AxiosCode.write)
  package static let node = CodeLanguage("node", "Node", NodeCode.library, ".mjs", "//", NodeCode.write)
  package static let go = CodeLanguage("go", "Go", GoCode.library, ".go", "//", GoCode.write)
  package static let java = CodeLanguage("java", "Java", JVMText.library, ".java", "//", JavaCode.write)
  package static let kotlin = CodeLanguage("kotlin", "Kotlin", JVMText.library, ".kt", "//", KotlinCode.write)
  package static let csharp = CodeLanguage("csharp", "C#", CSharpCode.library, ".cs", "//", CSharpCode.write)
  package static let php = CodeLanguage("php", "PHP", PHPCode.library, ".php", "//", PHPCode.write)
  package static let ruby = CodeLanguage("ruby", "Ruby", RubyCode.library, ".rb", "#", RubyCode.write)
  package static let perl = CodeLanguage("perl", "Perl", PerlCode.library, ".pl", "#", PerlCode.write)
  package static let rust = CodeLanguage("rust", "Rust", RustCode.library, ".rs", "//", RustCode.write)
  package static let swift = CodeLanguage(
    "swift", "Swift (URLSession)", SwiftCode.library, ".swift", "//", SwiftCode.write)
  package static let swiftNetworking = CodeLanguage(
    "swift-networking", "Swift (Networking)", SwiftNetworkingCode.library, ".swift", "//", SwiftNetworkingCode.write)

  /// A language whose programs are limited to what their library can send.
  private init(
    _ id: String, _ title: String, _ library: CodeLibrary, _ suffix: String, _ comment: String?,
    _ write: @escaping @Sendable (CodeRequest) -> CodeProgram
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
