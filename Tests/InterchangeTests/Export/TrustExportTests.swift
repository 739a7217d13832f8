import Networking
import Testing
import Workspaces

@testable import Interchange

/// Trust settings in the formats that support them.
@Suite("Trust in exports and imports") struct TrustExportTests {
  private func collection(_ request: ServerTrust, folder: ServerTrust = ServerTrust()) -> ImportedCollection {
    var definition = RequestDefinition(name: "one", url: "https://h/", authentication: .none)
    definition.trust = request
    let other = RequestDefinition(name: "two", url: "https://h/", authentication: .none)
    let settings = SharedSettings(trust: folder)
    let root = ImportedCollection.Folder(
      name: "c", settings: settings,
      items: [.request(definition, options: TransferOptions()), .request(other, options: TransferOptions())])
    return ImportedCollection(format: "apus", root: root)
  }

  private func text(_ format: ExportFormat, _ collection: ImportedCollection) -> String {
    format.write(collection, revealsSecrets: true).text
  }

  @Test("A folder's trust applies to its requests unless they override it")
  func inherited() throws {
    let source = collection(ServerTrust(verifies: true), folder: ServerTrust(verifies: false))
    let hurl = text(.hurl, source)
    #expect(hurl.ranges(of: "insecure: true").count == 1)
    let second = try #require(hurl.firstRange(of: "# two"))
    #expect(hurl[second.upperBound...].contains("insecure: true"))
    let postman = try PostmanImport.read(Array(text(.postman, source).utf8), name: "c")
    #expect(postman.requests.map(\.trust.verifies) == [true, false])
  }

  @Test("Hurl gets the file of authorities, and unsupported settings are reported")
  func authorities() {
    let trust = ServerTrust(authorities: "certs/dev.pem", revocations: "certs/revoked.pem")
    let written = ExportFormat.hurl.write(collection(trust), revealsSecrets: true)
    #expect(written.text.contains("cacert: certs/dev.pem"))
    #expect(written.notices.map(\.message) == ["the list of revoked certificates is not carried over"])
  }

  @Test("A script for k6 verifies for all requests or for none, and reports it")
  func k6() {
    let some = ExportFormat.k6.write(collection(ServerTrust(verifies: false)))
    #expect(some.text.contains("  insecureSkipTLSVerify: true,\n"))
    #expect(some.notices.contains { $0.message == "k6 then verifies the certificates of no request" })
    let all = ExportFormat.k6.write(collection(ServerTrust(), folder: ServerTrust(verifies: false)))
    #expect(all.text.contains("insecureSkipTLSVerify") && !all.notices.contains { $0.message.contains("no request") })
    #expect(!text(.k6, collection(ServerTrust())).contains("insecureSkipTLSVerify"))
  }

  @Test("Our own JSON keeps all trust settings of requests, folders and environments")
  func neutral() throws {
    let certificate = try #require(
      TransferOptions.TrustedCertificate("sha256:\(String(repeating: "ab", count: 32)) h:443"))
    let trust = ServerTrust(
      verifies: true, certificates: [certificate], authorities: "ca.pem", revocations: "crl.pem")
    var source = collection(trust, folder: trust)
    var environment = Environment(name: "dev")
    environment.trust = trust
    source.environments = [environment]
    let written = ExportFormat.json.write(source, revealsSecrets: true)
    #expect(written.notices.isEmpty)
    #expect(try NeutralImport.read(Array(written.text.utf8), name: "c").environments.first?.trust == trust)
  }

  @Test("A curl command's trust is saved with its request without a notice")
  func curl() throws {
    let command = "curl -k --cacert ca.pem --crlfile lists/crl.pem --tlsv1.2 --tls-max 1.3 https://h/"
    let result = CurlImport.read(command)
    let imported = try #require(result.requests.first)
    #expect(imported.request.trust == ServerTrust(verifies: false, authorities: "ca.pem", revocations: "lists/crl.pem"))
    #expect(imported.request.settings.minimumTLS == .tls12 && imported.request.settings.maximumTLS == .tls13)
    #expect(imported.unsaved.isEmpty, "\(imported.unsaved)")
    // A file cannot hold an old version of TLS, a list outside the collection, or a client certificate.
    let other = try #require(
      CurlImport.read("curl --tlsv1.1 --crlfile /etc/crl.pem --cert me.pem https://h/").requests.first)
    #expect(other.unsaved == ["--crlfile", "the version of TLS", "--cert"])
  }

  @Test("A command that runs now applies its trust to this send only")
  func here() throws {
    var surroundings = CurlImport.Surroundings()
    surroundings.isHere = true
    let imported = try #require(CurlImport.read("curl -k https://h/", surroundings: surroundings).requests.first)
    #expect(imported.request.trust.isEmpty && imported.options.tls?.verifies == false)
  }

  @Test("An archive cannot hold trust settings and reports it once")
  func archive() throws {
    var context = SendContext(layers: [])
    context.options.tls = TransferOptions.TLSOptions(verifies: false)
    context.options.tls?.caFile = "/ca.pem"
    let prepared = try PreparedRequest(RequestDefinition(name: "one", url: "https://h/"), in: context)
    let losses = HARExport.losses(of: [prepared, prepared])
    #expect(
      losses.first == "switching off certificate verification is not carried over" && Set(losses).count == losses.count)
    #expect(
      HARExport.losses(of: [
        try PreparedRequest(RequestDefinition(name: "two", url: "https://h/"), in: SendContext(layers: []))
      ])
      .isEmpty)
  }

  @Test("Files for httpYac disable verification with a directive")
  func httpYac() throws {
    let imported = try HTTPFileImport.read(Array("# @no-reject-unauthorized\nGET https://h/\n".utf8), name: "c")
    #expect(imported.requests.first?.trust.verifies == false && imported.notices.isEmpty)
  }
}
