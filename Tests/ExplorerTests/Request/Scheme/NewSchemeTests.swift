import Interchange
import Networking
import TestSupport
import Testing

@testable import Explorer
@testable import Workspaces

@Suite("An authentication scheme is defined by one description") struct NewSchemeTests {
  private static let schemes = AuthenticationSchemes.builtIn.adding(StationScheme.description)
  private static let word = "open-sesame-4711"

  /// A saved request with its folder and workspace.
  private struct Saved {
    let folder: TemporaryDirectory
    let workspace: Workspace
    let path: String

    init(schemes: AuthenticationSchemes, auth: String) throws {
      folder = try TemporaryDirectory("scheme")
      _ = try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: C\n")
      path = try folder.write(
        "get.yml", "info:\n  name: Get\n  type: http\n  seq: 1\n\nhttp:\n  method: GET\n  url: http://h.test/\n\(auth)")
      var workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
      workspace.schemes = schemes
      self.workspace = workspace
    }

    static let auth =
      "  auth:\n    type: station\n    account: ada\n    credentials:\n      pass: \"{{word}}\"\n    strict: true\n"
  }

  private static let variables = SendContext(variables: VariableTable([.init("word", word, origin: .collection)]))

  @Test func `The editor offers the scheme, shows its fields, masks its secret and keeps typed values`() throws {
    var journey = Journey.request(RequestDefinition(name: "x", url: "http://h/"))
    journey.state.program.schemes = Self.schemes
    _ = journey.state.request(.schemesRequested)
    #expect(journey.text.contains("Station call"))
    journey.go("‹station› enter ‹ada› enter ‹\(Self.word)› enter down space down enter ‹true› enter")
    #expect(
      journey.draft.authentication
        == Authentication(
          StationScheme.description,
          [
            .init("account", "ada"), .init("credentials.pass", Self.word), .init("band", "long"),
            .init("strict", "true"),
          ]))
    #expect(journey.pane.contains("Scheme   Station call ▾\n"))
    #expect(journey.pane.contains("Account  ada\n") && journey.pane.contains("Pass     ••••\n"))
    #expect(!journey.text.contains(Self.word))
  }

  @Test func `The scheme's file is read and written with its own names, order and types`() throws {
    let saved = try Saved(schemes: Self.schemes, auth: "  auth: inherit\n")
    let file = try saved.workspace.request(at: saved.path)
    var edited = file.definition
    edited.authentication = Authentication(
      StationScheme.description,
      [.init("strict", "true"), .init("credentials.pass", "{{word}}"), .init("account", "ada")])
    let written = try saved.workspace.save(edited, to: file).file
    #expect(String(decoding: written.bytes, as: UTF8.self).hasSuffix(Saved.auth))
    let read = try saved.workspace.request(at: saved.path).definition.authentication
    #expect(read.scheme.title == "Station call" && read["credentials.pass"] == "{{word}}" && read["account"] == "ada")
  }

  @Test func `A request is sent with the scheme, and its secret is masked`() throws {
    let saved = try Saved(schemes: Self.schemes, auth: Saved.auth)
    let definition = try saved.workspace.request(at: saved.path).definition
    let prepared = try PreparedRequest(definition, in: Self.variables)
    #expect(prepared.request.headers["X-Station"] == "ada:\(Self.word)")
    #expect(!prepared.redaction.masked(text: "is it \(Self.word)?").contains(Self.word))
    let refusal = #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: SendContext()) }
    #expect(refusal?.field == .authentication(field: "credentials.pass"))
  }

  @Test func `The scheme's header is not sent to another host, and an explicit header overrides it`() throws {
    let authentication = Authentication(
      StationScheme.description, [.init("account", "ada"), .init("credentials.pass", "literal-\(Self.word)")])
    var definition = RequestDefinition(name: "x", url: "http://h/")
    definition.authentication = authentication
    let request = try PreparedRequest(definition, in: SendContext()).request
    #expect(request.credentials.cover("X-Station") && !request.credentials.cover("Accept"))
    definition.headers = [Row("x-station", "mine")]
    let own = try PreparedRequest(definition, in: SendContext()).request
    #expect(own.headers.fields.filter { $0.name.lowercased() == "x-station" }.map(\.value) == ["mine"])
  }

  @Test func `An inheriting request uses the scheme of its folder`() throws {
    let shared = SharedSettings(
      authentication: Authentication(
        StationScheme.description, [.init("account", "ada"), .init("credentials.pass", "{{word}}")]))
    var context = Self.variables
    context.layers = [.init(path: "/c", name: "C", settings: shared)]
    let prepared = try PreparedRequest(RequestDefinition(name: "x", url: "http://h/"), in: context)
    #expect(prepared.request.headers["X-Station"] == "ada:\(Self.word)")
  }

  @Test func `The scheme is exported as cURL and Hurl, without its secret unless requested`() throws {
    let saved = try Saved(schemes: Self.schemes, auth: Saved.auth)
    var definition = try saved.workspace.request(at: saved.path).definition
    let open = try CurlExport.command(for: definition, in: Self.variables, revealsSecrets: true).text
    #expect(open.contains("'X-Station: ada:\(Self.word)'"))
    #expect(!(try CurlExport.command(for: definition, in: Self.variables).text.contains(Self.word)))
    #expect(hurl(definition).contains("\nX-Station: ada:{{word}}\n"))
    definition.authentication["credentials.pass"] = Self.word
    #expect(hurl(definition).contains("\nX-Station: ada:") && !hurl(definition).contains(Self.word))
  }

  private func hurl(_ definition: RequestDefinition) -> String {
    let root = ImportedCollection.Folder(name: "c", items: [.request(definition, options: TransferOptions())])
    return ExportFormat.hurl.write(ImportedCollection(format: "apus", root: root)).text
  }

  @Test func `An unknown scheme is kept, shown with masked fields, and not sent`() throws {
    let saved = try Saved(schemes: .builtIn, auth: Saved.auth)
    let definition = try saved.workspace.request(at: saved.path).definition
    #expect(definition.authentication.scheme == .other("station") && definition.authentication["account"] == "ada")
    let refusal = #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: Self.variables) }
    #expect(refusal?.problem == .unsupported("authentication station"))
  }

  @Test func `Fields of unknown schemes are classified by their names`() {
    let kept = AuthenticationScheme.other("hawk")
    #expect(["clientSecret", "password", "authToken", "privateKey"].allSatisfy(kept.isSecret))
    #expect(!["clientId", "tokenUrl", "realm"].contains(where: kept.isSecret))
    #expect(AuthenticationScheme.oauth1.isSecret("privateKey.value"))
    #expect(!AuthenticationScheme.oauth2.isSecret("settings.autoFetchToken"))
  }
}
