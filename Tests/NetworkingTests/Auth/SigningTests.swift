import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Signed requests") struct SigningTests {
  /// The example of RFC 5849, section 3.4.1.1.
  private static func example() throws -> Request {
    try Request.with(RequestConfig(url: "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b")) {
      $0.method = .post
      $0.headers = Headers([Header("Content-Type", "application/x-www-form-urlencoded")])
      $0.body = .bytes(Array("c2&a3=2+q".utf8))
    }
  }

  @Test("The signature base string equals the example of RFC 5849")
  func baseText() throws {
    let request = try Self.example()
    let own = [
      ("oauth_consumer_key", "9djdj82h48djs9d2"), ("oauth_token", "kkk9d7dh3k39sjv7"),
      ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", "137131201"), ("oauth_nonce", "7d8f3e4a"),
    ]
    let url = URLParts(request.url)
    let text = OAuth1Text.base(
      method: "post", url: url,
      parameters: own
        + [url.query ?? "", "c2&a3=2+q"].flatMap { PercentEncoding.pairs($0) }.map { ($0.name, $0.value) })
    #expect(
      text
        == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7"
    )
  }

  /// The example of OAuth Core 1.0, appendix A.5.
  @Test("The signature matches the specification's photos example")
  func signature() throws {
    var request = try Request.with(
      RequestConfig(url: "http://photos.example.net/photos?file=vacation.jpg&size=original")
    ) { _ in }
    var oauth = OAuth1(consumerKey: "dpf43f3p2l4k3l03", consumerSecret: "kd94hf93k423kf44")
    oauth.token = "nnch734d00sl2jdk"
    oauth.tokenSecret = "pfkkdhi9sl3r4s00"
    oauth.timestamp = "1191242096"
    oauth.nonce = "kllo9940pd9333jh"
    oauth.realm = "Photos"
    try oauth.sign(&request)
    let header = try #require(request.headers["Authorization"])
    #expect(header.hasPrefix("OAuth realm=\"Photos\", oauth_consumer_key=\"dpf43f3p2l4k3l03\""))
    #expect(header.contains("oauth_signature=\"tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D\""))
    oauth.placement = .query
    oauth.method = .plaintext
    var other = try Request.with(RequestConfig(url: "http://h/")) { _ in }
    try oauth.sign(&other)
    #expect(other.url.contains("oauth_signature=kd94hf93k423kf44%26pfkkdhi9sl3r4s00"))
    #expect(other.headers["Authorization"] == nil)
  }

  @Test(
    "RSA signatures equal those of openssl, and an unsuitable key is rejected by name",
    .enabled(if: Tool.path("openssl") != nil, "openssl is not installed"))
  func keyPair() throws {
    var oauth = OAuth1(consumerKey: "k", consumerSecret: "unused")
    oauth.method = .rsaSHA1
    (oauth.timestamp, oauth.nonce) = ("1", "n")
    // The form of a one-line field.
    oauth.privateKey = TokenSignerTests.RFC7515.rsa.replacing("\n", with: " ")
    var request = try Request.with(RequestConfig(url: "http://h/")) { _ in }
    try oauth.sign(&request)
    let base =
      "GET&http%3A%2F%2Fh%2F&oauth_consumer_key%3Dk%26oauth_nonce%3Dn%26oauth_signature_method%3DRSA-SHA1"
      + "%26oauth_timestamp%3D1%26oauth_version%3D1.0"
    let folder = try TemporaryDirectory()
    try folder.write("key.pem", TokenSignerTests.RFC7515.rsa + "\n")
    try folder.write("base", base)
    let command = "openssl dgst -sha1 -sign '\(folder.path("key.pem"))' '\(folder.path("base"))' | openssl base64 -A"
    let signature = try Tool.run("/bin/sh", ["-c", command])
    let header = try #require(request.headers["Authorization"])
    #expect(header.contains("oauth_signature=\"\(PercentEncoding.component(signature))\""))

    oauth.privateKey = TokenSignerTests.RFC7515.curve
    let error = #expect(throws: NetworkError.self) { try oauth.sign(&request) }
    #expect(error?.category == .encoding && error?.detail?.contains("not a private key for RSA") == true)
  }

  @Test("Parameters go only into form bodies; the body hash is signed if configured")
  func bodies() throws {
    var oauth = OAuth1(consumerKey: "k", consumerSecret: "s")
    oauth.placement = .body
    var request = try Self.example()
    try oauth.sign(&request)
    guard case .bytes(let bytes) = request.body else {
      Issue.record("the body is not bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("c2&a3=2+q&oauth_consumer_key=k&"))
    var json = try Request.with(RequestConfig(url: "http://h/")) {
      $0.body = .text("{}", contentType: "application/json")
    }
    #expect(throws: NetworkError.self) { try oauth.sign(&json) }
    oauth.placement = .header
    oauth.includesBodyHash = true
    try oauth.sign(&json)
    #expect(json.headers["Authorization"]?.contains("oauth_body_hash=\"vyGp6PvFo4RvsFtPoIWeCReyIC8%3D\"") == true)
  }

  @Test("A username token contains the digest of nonce, time and password")
  func usernameToken() throws {
    let token = UsernameToken(user: "bob", password: "taadtaadpstcsm")
    // The example of the Atom authentication draft.
    #expect(
      try token.value(nonce: "d36e316282959a9ed4c89851497a717f", created: "2003-12-15T14:43:07Z")
        == "UsernameToken Username=\"bob\", PasswordDigest=\"quR/EWLAV4xLf9Zqyw4pDmfV9OY=\", Nonce=\"d36e316282959a9ed4c89851497a717f\", Created=\"2003-12-15T14:43:07Z\""
    )
    var request = try Request.with(RequestConfig(url: "http://h/")) { _ in }
    try token.sign(&request)
    #expect(request.headers["X-WSSE"]?.hasPrefix("UsernameToken Username=\"bob\"") == true)
  }
}
