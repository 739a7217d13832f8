import Basics
import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The client certificates of a collection") struct CollectionCertificateTests {
  private static let config = """
    opencollection: 1.0.0

    info:
      name: Shop
    config:
      # by hand
      proxy: {inherit: true}
      clientCertificates:
        - domain: "{{host}}"   # ours
          type: pem
          certificateFilePath: certs/me.pem
          privateKeyFilePath: "{{certs}}/me.key"
          passphrase: "{{phrase}}"
        - {domain: "*.b.test", type: pkcs12, pkcs12FilePath: bundle, passphrase: plain}
        - {domain: c.test, type: jks, file: x}
        - domain: d.test
          type: pem
          certificateFilePath: certs/me.pem
          privateKeyFilePath: ""
          disabled: true
        - {domain: e.test, type: pkcs12, pkcs12FilePath: none.p12}
        - {domain: f.test, type: pem, certificateFilePath: certs/me.pem, passphrase: "{{unset}}"}

    """

  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("c/opencollection.yml", Self.config)
    for name in ["certs/me.pem", "keys/me.key", "bundle"] { try folder.write("c/\(name)", "x") }
    try folder.write(
      "c/environments/local.yml",
      """
      variables:
        - {name: host, value: "a.test:8443"}
        - {name: certs, value: "\(folder.path("c/keys"))"}
        - {secret: true, name: phrase}

      """)
    try folder.write("c/r.yml", "info:\n  name: r\n  type: http\nhttp:\n  url: https://a.test:8443/x\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private func context(_ folder: TemporaryDirectory, _ environment: String? = "local") throws -> SendContext {
    let workspace = try workspace(folder)
    try workspace.secretStore(of: workspace.path).set(["phrase": "s3cret"], of: "local")
    let use = UserValueUse(.secret("local/phrase"), to: "client certificate for a.test:8443")
    try workspace.consents.allow([use], for: workspace.path)
    return try workspace.context(for: folder.path("c/r.yml"), environment: environment)
  }

  @Test("Both formats, disabled ones and variables are read from the file; another format is reported and skipped")
  func reading() throws {
    let folder = try TemporaryDirectory("certificates")
    let file = try workspace(folder).settings(of: folder.path("c"))
    let me = CertificateDefinition.Content.pem(certificate: "certs/me.pem", key: "{{certs}}/me.key")
    #expect(file.settings.certificates.map(\.domain) == ["{{host}}", "*.b.test", "d.test", "e.test", "f.test"])
    #expect(file.settings.certificates[0].content == me && file.settings.certificates[0].passphrase == "{{phrase}}")
    #expect(file.settings.certificates[1].content == .pkcs12(path: "bundle"))
    #expect(file.settings.certificates.map(\.isEnabled) == [true, true, false, true, true])
    let notice = try #require(file.notices.first)
    #expect(file.notices.count == 1 && notice.severity == .warning && notice.place.hasPrefix(":15:"))
  }

  @Test(
    "A request uses the first certificate for its host, with files from the collection's folder and variables replaced")
  func prepared() throws {
    let folder = try TemporaryDirectory("certificates")
    let context = try context(folder)
    let made = try PreparedRequest(RequestDefinition(name: "r", url: "https://{{host}}/x"), in: context)
    let shown = try #require(made.request.options.clientCertificate(for: URLParts(made.request.url)))
    #expect(shown.file == folder.path("c/certs/me.pem") && shown.keyFile == folder.path("c/keys/me.key"))
    #expect(shown.format == .pem && shown.password == "s3cret")
    #expect(made.redaction.secrets.contains("s3cret"))
    let other = try PreparedRequest(RequestDefinition(name: "r", url: "https://x.b.test"), in: context)
    let bundle = try #require(other.request.options.clientCertificate(for: URLParts("https://x.b.test/")))
    #expect(bundle.file == folder.path("c/bundle") && bundle.format == .pkcs12 && bundle.password == "plain")
    #expect(context.certificate(for: RequestDefinition(name: "r", url: "https://a.test"))?.index == nil)
    #expect(context.certificate(for: RequestDefinition(name: "r", url: "http://x.b.test"))?.index == nil)
    #expect(context.certificate(for: RequestDefinition(name: "r", url: "https://d.test"))?.index == nil)
    #expect(context.certificate(for: RequestDefinition(name: "r", url: "https://{{host}}"))?.path == "certs/me.pem")
  }

  @Test("A fault in the certificate for the server refuses the send, with the fault and its location")
  func refusals() throws {
    let folder = try TemporaryDirectory("certificates")
    let context = try context(folder)
    func refusal(_ url: String, _ context: SendContext) -> String? {
      #expect(throws: SendRefusal.self) {
        try PreparedRequest(RequestDefinition(name: "r", url: url), in: context)
      }?.description
    }
    #expect(
      refusal("https://e.test", context)
        == "client certificate 4 (e.test) of Shop: cannot read \(folder.path("c/none.p12")): No such file or directory; "
        + "correct pkcs12FilePath under config.clientCertificates, or put the file there")
    #expect(
      refusal("https://f.test", context)?
        .hasPrefix("client certificate 5 (f.test) of Shop, passphrase: variable unset has no value") == true)
    // A folder is not a certificate.
    try folder.remove("c/bundle")
    try folder.write("c/bundle/x", "x")
    #expect(refusal("https://x.b.test", context)?.contains("Is a directory") == true)
    // Other requests are not affected.
    #expect(throws: Never.self) {
      try PreparedRequest(RequestDefinition(name: "r", url: "https://elsewhere.test"), in: context)
    }
    #expect(throws: Never.self) { try PreparedRequest(RequestDefinition(name: "r", url: "http://e.test"), in: context) }
  }

  @Test(
    "A faulty certificate for a redirect fails that hop; one for an unknown host is reported and not used")
  func others() throws {
    let folder = try TemporaryDirectory("certificates")
    let context = try context(folder)
    let made = try PreparedRequest(RequestDefinition(name: "r", url: "https://elsewhere.test"), in: context)
    let options = made.request.options
    #expect(options.clientCertificate(for: URLParts("https://e.test/"))?.fault?.contains("none.p12") == true)
    #expect(options.clientCertificate(for: URLParts("https://f.test/"))?.fault?.contains("unset") == true)
    #expect(options.clientCertificate(for: URLParts("https://x.b.test/"))?.fault == nil && made.notices.isEmpty)
    let bare = try self.context(folder, nil)
    let plain = try PreparedRequest(RequestDefinition(name: "r", url: "https://elsewhere.test"), in: bare)
    #expect(plain.notices.count == 1 && plain.notices[0].hasSuffix("it is not used"))
    #expect(plain.notices[0].hasPrefix("client certificate 1 ({{host}}) of Shop, domain: variable host has no value"))
  }

  @Test("The secret and the prompt in a passphrase are requested only if the certificate is used")
  func asked() throws {
    let folder = try TemporaryDirectory("certificates")
    var context = SendContext(folder: folder.path)
    var settings = SharedSettings()
    settings.certificates = [
      CertificateDefinition(
        domain: "a.test", content: .pkcs12(path: "x"), passphrase: "{{?PIN}}{{users/login | $.pin}}")
    ]
    context.layers = [.init(path: folder.path, name: "C", settings: settings)]
    #expect(context.prompts(in: RequestDefinition(name: "r", url: "https://a.test")).map(\.label) == ["PIN"])
    #expect(context.prompts(in: RequestDefinition(name: "r", url: "https://b.test")).isEmpty)
    #expect(context.references(of: RequestDefinition(name: "r", url: "https://a.test")).count == 1)
    #expect(context.mayUseAnswers)
  }

  @Test("A certificate on the command line takes precedence")
  func commandLine() throws {
    let folder = try TemporaryDirectory("certificates")
    var context = try context(folder)
    context.options.tls = .init(certificateFile: "/mine.pem")
    for url in ["https://a.test:8443", "https://e.test"] {
      let made = try PreparedRequest(RequestDefinition(name: "r", url: url), in: context)
      #expect(made.request.options.tls?.certificateFile == "/mine.pem")
      #expect(made.request.options.clientCertificates == nil)
    }
  }

  @Test("An OAuth 2 login uses the certificate for the token server's host")
  func login() throws {
    let folder = try TemporaryDirectory("certificates")
    var definition = RequestDefinition(name: "r", url: "https://elsewhere.test")
    definition.authentication = Authentication(
      .oauth2, [.init("flow", "client_credentials"), .init("accessTokenUrl", "https://x.b.test/token")])
    var builder = RequestBuilder(definition, try context(folder), .live, Logins())
    let config = try builder.config()
    #expect(config.options.clientCertificates?.count == 4 && config.modifiers.count == 1)
  }

  @Test("An edit changes only its own lines, and the result is read back")
  func writing() throws {
    let folder = try TemporaryDirectory("certificates")
    let workspace = try workspace(folder)
    let file = try workspace.settings(of: workspace.path)
    _ = try workspace.save(file.definition, to: file)
    #expect(try folder.readText("c/opencollection.yml") == Self.config)
    var settings = file.definition
    settings.certificates[0].passphrase = ""
    settings.certificates[1].content = .pem(certificate: "b.pem", key: "b.key")
    settings.certificates[2].isEnabled = true
    settings.certificates.append(
      CertificateDefinition(domain: "new.test", content: .pkcs12(path: "n.p12"), passphrase: "p", isEnabled: false))
    _ = try workspace.save(settings, to: file)
    let text = try folder.readText("c/opencollection.yml")
    #expect(try workspace.settings(of: workspace.path).definition == settings, "\(text)")
    for kept in ["# by hand", "# ours", "{domain: c.test, type: jks, file: x}"] {
      #expect(text.contains(kept), "\(text)")
    }
    settings.certificates = []
    let again = try workspace.settings(of: workspace.path)
    _ = try workspace.save(settings, to: again, options: SaveOptions(mayLoseComments: true))
    #expect(try folder.readText("c/opencollection.yml").contains("type: jks"))
  }

  @Test("Bruno's older bruno.json has certificates, too, and a conversion keeps them")
  func older() throws {
    let folder = try TemporaryDirectory("certificates")
    try folder.write(
      "old/bruno.json",
      #"""
      {"name": "Old", "clientCertificates": {"enabled": true, "certs": [
        {"domain": "a.test", "certFilePath": "a.pem", "keyFilePath": "a.key", "passphrase": "{{p}}"},
        {"domain": "b.test", "type": "pfx", "pfxFilePath": "/b.pfx", "passphrase": ""}, {"type": "cert"}, 7]}}
      """#)
    try folder.write("old/r.bru", "meta {\n  name: r\n  type: http\n}\n\nget {\n  url: https://b.test\n}\n")
    let workspace = try Workspace.open(folder.path("old"), stateFolder: folder.path("state"))
    let expected = [
      CertificateDefinition(
        domain: "a.test", content: .pem(certificate: "a.pem", key: "a.key"), passphrase: "{{p}}"),
      CertificateDefinition(domain: "b.test", content: .pkcs12(path: "/b.pfx")),
    ]
    for hasSettings in [false, true] {
      if hasSettings { try folder.write("old/collection.bru", "headers {\n  a: 1\n}\n") }
      #expect(try workspace.context(for: folder.path("old/r.bru")).certificates == expected)
    }
    let made = try workspace.convert(workspace.path, into: folder.path)
    let new = try Workspace.open(made.path, stateFolder: folder.path("state"))
    #expect(try new.settings(of: new.path).settings.certificates == expected)
    #expect(!made.notices.contains { $0.message.contains("clientCertificates") })
    let off = try JSONValue(parsing: Array(#"[{"domain": "a", "type": "cert", "certFilePath": "x"}]"#.utf8))
    #expect(CertificateReader.certificates(ofOlder: off).map(\.isEnabled) == [true])
    let disabled = try JSONValue(parsing: Array(#"{"enabled": false, "certs": [{"domain": "a"}]}"#.utf8))
    #expect(CertificateReader.certificates(ofOlder: disabled).map(\.isEnabled) == [false])
  }
}
