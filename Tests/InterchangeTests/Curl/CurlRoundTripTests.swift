import Foundation
import HTTPTypes
import Interchange
import Networking
import TestSupport
import Testing

/// Compares the bytes sent by Apus, by the exported command with real curl, and by Apus after importing that command:
/// they are the same, except for the order of different headers, the boundary and hex case.
@Suite("Random requests through curl and back")
struct CurlRoundTripTests {
  /// Requests built from the naughty strings.
  private struct Source {
    var random: SeededGenerator
    let strings: [String]
    let server: WireServer
    let folder: TemporaryDirectory

    mutating func text() -> String { strings.randomElement(using: &random) ?? "" }
    mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    /// `nil` if the strings give a request that cannot be sent.
    mutating func request() -> Request? {
      var config = RequestConfig(host: server.origin)
      config.path = "/" + (chance(2) ? PathSafe.encoded(text()) : "p")
      if chance(4) {
        config.encoding = chance(2) ? .verbatim : .asTyped
        config.path += "?q=" + text().split(separator: "#").joined()
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) { config.query.append(text(), chance(5) ? nil : text()) }
      config.method = [.get, .post, .put, .delete, .patch, .options].randomElement(using: &random)
      if chance(6) { config.method = .init(rawValue: "wHat") }
      if chance(2) {
        config.headers = Headers([
          Header("User-Agent", "apus/1", omitsBlank: chance(6)), Header("Accept", "*/*", omitsBlank: chance(6)),
        ])
      }
      for index in 0..<Int.random(in: 0...3, using: &random) { append("X-\(index / 2)", text(), to: &config) }
      if chance(4) { append("Authorization", basic(text(), text()), to: &config) }
      if chance(4) { append("Accept-Encoding", "identity", to: &config) }
      if chance(8) { append("Content-Type", "text/plain", to: &config) }
      config.options.decompresses = chance(2)
      config.options.redirects = .init(follows: chance(2))
      config.body = body()
      // A request that cannot be sent is rejected with a message, which other tests cover.
      return try? Request.with(config)
    }

    private mutating func append(_ name: String, _ value: String, to config: inout RequestConfig) {
      config.headers.fields.append(Header(name, value, omitsBlank: chance(3)))
    }

    private func basic(_ user: String, _ password: String) -> String {
      let user = user.split(separator: ":").joined()
      return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    private mutating func body() -> RequestConfig.Body {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .text(text())
      case 1: return .text("{\"a\": \(String(reflecting: text()))}", contentType: "application/json")
      case 2: return .form(Form([.init(text(), text()), .init(text(), text())]))
      case 3: return .bytes((0..<40).map { _ in UInt8.random(in: 0...255, using: &random) })
      case 4: return .text(text(), contentType: nil)
      case 5: return .multipart(form())
      default: return .none
      }
    }

    private mutating func form() -> Multipart {
      var form = Multipart()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        form.parts.append(Multipart.Part(text(), .text(text()), contentType: chance(3) ? "text/plain" : nil))
      }
      if chance(2) {
        let name = String(text().split(separator: "/").joined().unicodeScalars.prefix(40))
        // A name that the file system rejects is skipped.
        if !name.isEmpty, name != ".", name != "..", let path = try? folder.write(name, text()) {
          form.append("file", .file(path: path), fileName: chance(3) ? text() : nil)
        }
      }
      return form
    }
  }

  /// Percent-encodes characters that would end a path.
  private enum PathSafe {
    static func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "x"
    }
  }

  @Test(
    "The exported command and its import send the bytes of the request, and no part of it is executed",
    .corpora("naughty-strings"))
  func roundTrip() async throws {
    let strings = try Corpora.naughtyStrings()
    let count = 150
    let server = try WireServer()
    let files = try TemporaryDirectory("files")
    let extra = ["$(touch pwned)", "`touch pwned`", "'; touch pwned; '", "a;b", "&touch pwned", "{{x}}", "\u{1B}[2J"]
    var source = Source(
      random: SeededGenerator(seed: 20_261_121), strings: strings + extra, server: server, folder: files)
    let sender = WireClient(server)
    let importer = WireClient(server, agent: "apus/test")
    var done = 0
    while done < count {
      guard let request = source.request() else { continue }
      done += 1
      let sent = try await sender.send(request).map { $0.canonical() }
      let command = CurlCommand(request, redaction: .none)
      let folder = try TemporaryDirectory("round")
      for shell in ShellRun.shells {
        let text = command.text(for: shell.name == "bash" ? .bash : .sh)
        let run = try ShellRun(text, shell: shell.path, in: folder)
        let arrived = server.take().map { $0.canonical() }
        #expect(arrived == sent, "\(shell.name), request \(done): \(run.errors)\n\(text)")
      }
      for shell in CurlCommand.Shell.allCases where command.limits(of: shell).isEmpty && command.input.isEmpty {
        let text = command.text(for: shell)
        let (arrived, result) = try await importer.send(commands: text, in: folder)
        #expect(
          arrived.map { $0.canonical() } == sent, "import of \(shell), request \(done): \(result.notices)\n\(text)")
      }
      #expect(folder.files().isEmpty, "request \(done) executed something")
    }
    Notice.show("round trips through curl and back: \(done)/\(count)")
  }
}
