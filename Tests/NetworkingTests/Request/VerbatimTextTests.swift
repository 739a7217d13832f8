import HTTPTypes
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Line ends: CR, LF and NUL are rejected in every text that is passed on")
struct VerbatimTextTests {
  private typealias Setter = @Sendable (inout TransferOptions, String) -> Void

  /// Sets one text of the options. Each text of the options must be in one of these two lists, or `complete` fails.
  private static let words: [Setter] = [
    { $0.proxy = $1 }, { $0.noProxy = $1 }, { $0.resolve = [$1] }, { $0.connectTo = [$1] }, { $0.interface = $1 },
    { $0.requestTarget = $1 }, { $0.tls?.keyPassword = $1 },
    { $0.tls?.pinnedPublicKeys = $1 }, { $0.clientCertificates?[0].password = $1 }, { $0.authentication?.user = $1 },
    { $0.authentication?.password = $1 }, { $0.authentication?.sessionToken = $1 },
    { options, text in
      let (_, service) = signature(options)
      options.authentication?.scheme = .awsSignature(region: text, service: service)
    },
    { options, text in
      let (region, _) = signature(options)
      options.authentication?.scheme = .awsSignature(region: region, service: text)
    },
  ]

  /// File names, which may contain any character but NUL.
  private static let paths: [Setter] = [
    { $0.unixSocket = $1 }, { $0.tls?.caFile = $1 }, { $0.tls?.certificateFile = $1 }, { $0.tls?.keyFile = $1 },
    { $0.tls?.revocationList = $1 }, { $0.loginFile = .init(path: $1) }, { $0.tls?.authorities = ["h:443": $1] },
    { $0.clientCertificates?[0].file = $1 }, { $0.clientCertificates?[0].keyFile = $1 },
  ]

  private static func signature(_ options: TransferOptions) -> (region: String, service: String) {
    guard case .awsSignature(let region, let service) = options.authentication?.scheme else { return ("", "") }
    return (region, service)
  }

  /// Options with every text set.
  private static func full() -> TransferOptions {
    makeOptions { options in
      options.connectTimeout = .seconds(1)
      options.idleTimeout = .seconds(1)
      options.totalTimeout = .seconds(1)
      options.httpVersion = .http11
      options.decompresses = true
      options.compressesBody = true
      options.redirects = .init()
      options.redirects?.curl = .init()
      options.tls = .init(certificateFile: nil, certificateFormat: .pem)
      options.tls?.minimumVersion = .tls12
      options.tls?.maximumVersion = .tls13
      options.clientCertificates = [
        TransferOptions.ClientCertificate(hosts: HostPattern("*"), file: "", format: .pem, fault: "f")
      ]
      options.proxyExceptions = ["a.test"]
      options.priority = 1
      options.authentication = .init(.awsSignature(region: "", service: ""), user: "", password: "")
      options.cache = .use
    }
  }

  private func refusal(_ set: Setter, _ text: String) -> RequestError? {
    do throws(RequestError) {
      _ = try Request.with(RequestConfig(url: "http://h/")) {
        $0.options = Self.full()
        set(&$0.options, text)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test("Any text in the options is rejected with its name", arguments: ["\r", "\n", "\0", "\r\nX: 1"])
  func refused(_ bad: String) {
    for (index, set) in Self.words.enumerated() {
      guard case .text(let place, _, 2)? = refusal(set, "a\(bad)b") else {
        Issue.record("text \(index) of the options is sent with \(bad.debugDescription)")
        continue
      }
      #expect(!place.isEmpty)
    }
    for set in Self.paths { #expect((refusal(set, "a\(bad)b") != nil) == (bad == "\0")) }
  }

  @Test("Reflection finds every text of the options in the lists above")
  func complete() {
    var options = Self.full()
    for (index, set) in (Self.words + Self.paths).enumerated() { set(&options, "text-\(index)-") }
    var found: Set<String> = []
    var unset: [String] = []
    func look(_ value: Any, _ path: String) {
      // Patterns are only compared, never sent; the fault is a message.
      if value is HostPattern || path.hasSuffix(".fault") { return }
      // The same applies to the servers with their own file.
      if path.hasSuffix(".key") { return }
      // A flag and a size, which contain no text.
      if ["options.followsLinks", "options.maximumBodySize"].contains(path) { return }
      if let text = value as? String {
        found.insert(text)
        if !text.hasPrefix("text-") { unset.append("\(path) = \(text)") }
        return
      }
      if let secret = value as? Masked<String> { return look(secret.wrappedValue, path) }
      if let secret = value as? Masked<String?> { return look(secret.wrappedValue as Any, path) }
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional, mirror.children.isEmpty { unset.append(path) }
      if mirror.displayStyle == .enum, value is any RawRepresentable { return }
      for (index, child) in mirror.children.enumerated() { look(child.value, "\(path).\(child.label ?? "\(index)")") }
    }
    look(options.content, "options")
    #expect(unset == [])
    #expect(found.count == Self.words.count + Self.paths.count)
    #expect(Set(options.verbatimTexts.map(\.text)) == found)
  }

  @Test("Every other part of a head is checked, too", arguments: ["\r", "\n", "\0"])
  func others(_ bad: String) {
    let text = "a\(bad)b"
    let changes: [(inout RequestConfig) throws -> Void] = [
      { try $0.setMethod(text) }, { $0.host = "http://\(text)/" }, { $0.headers.append(text, "1") },
      { $0.headers.append("X", text) }, { $0.headers.append("Cookie", text) },
      { $0.headers.append("User-Agent", text) },
      { $0.headers.append("Referer", text) }, { $0.headers.append("Range", text) }, { $0.headers.append("Host", text) },
      { $0.suppress(.init(text)) }, { $0.authorize(.bearer(text)) }, { $0.authorize(.apiKey(name: "X", value: text)) },
      { $0.authorize(.apiKey(name: text, value: "1")) }, { $0.body = .text("1", contentType: text) },
      { $0.body = .multipart(Multipart([.init("n", .text("1"), contentType: text)])) },
      { $0.body = .multipart(Multipart([.init("n", .text("1"), headers: Headers([Header("X", text)]))])) },
      { $0.body = .multipart(Multipart([], boundary: text)) },
      {
        var part = Multipart.Part("n", .text("1"))
        part.head = ["X: \(text)"]
        $0.body = .multipart(Multipart([part]))
      },
    ]
    for (index, change) in changes.enumerated() {
      #expect(throws: RequestError.self, "\(index)") { try Request.with(RequestConfig(url: "http://h/"), change) }
    }
    // A line end in a name is escaped, as in browsers and curl.
    let named = Multipart([.init(text, .text("1"), fileName: text)])
    let made = try? Request.with(RequestConfig(url: "http://h/")) { $0.body = .multipart(named) }
    #expect((made == nil) == (bad == "\0"))
  }

  @Test("Changes by a modifier, a cookie or a redirect are checked again before sending")
  func late() async {
    let request = makeRequest("http://a.test/", options: makeOptions { $0.requestTarget = "/\r\nX: 1" })
    let client = Client(transport: StubTransport([Stub(reply: .json("1"))]))
    let failure = await client.exchange(for: request).failure
    #expect(failure?.category == .encoding)
    #expect(failure?.message == "the request target contains CR at character 2: remove it")
  }
}
