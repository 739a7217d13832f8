import HTTPTypes
import Networking
import Testing

@Suite("Create: headers")
struct HeadersTests {
  @Test("N10: order, case and duplicates are preserved; lookup ignores case")
  func order() throws {
    let request = try Request.with(RequestConfig(host: "h")) {
      $0.headers.append("X-b", "1")
      $0.headers.append("x-B", "2")
      $0.headers["X-Mine"] = "ü"
      $0.headers[.accept] = "a"
      $0.headers[values: .cookie] = ["a=1", "b=2"]
    }
    #expect(
      request.headers.fields == [
        Header("X-b", "1"), Header("x-B", "2"), Header("X-Mine", "ü"), Header("Accept", "a"), Header("Cookie", "a=1"),
        Header("Cookie", "b=2"),
      ])
    #expect(request.headers["X-B"] == "1")
    #expect(request.headers[values: .cookie] == ["a=1", "b=2"])
    #expect(request.headers[values: "COOKIE"] == ["a=1", "b=2"])
  }

  @Test("N10: set replaces in place, append adds, remove removes all")
  func editing() {
    var headers = Headers([Header("A", "1"), Header("b", "2"), Header("a", "3")])
    headers.set("a", "9")
    #expect(headers.fields == [Header("a", "9"), Header("b", "2")])
    headers.append("B", "3")
    headers.remove("b")
    #expect(headers.fields == [Header("a", "9")])
  }

  @Test("N10: an empty value and a suppressed default differ")
  func emptyOrSuppressed() throws {
    let defaults = RequestConfig.identified(as: "apus/1")
    let request = try Request.with(RequestConfig(host: "h")) {
      $0.headers.append("X-Empty", " \t")
      $0.suppress("user-agent")
    }.layered(over: defaults)
    #expect(request.headers.fields == [Header("Accept", "*/*"), Header("X-Empty", "")])
    #expect(request.suppressedHeaders == ["user-agent"])
  }

  @Test("N11: client < body < request, in any order of assignment")
  func precedence() throws {
    let client = RequestConfig(headers: Headers([Header("Content-Type", "client/x"), Header("X-Client", "1")]))
    let plain = try Request.with(RequestConfig(host: "h")).layered(over: client)
    #expect(plain.headers["Content-Type"] == "client/x")
    let body = try Request.with(RequestConfig(host: "h")) { $0.body = .json([1]) }.layered(over: client)
    #expect(body.headers[values: .contentType] == ["application/json"])
    #expect(body.headers["X-Client"] == "1")
    let before = try Request.with(RequestConfig(host: "h")) {
      $0.headers[.contentType] = "mine/x"
      $0.body = .json([1])
    }.layered(over: client)
    let after = try Request.with(RequestConfig(host: "h")) {
      $0.body = .json([1])
      $0.headers[.contentType] = "mine/x"
    }.layered(over: client)
    #expect(before.headers[values: .contentType] == ["mine/x"])
    #expect(after.headers == before.headers)
  }

  @Test("N11: client defaults come first, then the request's headers; client query items only if the name is new")
  func layered() throws {
    var client = RequestConfig.identified(as: "apus/1")
    client.query = ["key": "k", "page": "1"]
    let request = try Request.with(RequestConfig(url: "http://h/?page=2")) {
      $0.headers.append("B", "1")
      $0.headers.append("A", "1")
    }.layered(over: client)
    #expect(request.headers.fields.map(\.name) == ["User-Agent", "Accept", "B", "A"])
    #expect(request.url == "http://h/?page=2&key=k")
  }

  @Test("No header is added")
  func nothingHidden() throws {
    #expect(try Request.with(RequestConfig(host: "h")).headers.isEmpty)
  }
}
