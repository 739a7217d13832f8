import Basics
import Testing

@testable import DemoServer

@Suite struct AnswerRoutesTests {
  @Test("The echo contains method, target, headers in order and case, and the body")
  func echo() async throws {
    try await withServer { client async throws in
      let headers = [("x-Lower", "1"), ("X-Twice", "a"), ("X-Twice", "b"), ("X-Empty", "")]
      let echo = try await JSONValue(
        parsing: client.send("PURGE", "/echo/tea%20pot?a=1&a=%32&b", headers: headers, body: "häh").body)
      #expect(echo["method"] == "PURGE")
      #expect(echo["target"] == "/echo/tea%20pot?a=1&a=%32&b")
      let names = echo["headers"]?.array?.compactMap { $0["name"]?.string }
      #expect(names == ["Host", "Connection", "x-Lower", "X-Twice", "X-Twice", "X-Empty", "Content-Length"])
      #expect(echo["query"]?.array?.map { $0["value"] } == ["1", "2", ""])
      #expect(echo["body"] == ["size": 4, "text": "häh"])
    }
  }

  @Test("A body above the limit is still counted to the last byte")
  func largeEcho() async throws {
    try await withServer { client async throws in
      let body = String(repeating: "x", count: ReceivedBody.limit + 17)
      let echo = try await JSONValue(parsing: client.send("POST", "/echo", body: body).body)
      #expect(echo["body"]?["size"] == .int(ReceivedBody.limit + 17))
      #expect(echo["body"]?["shown"] == .int(ReceivedBody.limit))
      #expect(try await client.send("POST", "/mirror", body: body).status == 413)
    }
  }

  @Test("Generated JSON has the exact size and is valid", arguments: [2, 3, 401, 402, 1000, 70_000, 1_000_000])
  func sizedJSON(size: Int) async throws {
    try await withServer { client async throws in
      let reply = try await client.send("GET", "/json?size=\(size)")
      #expect(reply.body.count == size)
      #expect(reply.header("Content-Length") == "\(size)")
      _ = try JSONValue(parsing: reply.body)
    }
  }

  @Test("Duplicate headers and cookies keep their order and case")
  func duplicates() async throws {
    try await withServer { client async throws in
      let headers = try await client.send("GET", "/headers/duplicates").headers
      #expect(headers.filter { $0.name.lowercased() == "x-trace" }.map(\.name) == ["X-Trace", "x-trace", "X-TRACE"])
      #expect(headers.filter { $0.name == "Set-Cookie" }.count == 3)
      let set = try await client.send("GET", "/cookies/set?a=1&b=2&bad=x%0d%0aEvil:1")
      #expect(set.headers.filter { $0.name == "Set-Cookie" }.map(\.value) == ["a=1; Path=/", "b=2; Path=/"])
      #expect(
        try await client.send("GET", "/cookies", headers: [("Cookie", "a=1; b=x=y")]).text.contains("\"b\": \"x=y\""))
    }
  }

  @Test(
    "Redirects work for each status, in chains and loops",
    arguments: [
      ("/redirect/301", 301, "/echo"), ("/redirect/307?to=%2Fusers%2F1", 307, "/users/1"),
      ("/redirect/308", 308, "/echo"),
      ("/redirect/chain/3", 302, "/redirect/chain/2"), ("/redirect/chain/1", 302, "/echo"),
      ("/redirect/loop", 302, "/redirect/loop"),
    ])
  func redirects(target: String, status: Int, location: String) async throws {
    try await withServer { client async throws in
      let reply = try await client.send("POST", target)
      #expect(reply.status == status)
      #expect(reply.header("Location") == location)
    }
  }

  @Test("A redirect cannot inject a header")
  func splitting() async throws {
    try await withServer { client async throws in
      let reply = try await client.send("GET", "/redirect/302?to=/x%0d%0aEvil:%201")
      #expect(reply.status == 400)
      #expect(reply.header("Evil") == nil)
    }
  }

  @Test("Each status is available", arguments: [200, 204, 304, 400, 401, 404, 418, 429, 500, 503, 599])
  func statuses(code: Int) async throws {
    try await withServer { client async throws in
      #expect(try await client.send("GET", "/status/\(code)").status == code)
    }
  }

  @Test("Lines arrive in chunks, events as an event stream, trailers after the body")
  func streams() async throws {
    try await withServer { client async throws in
      let lines = try await client.send("GET", "/stream?lines=3&interval=0")
      #expect(lines.header("Transfer-Encoding") == "chunked")
      #expect(lines.text == "line 1 of 3\nline 2 of 3\nline 3 of 3\n")
      let events = try await client.send("GET", "/events?count=5&interval=0")
      #expect(events.header("Content-Type") == "text/event-stream")
      #expect(events.text.contains("event: tick\nid: 5\ndata: {\"n\": 5}\ndata: second line\n\n"))
      let trailers = try await client.send("GET", "/trailers").trailers
      #expect(trailers.map(\.name) == ["X-Checksum", "X-Count"])
    }
  }

  @Test("A delay is answered, and one that is too long is rejected")
  func delays() async throws {
    try await withServer { client async throws in
      #expect(try await client.send("GET", "/delay/1").text.contains("\"delayed\": 1"))
      #expect(try await client.send("GET", "/delay/9999999").status == 400)
    }
  }

  @Test("Broken answers are broken as documented")
  func faults() async throws {
    try await withServer { client async throws in
      let short = try await client.send("GET", "/faults/short")
      #expect(short.header("Content-Length") == "1000")
      #expect(short.text == "twelve bytes")
      #expect(try await client.exchange("GET /faults/close HTTP/1.1\r\nHost: a\r\n\r\n").isEmpty)
      let cut = try await client.exchange("GET /faults/cut HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(!String(decoding: cut, as: UTF8.self).hasSuffix("0\r\n\r\n"))
    }
  }

  @Test("A GraphQL query follows references, uses variables and aliases, and reports unknown fields")
  func graph() async throws {
    try await withServer { client async throws in
      let query =
        #"{"query":"query Q($id: Int!) { who: user(id: $id) { name orders(first: 1) { id user { id } } } }","variables":{"id":1}}"#
      let reply = try await JSONValue(parsing: client.json("POST", "/graphql", query).body)
      #expect(reply["data"]?["who"]?["name"] == "Ada Lovelace")
      #expect(reply["data"]?["who"]?["orders"]?.array?.first?["user"]?["id"] == 1)
      for broken in ["{ users }", "{ shoes { id } }", "{ users { id ", "mutation { x }", "{ user(id: $no) { id } }"] {
        let fault = try await JSONValue(parsing: client.json("POST", "/graphql", "{\"query\": \"\(broken)\"}").body)
        #expect(fault["errors"]?.array?.count == 1, "\(broken)")
      }
    }
  }

  @Test("The index lists routes as JSON, and as a page for a browser")
  func index() async throws {
    try await withServer { client async throws in
      #expect(try await JSONValue(parsing: client.send("GET", "/").body)["routes"]?.array?.isEmpty == false)
      let page = try await client.send("GET", "/", headers: [("Accept", "text/html")])
      #expect(page.header("Content-Type") == "text/html; charset=utf-8")
    }
  }
}
