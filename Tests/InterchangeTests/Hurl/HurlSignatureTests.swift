import Testing
import Workspaces

@testable import Interchange

@Suite("Signed requests in Hurl files")
struct HurlSignatureTests {
  private func read(_ options: String) throws -> ImportedCollection {
    try ImportFormat.hurl.read(Array("GET https://h/\n\(options)\nHTTP 200\n".utf8), name: "x")
  }

  @Test(
    "In any order, aws-sigv4 signs with the key of its user and never sends Basic",
    arguments: [
      "[Options]\naws-sigv4: aws:amz:eu-central-1:s3\nuser: key:secret\n",
      "[Options]\nuser: key:secret\naws-sigv4: aws:amz:eu-central-1:s3\n",
      "[BasicAuth]\nkey: secret\n[Options]\naws-sigv4: aws:amz:eu-central-1:s3\n",
    ])
  func signature(options: String) throws {
    let made = try read(options)
    #expect(
      made.requests.first?.authentication
        == Authentication(
          .awsv4,
          [
            .init("accessKeyId", "key"), .init("secretAccessKey", "secret"), .init("service", "s3"),
            .init("region", "eu-central-1"),
          ]))
    #expect(made.notices.isEmpty)
  }

  @Test("Another provider is reported")
  func provider() throws {
    let made = try read("[Options]\naws-sigv4: osc:r\nuser: key:secret\n")
    #expect(made.requests.first?.authentication.scheme == .awsv4)
    #expect(made.notices.map(\.message) == ["aws-sigv4 is signed as aws:amz, the only one supported: osc:r"])
  }

  @Test("The setting for compressed responses is saved")
  func compression() throws {
    let made = try read("[Options]\ncompressed: true\n")
    #expect(made.requests.first?.settings.acceptsCompression == true && made.notices.isEmpty)
  }
}
