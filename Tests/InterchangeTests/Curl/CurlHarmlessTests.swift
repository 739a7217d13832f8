import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

/// Values that a careless export would execute: sent by Apus, by the exported command in both shells, and by its
/// import, they are the same bytes, and no file is created.
@Suite("Values that look like commands")
struct CurlHarmlessTests {
  private static let values = [
    "$(touch pwned)", "`touch pwned`", "'; touch pwned; '", "\"; touch pwned; \"", "& touch pwned &", "| touch pwned",
    "$(touch${IFS}pwned)", "`touch${IFS}pwned`", "${x:=$(touch pwned)}", "<(touch pwned)", "> pwned",
    "\\$(touch pwned)",
    "\\'; touch pwned; \\'", "-o pwned", "--output=pwned", "@pwned", "!touch pwned", "$'\\x60touch pwned\\x60'",
    "\u{1B}$(touch pwned)", "a\n touch pwned\n", "%0atouch pwned", "*", "~root", "$HOME", "{a,b}", "[1-3]",
  ]

  enum Place: String, CaseIterable {
    case path, typedPath, query, header, body, json, field, part, fileName, cookie, user, password, token

    func request(_ value: String, to url: String) -> RequestDefinition {
      var request = RequestDefinition(name: "x", url: url + "/p")
      request.settings.followRedirects = false
      let isBody = [.body, .json, .field, .part, .fileName].contains(self)
      if isBody { request.method = "POST" }
      // Braces of the text itself are not a variable.
      let value = value.replacingOccurrences(of: "{{", with: "{ {")
      switch self {
      case .path: request.url = "\(url)/\(value)"
      case .typedPath:
        request.url = "\(url)/\(value)"
        request.settings.encodeURL = false
      case .query: request.params = [Parameter(.query, Row("q", value))]
      case .header: request.headers = [Row("X-Value", value)]
      case .body: request.body = .text(.text, value)
      case .json: request.body = .text(.json, value)
      case .field: request.body = .form([Row(value, value)])
      case .part: request.body = .multipart([FormPart("name", .text(value))])
      case .fileName: request.body = .multipart([FormPart("name", .text("x"), fileName: value)])
      case .cookie: request.headers = [Row("Cookie", "a=\(value)")]
      case .user: request.authentication = Authentication(.basic, [.init("username", value), .init("password", "p")])
      case .password:
        request.authentication = Authentication(.basic, [.init("username", "u"), .init("password", value)])
      case .token: request.authentication = Authentication(.bearer, [.init("token", value)])
      }
      return request
    }
  }

  @Test("Exported texts create no file in any position and any shell", arguments: Place.allCases)
  func places(place: Place) async throws {
    let server = try WireServer()
    let sender = WireClient(server, agent: "apus/test")
    var sent = 0
    for value in Self.values {
      let folder = try TemporaryDirectory("harmless")
      let definition = place.request(value, to: server.origin)
      let prepared: PreparedRequest
      // A line end in a header, and a blank in a URL sent as typed, are rejected with their location.
      do { prepared = try PreparedRequest(definition, in: SendContext(folder: folder.path)) } catch { continue }
      sent += 1
      let wanted = try await sender.send(prepared.request).map { $0.canonical() }
      #expect(wanted.count == 1)
      for shell in ShellRun.shells {
        let text = sender.command(for: prepared, shell: shell.name == "bash" ? .bash : .sh)
        let run = try ShellRun(text, shell: shell.path, in: folder)
        #expect(server.take().map { $0.canonical() } == wanted, "\(shell.name): \(run.errors)\n\(text)")
        // A pipe is not read back.
        if text.contains(" |\ncurl ") { continue }
        let (arrived, result) = try await sender.send(commands: text, in: folder)
        #expect(arrived.map { $0.canonical() } == wanted, "\(result.notices)\n\(text)")
      }
      #expect(folder.files().isEmpty, "\(place) \(value) left \(folder.files())")
    }
    #expect(sent >= 15, "only \(sent) were sent")
  }

  @Test("A command substitution is refused in any position, and not run")
  func pasted() throws {
    for value in ["$(touch pwned)", "`touch pwned`", "$(touch${IFS}pwned)", "<(touch pwned)"] {
      let words = [
        "h/\(value)", "\"h/?q=\(value)\"", "h -H X:\(value)", "h -d a\(value)b", "h -F \"a=\(value)\"",
        "h -b a=\(value)",
        "h -u \(value):p", "h -A \(value)", "h --json \(value)", "h -X \(value)", "h -d @- < \(value)",
      ]
      // Between double quotes, it is text.
      for word in words where !(value.hasPrefix("<") && word.contains("\"")) {
        let result = CurlImport.read("curl \(word)")
        #expect(result.isRefused && result.requests.isEmpty, "\(word): \(result.notices)")
      }
    }
    let powerShell = CurlImport.read("curl.exe http://h `\n  -d \"$(Get-Date)\"")
    #expect(powerShell.notices.map(\.message) == ["$(Get-Date) is not run: replace it with its output"])
  }
}
