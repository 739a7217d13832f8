import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RequestConfig {
  static var dogs: Self { Self(host: "https://dog.ceo/api", headers: [.accept: "application/json"]) }
}

@Suite("Foundation: requests")
struct URLRequestTests {
  @Test("N1, N60: the article's call, over URLRequest")
  func with() throws {
    let request = try URLRequest.with(.dogs) {
      $0.method = .post
      $0.path = "breed/:breed/images"
      $0.pathParameters["breed"] = "a b"
      $0.query.append("q", "1+1")
      $0.headers["X-Mine"] = "x"
      $0.body = .json(["a": 1])
      $0.options.idleTimeout = .seconds(7)
    }
    #expect(request.url?.absoluteString == "https://dog.ceo/api/breed/a%20b/images?q=1%2B1")
    #expect(request.httpMethod == "POST")
    #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(request.value(forHTTPHeaderField: "x-mine") == "x")
    #expect(request.httpBody == Data("{\"a\":1}".utf8))
    #expect(request.timeoutInterval == 7)
  }

  @Test(
    "A URL is kept as typed if Foundation allows it, else made valid, never encoded twice",
    arguments: [
      ("http://h/a%7Bb?x=%20", "http://h/a%7Bb?x=%20"), ("http://h/{a}?x=|", "http://h/%7Ba%7D?x=%7C"),
      ("http://h/a|%41", "http://h/a%7C%41"),
    ])
  func urls(typed: String, expected: String) throws {
    #expect(try URLRequest.with(RequestConfig(url: typed)).url?.absoluteString == expected)
  }

  @Test("N13: forms with files and plain files become data; a stream is rejected by name")
  func bodies() throws {
    let folder = try TemporaryDirectory("foundation")
    let path = try folder.write("f.txt", "file")
    let form = try URLRequest.with(.dogs) {
      var parts = Multipart(boundary: "B")
      parts.append("f", .file(path: path))
      $0.body = .multipart(parts)
    }
    #expect(form.httpBody.map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("\r\n\r\nfile\r\n--B--\r\n") == true)
    #expect(try URLRequest.with(.dogs) { $0.body = .file(path) }.httpBody == Data("file".utf8))
    #expect(throws: RequestError.self) { try URLRequest.with(.dogs) { $0.body = .stream(BodyStream { { nil } }) } }
  }

  @Test("A URLRequest becomes a configuration and the same URLRequest again")
  func back() throws {
    var native = URLRequest(url: try #require(URL(string: "https://h/p?x=1")))
    native.httpMethod = "PUT"
    native.setValue("1", forHTTPHeaderField: "A")
    native.httpBody = Data([1])
    native.timeoutInterval = 3
    let config = try RequestConfig(native)
    let again = try URLRequest(Request.with(config))
    #expect(again.url == native.url && again.httpMethod == "PUT" && again.httpBody == Data([1]))
    #expect(again.allHTTPHeaderFields == native.allHTTPHeaderFields && again.timeoutInterval == 3)
  }
}
