import TestSupport
import Testing

/// Files that determine what is sent: those of `-d @` and `-n`.
@Suite("Option files compared with curl")
struct CurlOptionFilesTests {
  @Test(
    "Line ends of files are removed as by curl",
    arguments: ["\n\n", "a=b\r\nc=d\r\n", "\na\nb", String(repeating: "x", count: 300) + "\ny", "{{a}}\n{{b}}"])
  func data(text: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let comparison = CurlComparison(hosts: [server], files: ["file": text])
    let outcome = try await comparison.check(
      "-d @file URL --next -d @file -d x URL --next -d @- URL --next --data-urlencode @file URL --next "
        + "--data-binary @file URL")
    #expect(outcome.counts == [5])
  }

  @Test("Braces on standard input are literal text")
  func braces() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    for option in ["-d", "--data-binary", "--json"] {
      let run = try await program.shell("echo '{{name}}' | apus curl \(option) @- \(server.url)")
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(
      server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["{{name}}", "{{name}}\n", "{{name}}\n"])
  }

  @Test(
    "A .netrc login is selected like in curl",
    arguments: [
      "machine H login a password b", "machine H login a", "machine H password b", "default login d password e",
      "machine H login a\ndefault login d password e", "machine H login x password c\ndefault login u password d",
      "machine H login a password b machine H login u password c", "machine H password c default login d password e",
      "macdef init\nmachine H login x password y\n\nmachine H login a password b\n",
      "machine H login a password b\nmacdef m\n login q password w\n\n",
      "machine other login x password y\nmacdef m\nmachine H login q password w\n",
      "machine H login \"a b\" password \"c\\\"d\\\\e\"", "machine H login a password \"bc\ndefault login d password e",
      "machine H # login x\nlogin a password b#c\n", "machine H login a password #b\n",
      "machine H account login login a password b", "machine\nH\nlogin\na\npassword\nb\n",
      "machine H\r\nlogin a\r\npassword b\r\n", "machine H login", "machine H login \"\" password \"\"", "",
      "machine H login a password b password c login d",
    ])
  func logins(text: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let files = ["logins": text.replacing("H", with: "127.0.0.1")]
    let address = server.url.dropFirst("http://".count)
    let lines = [
      "--netrc-file logins http://\(address)", "--netrc-optional --netrc-file logins http://\(address)",
      "--netrc-optional --netrc-file logins http://u:p@\(address)", "--netrc-file logins -u u:p http://\(address)",
    ]
    for line in lines { try await CurlComparison(hosts: [server], files: files).check(line) }
  }
}
