import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("AWS signatures") struct AWSSignatureTests {
  /// A request of AWS's signing test suite: 30 August 2015, us-east-1, `service`.
  struct Vector: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(method) \(target)" }
    let method: String
    let target: String
    var headers: [Header] = []
    var body = ""
    var token: String?
    var names = "host;x-amz-date"
    let signature: String
  }

  private static func own(_ values: String...) -> [Header] { values.map { Header("My-Header1", $0) } }

  private static func form(_ type: String) -> [Header] {
    let hash = "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e"
    return [Header("Content-Type", type), Header("Content-Length", "13"), Header("x-amz-content-sha256", hash)]
  }

  private static let unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  private static let root = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
  private static let formNames = "content-length;content-type;host;x-amz-content-sha256;x-amz-date"

  static let vectors = [
    Vector(method: "GET", target: "/", signature: root),
    Vector(method: "GET", target: "/example1/example2/../..", signature: root),
    Vector(method: "GET", target: "/./", signature: root),
    Vector(
      method: "GET", target: "/./example",
      signature: "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
    Vector(
      method: "GET", target: "//example//",
      signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
    Vector(
      method: "GET", target: "/example space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
    Vector(
      method: "GET", target: "/\(unreserved)",
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Vector(
      method: "GET", target: "/ሴ", signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Vector(
      method: "GET", target: "/?ሴ=bar", signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
    Vector(
      method: "GET", target: "/?Param1=value1",
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
    Vector(
      method: "GET", target: "/?Param2=value2&Param1=value1",
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      method: "GET", target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
      signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
    Vector(
      method: "GET", target: "/?\(unreserved)=\(unreserved)",
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    Vector(
      method: "GET", target: "/", headers: own("value2", "value2", "value1"), names: "host;my-header1;x-amz-date",
      signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
    Vector(
      method: "GET", target: "/", headers: own("value4", "value1", "value3", "value2"),
      names: "host;my-header1;x-amz-date",
      signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
    Vector(
      method: "GET", target: "/", headers: own(" value1") + [Header("My-Header2", " \"a   b   c\"")],
      names: "host;my-header1;my-header2;x-amz-date",
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
    Vector(
      method: "GET", target: "/", token: "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267",
      names: "host;x-amz-date;x-amz-security-token",
      signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
    Vector(
      method: "POST", target: "/", signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    Vector(
      method: "POST", target: "/", headers: own("value1"), names: "host;my-header1;x-amz-date",
      signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
    Vector(
      method: "POST", target: "/", headers: own("VALUE1"), names: "host;my-header1;x-amz-date",
      signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
    Vector(
      method: "POST", target: "/?Param1=value1",
      signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
    Vector(
      method: "POST", target: "/", headers: form("application/x-www-form-urlencoded"), body: "Param1=value1",
      names: formNames, signature: "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b"),
    Vector(
      method: "POST", target: "/", headers: form("application/x-www-form-urlencoded; charset=utf-8"),
      body: "Param1=value1", names: formNames,
      signature: "328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422"),
  ]

  @Test("N44: each request of AWS's test suite has the signature of the suite", arguments: vectors)
  func suite(_ vector: Vector) throws {
    var request = try Self.request(
      vector.method, "https://example.amazonaws.com\(vector.target)", region: "us-east-1", service: "service",
      headers: vector.headers, body: vector.body.isEmpty ? .none : .bytes(Array(vector.body.utf8)), token: vector.token)
    let signature = try #require(try AWSSignature(request))
    signature.addHeaders(to: &request, payload: Digest.hexadecimal(vector.body.utf8), at: "20150830T123600Z")
    #expect(
      request.headers["Authorization"]
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=\(vector.names), Signature=\(vector.signature)")
  }

  static func request(
    _ method: String, _ url: String, region: String, service: String, headers: [Header] = [],
    body: Request.Body = .none,
    token: String? = nil
  ) throws -> Request {
    let options = makeOptions {
      $0.authentication = TransferOptions.Authentication(
        .awsSignature(region: region, service: service), user: "AKIDEXAMPLE",
        password: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", sessionToken: token)
    }
    return makeRequest(
      url, try #require(HTTPRequest.Method(rawValue: method)), headers: Headers(headers), body: body, options: options)
  }

  /// The request signed at a fixed time.
  private func signed(_ request: Request) throws -> Request {
    var request = request
    try AWSSignature.sign(&request, at: Date(timeIntervalSince1970: 1_440_938_160))
    return request
  }

  private func signed(_ url: String, _ service: String, _ body: Request.Body = .none) throws -> Request {
    try signed(try Self.request("PUT", url, region: "r", service: service, body: body))
  }

  @Test("The path is sent with the escapes that are signed, and keeps its dots and slashes")
  func path() throws {
    #expect(try signed("http://h/*/a%41%c3%bc%2Fb/..//", "es").url == "http://h/%2A/aA%C3%BC%2Fb/..//")
    #expect(try signed("http://h/%2e%2E/x?a=*", "s3").url == "http://h/%2E%2E/x?a=*")
  }

  @Test("S3 gets the hash of the body; a file over TLS is sent without one, and other services hash it")
  func payload() throws {
    let folder = try TemporaryDirectory()
    try folder.write("f", "hello")
    let file = Request.Body.file(path: folder.path("f"), size: 5)
    let hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    func header(_ url: String, _ body: Request.Body) throws -> String? {
      try signed(url, "s3", body).headers["X-Amz-Content-Sha256"]
    }
    #expect(try header("http://h/k", .bytes(Array("hello".utf8))) == hash)
    #expect(try header("http://h/k", file) == hash)
    #expect(try header("https://h/k", file) == "UNSIGNED-PAYLOAD")
    #expect(try signed("https://h/k", "es", file).headers["X-Amz-Content-Sha256"] == nil)
    let same = try [
      file, .bytes(Array("hello".utf8)), .sequence([.bytes(Array("he".utf8)), .bytes(Array("llo".utf8))]),
    ]
    .map { try signed("https://h/k", "es", $0).headers["Authorization"] }
    #expect(Set(same).count == 1)
  }

  @Test("N44: everything that is signed is sent, and a suppressed Host is not signed", arguments: ["s3", "es"])
  func signedIsSent(_ service: String) async throws {
    let server = try AnsweringServer()
    let headers = [Header("X-Empty", ""), Header("X-A", "1"), Header("x-a", " 2  3 "), Header("Content-Type", "a/b")]
    var request = try Self.request(
      "POST", server.url + "/p?b=2&a=1", region: "r", service: service, headers: headers, body: .bytes([1]),
      token: "t/1")
    _ = await Client().exchange(for: request) { $0.cookies = CookieJar() }
    let sent = try #require(server.requests.first)
    let names = try #require(Self.signedNames(sent["Authorization"]))
    #expect(names == names.sorted() && names.contains("host") && names.contains("x-amz-security-token"))
    #expect(names.contains("x-amz-content-sha256") == (service == "s3"))
    for name in names { #expect(sent[name] != nil, "\(name)") }
    #expect(sent.target == "/p?b=2&a=1")
    request.suppressedHeaders = ["host"]
    #expect(Self.signedNames(try signed(request).headers["Authorization"])?.contains("host") == false)
  }

  private static func signedNames(_ authorization: String?) -> [String]? {
    authorization?.components(separatedBy: "SignedHeaders=").last?.prefix { $0 != "," }.split(separator: ";").map(
      String.init)
  }

  @Test("A stream is rejected if its hash is needed")
  func stream() throws {
    let stream = Request.Body.stream(BodyStream { { nil } })
    #expect(try signed("https://h/k", "s3", stream).headers["X-Amz-Content-Sha256"] == "UNSIGNED-PAYLOAD")
    #expect(throws: NetworkError.self) { try signed("https://h/k", "es", stream) }
  }

  @Test("The host determines missing services and regions; without either nothing is sent")
  func host() throws {
    let request = try Self.request("GET", "https://sqs.eu-west-1.amazonaws.com/", region: "", service: "")
    #expect(try signed(request).headers["Authorization"]?.contains("/eu-west-1/sqs/aws4_request") == true)
    #expect(throws: NetworkError.self) {
      try signed(try Self.request("GET", "https://localhost/", region: "", service: "s3"))
    }
  }

  @Test("The request's own Authorization header replaces the signature")
  func ownHeader() throws {
    let own = Header("authorization", "Bearer x")
    let request = try signed(
      try Self.request("GET", "http://h/", region: "r", service: "s", headers: [own]))
    #expect(request.headers.fields == [own] && request.options.authentication == nil)
  }

  @Test("An exported curl command names the differences of an older curl's signature")
  func export() throws {
    func notices(_ url: String, _ service: String) throws -> Int {
      CurlCommand(try Self.request("GET", url, region: "r", service: service)).notices.count
    }
    #expect(try notices("https://h/a/b?a=1&b=2", "es") == 0)
    for url in ["https://h/?b=2&a=1", "https://h/?acl", "https://h/a*b", "https://h/%20"] {
      #expect(try notices(url, "es") == 1, "\(url)")
    }
    #expect(try notices("https://h/", "s3") == 1)
  }

  @Test("Each redirect and each retry gets a new signature")
  func hops() async throws {
    let server = try AnsweringServer { request in
      switch request.target {
      case "/a": Answer.redirect(307, to: "/b?x")
      default: Answer.text("", status: "503 Service Unavailable", headers: ["Retry-After: 0"])
      }
    }
    let request = try Self.request("POST", server.url + "/a", region: "r", service: "es", body: .bytes([1]))
    _ = await Client().exchange(for: request) {
      $0.retry = RetryPolicy(maximum: 1, statuses: [503: .immediately], includesUnsafeMethods: true)
    }
    let signatures = server.requests.compactMap { $0["Authorization"]?.split(separator: "=").last }
    #expect(server.requests.count == 4 && signatures.count == 4 && signatures[0] != signatures[1])
  }

  private static let botocore = ([Tool.path("python3"), "/usr/bin/python3"] as [String?]).compactMap(\.self).first {
    (try? Tool.run($0, ["-c", "import botocore.auth"])) != nil
  }

  @Test("Random requests have the signature of botocore", .enabled(if: botocore != nil, "no python3 with botocore"))
  func beside() throws {
    var random = SeededGenerator(seed: 7)
    var asked: [String] = []
    var ours: [String] = []
    for _ in 0..<300 {
      let service = ["s3", "es", "execute-api"].randomElement(using: &random) ?? ""
      let request = try Self.random(service, &random)
      let signed = try signed(request)
      let fields = signed.headers.fields.filter {
        !$0.name.hasPrefix("X-Amz-Date") && !["Authorization", "X-Amz-Content-Sha256"].contains($0.name)
      }
      let headers = fields.map { [$0.name, $0.value] }
      var body: [UInt8] = []
      if case .bytes(let bytes) = request.body { body = bytes }
      asked.append(
        try Self.line([signed.method.rawValue, signed.url, service, String(decoding: body, as: UTF8.self)], headers))
      ours.append(signed.headers["Authorization"] ?? "")
    }
    let folder = try TemporaryDirectory()
    try folder.write("asked", asked.joined(separator: "\n"))
    let python = try #require(Self.botocore)
    let received = try Tool.run(python, ["-c", Self.script, folder.path("asked")]).split(separator: "\n").map(
      String.init)
    let wrong = zip(asked, zip(ours, received)).filter { $0.1.0 != $0.1.1 }
    #expect(received.count == ours.count && wrong.isEmpty, "\(wrong.prefix(3))")
  }

  private static func line(_ words: [String], _ headers: [[String]]) throws -> String {
    String(decoding: try JSONEncoder().encode([words, headers.flatMap(\.self)]), as: UTF8.self)
  }

  private static func random(_ service: String, _ random: inout SeededGenerator) throws -> Request {
    func word(_ characters: String, _ most: Int, _ random: inout SeededGenerator) -> String {
      String(
        (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in characters.randomElement(using: &random) })
    }
    let path = word("ab/.*:@!$&'(),;=~- ü%_", 12, &random)
    var url = ["http://h.example/", "http://h.example:8080/"].randomElement(using: &random) ?? ""
    url += PercentEncoding.encode(path, keepsEscapes: false, keeping: ASCIISet.path.contains).drop { $0 == "/" }
    // botocore signs a query unchanged, so it must be encoded.
    let pairs = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      PercentEncoding.component(word("abAB*: ü", 3, &random) + "k") + "="
        + PercentEncoding.component(word("ab/+ ", 3, &random))
    }
    if !pairs.isEmpty { url += "?" + pairs.joined(separator: "&") }
    var headers: [Header] = []
    if Bool.random(using: &random) { headers.append(Header("Content-Type", "text/plain;  charset=utf-8")) }
    for name in ["X-A", "x-b", "User-Agent"] where Bool.random(using: &random) {
      headers.append(Header(name, "v" + word("ab  c", 6, &random)))
    }
    let body: Request.Body = Bool.random(using: &random) ? .none : .bytes(Array(word("abc{}", 9, &random).utf8))
    let token = Bool.random(using: &random) ? nil : "t/" + word("ab+/", 5, &random)
    return try request(
      body == .none ? "GET" : "PUT", url, region: "eu-west-1", service: service, headers: headers, body: body,
      token: token)
  }

  private static let script = """
    import datetime, json, sys
    import botocore.auth, botocore.compat
    from botocore.awsrequest import AWSRequest
    from botocore.credentials import Credentials
    now = datetime.datetime(2015, 8, 30, 12, 36)
    for module in (botocore.auth, botocore.compat):
        if hasattr(module, "get_current_datetime"):
            module.get_current_datetime = lambda remove_tzinfo=True: now
    class Clock(datetime.datetime):
        @classmethod
        def utcnow(cls):
            return now
    if not hasattr(botocore.auth, "get_current_datetime"):
        botocore.auth.datetime.datetime = Clock
    for line in open(sys.argv[1], encoding="utf-8"):
        (method, url, service, body), fields = json.loads(line)
        headers = list(zip(fields[::2], fields[1::2]))
        token = dict(headers).get("X-Amz-Security-Token")
        request = AWSRequest(method=method, url=url, data=body.encode())
        for name, value in headers:
            if name != "X-Amz-Security-Token":
                request.headers[name] = value
        keys = Credentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", token)
        signer = botocore.auth.S3SigV4Auth if service == "s3" else botocore.auth.SigV4Auth
        request.context["client_config"] = None
        request.context["payload_signing_enabled"] = True
        signer(keys, service, "eu-west-1").add_auth(request)
        print(request.headers["Authorization"])
    """
}
