import Basics
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The hosts that bypass a proxy") struct ProxyExceptionsTests {
  private static let cases: [(list: String, url: String, isCovered: Bool)] = [
    ("", "http://a.test/", false), (" , ;", "http://a.test/", false), ("*", "http://a.test/", true),
    ("a.test", "http://a.test/", true), ("a.test", "http://b.a.test/", false), ("A.Test", "https://a.TEST/", true),
    ("x, a.test;y", "http://a.test/", true), ("x a.test", "http://a.test/", true), ("a.test", "http://xa.test/", false),
    (".a.test", "http://b.a.test/", true), (".a.test", "http://a.test/", false), ("*.a.test", "http://b.a.test/", true),
    ("*a.test", "http://xa.test/", true), ("a.test:80", "http://a.test/", true),
    ("a.test:80", "https://a.test/", false),
    ("a.test:8443", "https://a.test:8443/", true), ("*:8080", "http://b.test:8080/", true),
    ("*:8080", "http://b.test/", false), ("::1", "http://[::1]:80/", true), ("[::1]:81", "http://[::1]:80/", false),
    ("[::1]:80", "http://[::1]/", true), ("127.0.0.1", "http://127.0.0.1:9/", true),
    ("a.test:x", "http://a.test/", false),
    ("a.test:99999999999999999999", "http://a.test/", false),
  ]

  @Test("Names match as a whole, leading dots and stars match subdomains, and a port must be the URL's")
  func covering() {
    for (list, url, isCovered) in Self.cases {
      #expect([HostPattern](proxyExceptions: list).covers(URLParts(url)) == isCovered, "\(list) \(url)")
    }
  }

  @Test("The list for curl has the same effect on its request")
  func lists() {
    for (list, url, isCovered) in Self.cases {
      let parts = URLParts(url)
      let host = parts.host?.asciiLowercased.filter { $0 != "[" && $0 != "]" } ?? ""
      let names = [HostPattern](proxyExceptions: list).curlList(for: parts).split(separator: ",").map(String.init)
      // In curl a name, with or without a dot, matches itself and everything below it.
      let isTaken = names.contains { name in
        let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
        return name == "*" || host == bare || host.hasSuffix("." + bare)
      }
      #expect(isTaken == isCovered, "\(list) \(url) \(names)")
    }
    #expect(
      [HostPattern](proxyExceptions: "x.test, .y.test;z.test:81").curlList(for: URLParts("http://a.test/"))
        == "x.test,.y.test")
  }

  @Test(
    "Exceptions belong to their proxy: a proxy or a curl list in an upper layer replaces them")
  func layers() {
    var lower = TransferOptions()
    (lower.proxy, lower.proxyExceptions) = ("http://p:1", [HostPattern](proxyExceptions: "a.test"))
    var upper = TransferOptions()
    #expect(upper.merging(over: lower).proxyExceptions == [HostPattern](proxyExceptions: "a.test"))
    upper.noProxy = "b.test"
    #expect(upper.merging(over: lower).proxyExceptions == nil && upper.merging(over: lower).proxy == "http://p:1")
    upper = TransferOptions()
    upper.proxy = "http://q:1"
    #expect(upper.merging(over: lower).proxyExceptions == nil)
    let (near, far) = (lower.routed(to: "http://a.test/x"), lower.routed(to: "http://c.test/"))
    #expect(near.proxy == "" && near.proxyExceptions == nil)
    #expect(far.proxy == "http://p:1" && far.noProxy == "" && far.proxyExceptions == nil)
  }

  @Test("A login inherits the options of the route, not those of the request")
  func way() {
    var options = TransferOptions()
    options.tls = .init(verifies: false, caFile: "/ca", pinnedPublicKeys: "sha256//x")
    (options.proxy, options.noProxy, options.resolve, options.connectTo) = ("p:1", "h", ["a:1:b"], ["a:1:b:2"])
    (options.connectTimeout, options.totalTimeout, options.requestTarget) = (.seconds(3), .seconds(9), "*")
    (options.redirects, options.authentication) = (.init(follows: false), .init(.digest, user: "u", password: "p"))
    let way = options.connectionOptions
    #expect(way.tls == .init(verifies: false, caFile: "/ca") && way.proxy == "p:1" && way.noProxy == "h")
    #expect(way.resolve == ["a:1:b"] && way.connectTo == ["a:1:b:2"] && way.connectTimeout == .seconds(3))
    #expect(way.totalTimeout == nil && way.requestTarget == nil && way.redirects == nil && way.authentication == nil)
  }
}
