import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Files outside the collection need consent") struct FileConsentTests {
  private func file(_ path: String) -> RequestDefinition {
    var definition = RequestDefinition(name: "x", method: "POST", url: "https://api.test/x")
    definition.body = .file([.init(path: path, contentType: "")])
    return definition
  }

  @Test("A file of the collection needs no consent, nor does a link to one, which keeps its name")
  func inside() throws {
    let sample = try ConsentSample()
    #expect(try sample.refused(file("body.json")).isEmpty)
    try sample.folder.link("c/link.txt", to: "body.json")
    var definition = file("link.txt")
    #expect(try sample.refused(definition).isEmpty)
    definition.body = .multipart([FormPart("f", .files(["link.txt"]))])
    let request = try PreparedRequest(definition, in: sample.context()).request
    #expect(request.parts?.parts.first?.sentFileName == "link.txt")
    #expect(request.options.followsLinks == false)
  }

  @Test(
    "Any file outside the collection needs consent for its real path",
    arguments: ["../outside.txt", "ABSOLUTE", "link.txt", "folder/outside.txt", "{{process.env.UP}}/outside.txt"])
  func outside(path: String) throws {
    let sample = try ConsentSample()
    try sample.folder.link("c/link.txt", to: sample.folder.path("outside.txt"))
    try sample.folder.link("c/folder", to: "..")
    let real = sample.folder.path("outside.txt")
    let context = try sample.context(process: ["APUS_VAR_UP": ".."])
    for body in [
      BodyDefinition.file([.init(path: path == "ABSOLUTE" ? real : path, contentType: "")]),
      .multipart([FormPart("f", .files([path == "ABSOLUTE" ? real : path]))]),
    ] {
      var definition = file("")
      definition.body = body
      let uses = try sample.refused(definition, in: context)
      #expect(uses.map(\.source) == [.file(real)] && uses.map(\.receiver) == ["https://api.test"])
    }
    try sample.allow([UserValueUse(.file(real), to: "https://api.test")])
    #expect(try sample.refused(file(path == "ABSOLUTE" ? real : path), in: context).isEmpty)
    try sample.folder.write("other.txt", "x")
    #expect(try sample.refused(file("../other.txt"), in: context).count == 1)
  }

  @Test("Private files of Apus and git are the user's", arguments: [".apus/history/h", ".git/config"])
  func own(path: String) throws {
    let sample = try ConsentSample()
    try sample.folder.write("c/\(path)", "x")
    #expect(try sample.refused(file(path)).map(\.source) == [.file(sample.folder.path("c/\(path)"))])
  }

  @Test("A client certificate and its key from outside need consent, which names their hosts")
  func certificates() throws {
    let sample = try ConsentSample()
    for name in ["me.pem", "me.key"] { try sample.folder.write(name, "x") }
    try sample.folder.write(
      "c/opencollection.yml",
      "info: {name: C}\nconfig:\n  clientCertificates:\n    - {domain: api.test, type: pem, certificateFilePath: ../me.pem, privateKeyFilePath: ../me.key}\n"
    )
    let definition = RequestDefinition(name: "x", url: "https://api.test/x")
    let uses = try sample.refused(definition)
    #expect(uses.map(\.source) == ["me.pem", "me.key"].map { .file(sample.folder.path($0)) })
    #expect(Set(uses.map(\.receiver)) == ["client certificate for api.test"])
    try sample.allow(uses)
    #expect(try sample.refused(definition).isEmpty)
    // For another host it needs no consent.
    #expect(try sample.refused(RequestDefinition(name: "x", url: "https://b.test/x")).isEmpty)
  }

  @Test("A `.env` that links out of the collection needs consent for its target")
  func dotEnv() throws {
    let sample = try ConsentSample()
    try sample.folder.write("mine.env", "CLOUD=1\n")
    try sample.folder.link("c/.env", to: sample.folder.path("mine.env"))
    let definition = RequestDefinition(name: "x", url: "https://api.test/{{CLOUD}}")
    let uses = try sample.refused(definition)
    #expect(uses.map(\.source) == [.file(sample.folder.path("mine.env"))])
    try sample.allow(uses)
    #expect(try PreparedRequest(definition, in: sample.context()).request.url == "https://api.test/1")
  }

  @Test("A file that is replaced by a link after the check is not sent")
  func swapped() async throws {
    let sample = try ConsentSample()
    let server = try AnsweringServer { _ in Answer.text("ok") }
    var definition = file("body.json")
    definition.url = server.url
    let request = try PreparedRequest(definition, in: sample.context()).request
    try sample.folder.remove("c/body.json")
    try sample.folder.write("secret", "sixsix")
    try sample.folder.link("c/body.json", to: sample.folder.path("secret"))
    let exchange = await Client(transport: CurlTransport()).exchange(for: request)
    #expect(exchange.failure?.category == .storage)
    #expect(!server.requests.contains { String(decoding: $0.body, as: UTF8.self).contains("sixsix") })
    #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: sample.context()) }
  }
}
