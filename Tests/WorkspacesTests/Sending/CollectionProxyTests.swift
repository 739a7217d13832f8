import Basics
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The proxy of a collection") struct CollectionProxyTests {
  private static let full = """
    opencollection: 1.0.0

    info:
      name: Shop
    config:
      proxy:
        inherit: false   # ours
        config:
          protocol: http
          hostname: "{{host}}"
          port: 3128
          auth:
            username: me
            password: "{{word}}"
          bypassProxy: "localhost, *.near.test"

    """

  private func workspace(_ folder: TemporaryDirectory, _ text: String = full) throws -> Workspace {
    try folder.write("c/opencollection.yml", text)
    try folder.write(
      "c/environments/local.yml",
      "variables:\n  - {name: host, value: proxy.test}\n  - {secret: true, name: word}\n")
    try folder.write("c/r.yml", "info:\n  name: r\n  type: http\nhttp:\n  url: https://a.test/x\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private func context(_ folder: TemporaryDirectory, _ text: String = full) throws -> SendContext {
    let workspace = try workspace(folder, text)
    try workspace.secretStore(of: workspace.path).set(["word": "s3cret/1"], of: "local")
    let use = UserValueUse(.secret("local/word"), to: "the proxy http://proxy.test:3128")
    try workspace.consents.allow([use], for: workspace.path)
    return try workspace.context(for: folder.path("c/r.yml"), environment: "local")
  }

  private func config(_ text: String) -> String {
    "opencollection: 1.0.0\n\ninfo:\n  name: Shop\nconfig:\n  proxy: \(text)\n"
  }

  private func options(_ context: SendContext, _ url: String = "https://a.test") throws -> TransferOptions {
    try PreparedRequest(RequestDefinition(name: "r", url: url), in: context).request.options
  }

  @Test("A request uses the proxy with name and password, except for the hosts in its bypass list; both are secret")
  func prepared() throws {
    let folder = try TemporaryDirectory("proxy")
    let context = try context(folder)
    let made = try PreparedRequest(RequestDefinition(name: "r", url: "https://a.test"), in: context)
    #expect(made.request.options.proxy == "http://me:s3cret%2F1@proxy.test:3128")
    #expect(made.redaction.secrets.isSuperset(of: ["s3cret/1", "s3cret%2F1"]))
    #expect(made.request.options.proxyExceptions?.covers(URLParts("http://x.near.test/")) == true)
    #expect(made.request.options.routed(to: "https://localhost/").proxy == "")
    let words = try #require(context.proxy?.words(for: "https://a.test", in: context.variables))
    #expect(words == "http://proxy.test:3128")
    #expect(
      context.proxy?.words(for: "http://b.near.test", in: context.variables)?.hasPrefix("none, this host") == true)
    // Without the environment it is missing, like any variable.
    let bare = try workspace(folder).context(for: folder.path("c/r.yml"), environment: nil)
    #expect(
      bare.missing(in: RequestDefinition(name: "r", url: "https://a.test")).map(\.variable.name) == ["host", "word"])
  }

  @Test("Proxy options on the command line take precedence")
  func commandLine() throws {
    let folder = try TemporaryDirectory("proxy")
    var context = try context(folder)
    context.options.noProxy = "b.test"
    #expect(try options(context).noProxy == "b.test" && options(context).proxyExceptions == nil)
    #expect(try options(context).proxy?.hasSuffix("@proxy.test:3128") == true)
    context.options.noProxy = nil
    context.options.proxy = ""
    #expect(try options(context).proxy == "" && options(context).proxyExceptions == nil)
    context.options.proxy = "http://other:1"
    #expect(try options(context).proxy == "http://other:1" && context.ownProxy == nil)
    context.options.proxy = nil
    context.options.unixSocket = "/s"
    #expect(try options(context).proxy == nil)
  }

  @Test(
    "A disabled proxy means none; an inherited or incomplete one means the environment's, as in Bruno")
  func uses() throws {
    let folder = try TemporaryDirectory("proxy")
    let whole =
      "config: {protocol: socks5, hostname: \"::1\", port: \"\", auth: {username: u, password: p, disabled: true}}"
    let cases: [(text: String, proxy: String?, notices: Int)] = [
      ("{inherit: true, \(whole)}", nil, 0), ("{inherit: false, \(whole)}", "socks5://[::1]:1080", 0),
      ("{disabled: true, inherit: false, \(whole)}", "", 0), ("{inherit: true}", nil, 0),
      ("{inherit: false}", nil, 1), ("{disabled: true}", nil, 1),
      ("{inherit: false, config: {hostname: h}}", "http://h:80", 0),
      ("{inherit: false, config: {protocol: https, hostname: h}}", "https://h:443", 0),
      ("{inherit: false, config: {protocol: socks, hostname: h, port: 9}}", "socks5h://h:9", 0),
    ]
    for (text, proxy, notices) in cases {
      let workspace = try workspace(folder, config(text))
      #expect(try workspace.settings(of: workspace.path).notices.count == notices, "\(text)")
      #expect(try options(context(folder, config(text))).proxy == proxy, "\(text)")
    }
  }

  @Test("An invalid proxy refuses the send, with the fault and its location")
  func refusals() throws {
    let folder = try TemporaryDirectory("proxy")
    let cases = [
      ("hostname: \"\"", "proxy of Shop, hostname: empty"), ("hostname: \"a/b@c\"", "is not a host name"),
      ("hostname: h, port: 70000", "proxy of Shop, port: 70000 is not a port"),
      ("hostname: h, protocol: ftp", "protocol: ftp is not one of http"),
      ("hostname: \"{{nothing}}\"", "proxy of Shop, hostname: variable nothing has no value"),
    ]
    for (text, words) in cases {
      let context = try context(folder, config("{inherit: false, config: {\(text)}}"))
      let refusal = #expect(throws: SendRefusal.self) { try options(context) }
      #expect(refusal?.description.contains(words) == true, "\(String(describing: refusal))")
    }
  }

  @Test("An edit changes its own line; unchanged lines keep their comments and style")
  func writing() throws {
    let folder = try TemporaryDirectory("proxy")
    let workspace = try workspace(folder)
    let file = try workspace.settings(of: workspace.path)
    var settings = file.definition
    settings.proxy?.port = "8080"
    _ = try workspace.save(settings, to: file, options: SaveOptions())
    #expect(
      try folder.readText("c/opencollection.yml") == Self.full.replacing("port: 3128", with: "port: 8080"))
  }

  @Test("Bruno's older bruno.json has a proxy in any of its forms, and a conversion keeps it")
  func older() throws {
    let folder = try TemporaryDirectory("proxy")
    let own = #""protocol": "http", "hostname": "h", "port": 81, "auth": {"enabled": false, "username": "u"}"#
    let cases: [(json: String, address: String??)] = [
      ("false", .some("")), ("\"inherit\"", nil),
      ("{\"enabled\": true, \(own), \"bypassProxy\": \"x\"}", "http://h:81"),
      ("{\"enabled\": false, \(own)}", .some("")), ("{\"enabled\": \"global\", \(own)}", .some(nil)),
      ("{\(own)}", "http://h:81"), ("{\"inherit\": false, \"config\": {\(own)}}", "http://h:81"),
      ("{\"inherit\": true, \"config\": {\(own)}}", .some(nil)), ("{}", nil), ("7", nil),
    ]
    for (json, address) in cases {
      let found = ProxyReader.proxy(ofOlder: try JSONValue(parsing: Array(json.utf8)))
      #expect(found.map(\.address) == address, "\(json)")
    }
    try folder.write("old/bruno.json", "{\"name\": \"Old\", \"proxy\": \(cases[2].json)}")
    try folder.write("old/r.bru", "meta {\n  name: r\n  type: http\n}\n\nget {\n  url: https://b.test\n}\n")
    let workspace = try Workspace.open(folder.path("old"), stateFolder: folder.path("state"))
    let proxy = try #require(try workspace.context(for: folder.path("old/r.bru")).proxy)
    #expect(proxy.bypass == "x" && !proxy.authenticates)
    let made = try workspace.convert(workspace.path, into: folder.path)
    let new = try Workspace.open(made.path, stateFolder: folder.path("state"))
    #expect(try new.settings(of: new.path).settings.proxy == proxy)
  }
}
