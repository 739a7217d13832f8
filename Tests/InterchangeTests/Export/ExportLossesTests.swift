import Networking
import Testing
import Workspaces

@testable import Interchange

/// Exports every kind of content, alone in a collection, in every format: it is imported again or reported.
@Suite("Losses of exports")
struct ExportLossesTests {
  typealias Kind = ExportLosses.Kind

  /// A collection with only that content in addition to its request.
  private func collection(_ kind: Kind) -> ImportedCollection {
    var request = RequestDefinition(
      name: "one", method: "POST", url: "http://h/?a=1", params: [Parameter(.query, Row("a", "1"))],
      authentication: .none)
    var settings = SharedSettings()
    var inner = ImportedCollection.Folder(name: "inner", settings: SharedSettings(authentication: .inherit))
    switch kind {
    case .scripts: request.scripts = [Script(phase: "tests", code: "x()")]
    case .callScripts: request.scripts = [Script(phase: "grpc:before-call-start", code: "x()")]
    case .assertions: request.assertions = [Assertion("res.status", "eq", "200")]
    case .captures: request.captures = [Capture(variable: "v", expression: "res.body.id")]
    case .tags: request.tags = ["smoke"]
    case .docs: request.docs = "What it is for"
    case .examples:
      request.examples = [
        RequestExample(
          name: "fine", method: "POST", url: "http://h/?a=1", params: request.params,
          answer: .init(status: 201, statusText: "Created", headers: [Row("X-A", "b")], type: "json", body: "{}"))
      ]
    case .variables: request.variables = [Row("own", "1")]
    case .timeout: request.settings.timeout = 1500
    case .encoding: request.settings.encodeURL = false
    case .redirects: request.settings.followRedirects = false
    case .redirectLimit: request.settings.maxRedirects = 3
    case .forwarding: request.settings.forwardAuthorization = true
    case .compression: request.settings.acceptsCompression = false
    case .off: request.headers = [Row("X-Off", "1", isEnabled: false)]
    case .notes: request.params[0].row.note = "the first"
    case .blanks: request.headers = [Row("X-A", "1", omitsBlank: true), Row("X-A", "2")]
    case .operation, .uploads, .subscription, .connectionInit, .schema: addGraphQL(kind, to: &request)
    case .otherFiles: request.body = .file([.init(path: "a"), .init(path: "b", isSelected: false)])
    case .folders: break
    case .folderDocs: inner.settings.docs = "About it"
    case .folderScripts: inner.settings.scripts = [Script(phase: "before-request", code: "y()")]
    case .folderCaptures: inner.settings.captures = [Capture(variable: "v", expression: "res.body.id")]
    case .folderVariables: inner.settings.variables = [Row("f", "1")]
    case .folderGraphQL: inner.settings.graphQL.transport = .webSocket
    case .unverified: request.trust.verifies = false
    case .authorities: request.trust.authorities = "ca.pem"
    case .revocations: request.trust.revocations = "crl.pem"
    case .trusted: request.trust.certificates = [Self.certificate].compactMap(\.self)
    case .tlsVersions: request.settings.minimumTLS = .tls13
    case .certificates: settings.certificates = [.init(domain: "h", content: .pkcs12(path: "x"), passphrase: "{{p}}")]
    case .proxy: settings.proxy = ProxyDefinition(use: .own, hostname: "p")
    }
    inner.items = [.request(request, options: TransferOptions())]
    let isInner = kind.rawValue.contains("folder")
    let items = isInner ? [.folder(inner)] : inner.items
    return ImportedCollection(
      format: "apus", root: ImportedCollection.Folder(name: "c", settings: settings, items: items))
  }

  private func addGraphQL(_ kind: Kind, to request: inout RequestDefinition) {
    request.kind = .graphql
    switch kind {
    case .operation:
      request.body = .graphql(query: "query A { a } query B { b }", variables: "")
      request.graphQL.operation = "B"
    case .uploads:
      request.body = .graphql(query: "mutation M { m }", variables: "")
      request.graphQL.files = [Row("file", "a.png")]
    case .subscription:
      request.body = .graphql(query: "subscription S { s }", variables: "")
      request.graphQL.transport = .events
    case .connectionInit:
      request.body = .graphql(query: "query Q { q }", variables: "")
      request.graphQL.connectionInit = #"{"a": 1}"#
    case .schema:
      request.body = .graphql(query: "query Q { q }", variables: "")
      request.graphQL.schema = "schema.graphql"
    default: break
    }
  }

  private static let certificate = TransferOptions.TrustedCertificate(
    "sha256:\(String(repeating: "ab", count: 32)) h:443")

