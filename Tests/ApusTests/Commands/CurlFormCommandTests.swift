import TestSupport
import Testing

@testable import apus

/// Arguments of `-F`, run through curl and through `apus curl`.
@Suite("Forms of curl commands")
struct CurlFormCommandTests {
  @Test(
    "Every part has curl's headers and bytes",
    arguments: [
      "'a=b;type=a/b;type=c/d'", "'a=b; type=a/b ;charset = x'", "'a=b;TYPE=a/b;FileName=q'", "'a=b;type=\"a/b\"'",
      "'a=b;filename=q;type=a/b;filename=r'", "'a=b;headers=nocolon;headers=\"\"'",
      "'a=b;headers=\" X: y\";headers=X-E:'", "'a=b;headers=\"Content-Disposition: own\";type=a/b'",
      "'a=b;headers=\"X: 1\";headers=\"Content-Type: z/z\"'", "'a=<page.html'", "'a=<-'", "'a=@-'",
      "'a=@-;filename=x.txt'", "'a=\"b;c\\\"d\\\\e\"trail;type=a/b'", "'a=\"open;type=a/b'", "'a=  b  '",
      "'a=@\"com,ma\"'", "'a=@plain;filename=q.html'", "'a=b;filename=q.html'",
      "'a=' -F 'b={{x}};headers=\"X: {{y}}\"'", "'a=b' -H 'Content-Type: multipart/form-data'", "'a=@large'",
      "'a=@large' -H Expect:", "'a=@large' -0", "'a=b' --form-string 'c=@d;type=e/f'",
    ])
  func parts(form: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try Self.files()
    let program = Program(in: folder.path)
    let line = "-F \(form) \(server.url)/up"
    let real = try await program.shell("echo input | curl -sS -A apus/\(ProgramVersion.text) \(line)")
    #expect(real.status == 0, "\(real.error)")
    let ours = try await program.shell("echo input | apus curl \(line)")
    #expect(ours.status == 0, "\(ours.error)")
    let sent = server.requests.map { WireRequest(head: $0.head, body: $0.body).canonical() }
    try #require(sent.count == 2)
    #expect(sent[0] == sent[1])
  }

  @Test(
    "Invalid form arguments are not sent",
    arguments: [
      "a=b;type=x", "a=b;type=", "a=@plain;type=a", "=)", "a=@", "a=<", "a=@nothing", "a=<nothing", "a=@plain,nothing",
      "a=b;encoder=", "a=b;encoder=rot13", "novalue",
    ])
  func refused(part: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try Self.files()
    let program = Program(in: folder.path)
    for name in ["curl -sS", "apus curl"] {
      let run = try await program.shell("\(name) -F '\(part)' \(server.url)/up \(server.url)/other")
      #expect(run.status != 0 && !run.error.isEmpty, "\(name) \(part)")
    }
    #expect(server.requests.isEmpty)
  }

  private static func files() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write("plain", "text\n")
    try folder.write("page.html", "<p>é</p>")
    try folder.write("com,ma", "comma")
    try folder.write("large", [UInt8](repeating: 0x61, count: 1_100_000))
    return folder
  }
}