  /// That kind of content, as imported again.
  private func found(_ kind: Kind, in collection: ImportedCollection) -> [String] {
    let request = collection.requests.first
    let folder = collection.root.items.compactMap { item -> ImportedCollection.Folder? in
      if case .folder(let folder) = item { folder } else { nil }
    }.first
    func shown<Value>(_ values: [Value]?) -> [String] { (values ?? []).map { "\($0)" } }
    switch kind {
    case .scripts, .callScripts: return shown(request?.scripts)
    case .assertions: return shown(request?.assertions)
    case .captures: return shown(request?.captures)
    case .tags: return request?.tags ?? []
    case .docs: return [request?.docs ?? ""]
    case .examples: return shown(request?.examples)
    case .variables: return shown(request?.variables)
    case .timeout: return ["\(request?.settings.timeout ?? 0)"]
    case .encoding: return ["\(request?.settings.encodeURL ?? true)"]
    case .redirects: return ["\(request?.settings.followRedirects ?? true)"]
    case .redirectLimit: return ["\(request?.settings.maxRedirects ?? 0)"]
    case .forwarding: return ["\(request?.settings.forwardAuthorization ?? false)"]
    case .compression: return ["\(request?.settings.acceptsCompression ?? true)"]
    case .off: return shown(request?.headers.filter { !$0.isEnabled })
    case .notes: return request?.params.map(\.row.note) ?? []
    case .blanks: return shown(request?.headers.filter(\.omitsBlank))
    case .operation: return [request?.graphQL.operation ?? ""]
    case .uploads: return shown(request?.graphQL.files)
    case .subscription: return shown(request?.graphQL.transport.map { [$0] })
    case .connectionInit: return [request?.graphQL.connectionInit ?? ""]
    case .schema: return [request?.graphQL.schema ?? ""]
    case .otherFiles: if case .file(let choices) = request?.body { return choices.map(\.path) } else { return [] }
    case .folders: return folder.map { [$0.name] } ?? []
    case .folderDocs: return [folder?.settings.docs ?? ""]
    case .folderScripts: return shown(folder?.settings.scripts)
    case .folderCaptures: return shown(folder?.settings.captures)
    case .folderVariables: return shown(folder?.settings.variables)
    case .folderGraphQL: return shown(folder?.settings.graphQL.transport.map { [$0] })
    case .unverified: return shown(request?.trust.verifies.map { [$0] })
    case .authorities: return shown(request?.trust.authorities.map { [$0] })
    case .revocations: return shown(request?.trust.revocations.map { [$0] })
    case .trusted: return shown(request?.trust.certificates)
    case .tlsVersions: return shown(request?.settings.minimumTLS.map { [$0] })
    case .certificates: return shown(collection.root.settings.certificates)
    case .proxy: return shown(collection.root.settings.proxy.map { [$0] })
    }
  }

  @Test(
    "Each kind of content survives each format or is reported, never both",
    arguments: ExportFormat.allCases.filter { $0 != .k6 })
  func kinds(format: ExportFormat) throws {
    let importer = try #require(ImportFormat(rawValue: format.rawValue))
    for kind in Kind.allCases {
      let source = collection(kind)
      let written = format.write(source, revealsSecrets: true)
      let back = try importer.read(Array(written.text.utf8), name: "c")
      let isBack = found(kind, in: back) == found(kind, in: source)
      let isReported = written.notices.contains { $0.message == kind.rawValue }
      #expect(isBack != isReported, "\(format) \(kind): \(found(kind, in: back)) \(written.notices)\n\(written.text)")
      // Only this loss is reported.
      let others = written.notices.filter { $0.message != kind.rawValue && $0.message != Kind.folders.rawValue }
      #expect(others.isEmpty, "\(format) \(kind): \(others)")
    }
  }

  @Test("A notice names the kind, the environments, the transfer options, and parts Hurl cannot express")
  func words() {
    var request = RequestDefinition(name: "one", url: "http://h/", authentication: .none)
    request.kind = .unsupported("grpc")
    var options = TransferOptions()
    options.proxy = "http://p"
    let root = ImportedCollection.Folder(name: "c", items: [.request(request, options: options)])
    let source = ImportedCollection(format: "apus", root: root, environments: [Environment(name: "live")])
    for format in [ExportFormat.http, .hurl, .postman] {
      let messages = format.write(source).notices.map(\.message)
      #expect(messages.contains("a grpc request is not carried over"))
      #expect(messages.contains { $0.contains("environments live") })
      #expect(messages.contains("the transfer options are not carried over"))
    }
    request.kind = .http
    request.assertions = [Assertion("res.odd", "eq", "1")]
    request.captures = [Capture(variable: "v", expression: "res.odd()")]
    let hurl = ExportFormat.hurl.write(
      ImportedCollection(
        format: "apus",
        root: ImportedCollection.Folder(name: "c", items: [.request(request, options: TransferOptions())])))
    #expect(hurl.notices.map(\.message) == ["Hurl cannot express v = res.odd(); res.odd eq 1"])
  }

  @Test("Postman gets no script of gRPC as one of HTTP: neither with its call, nor of a folder")
  func calls() throws {
    let scripts = [Script(phase: "grpc:after-call-end", code: "ended()")]
    let call = RequestDefinition(kind: .grpc, name: "call", url: "grpc://h", scripts: scripts)
    let folder = ImportedCollection.Folder(
      name: "calls", settings: SharedSettings(authentication: .inherit, scripts: scripts),
      items: [.request(call, options: TransferOptions())])
    let source = ImportedCollection(
      format: "apus", root: ImportedCollection.Folder(name: "c", items: [.folder(folder)]))
    let written = ExportFormat.postman.write(source)
    #expect(!written.text.contains("ended"), "\(written.text)")
    let losses = ["calls: \(Kind.callScripts.rawValue)", "call: a grpc request is not carried over"]
    #expect(written.notices.map(\.description) == losses)
  }
}
