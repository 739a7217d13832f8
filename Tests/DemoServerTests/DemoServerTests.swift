import Testing

@testable import DemoServer

@Suite struct DemoServerTests {
  @Test("A server on port 0 gets a free port, serves there, and frees it when it stops")
  func lifeCycle() async throws {
    let server = try await DemoServer.start()
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    #expect(try await RawClient(port: server.port).send("GET", "/health").status == 200)
    await server.stop()
    await #expect(throws: RawClient.Failure.self) { try await RawClient(port: server.port).send("GET", "/health") }
    let again = try await DemoServer.start(port: server.port)
    await again.stop()
  }

  @Test("A used port is an error that names it")
  func takenPort() async throws {
    let server = try await DemoServer.start()
    let error = await #expect(throws: DemoServerError.self) { try await DemoServer.start(port: server.port) }
    await server.stop()
    #expect(error?.description.contains("127.0.0.1:\(server.port): another program listens there") == true)
    await #expect(throws: DemoServerError.invalidPort(70000)) { try await DemoServer.start(port: 70000) }
  }

  @Test("A server stops while a client waits for an answer")
  func stopWhileSilent() async throws {
    let server = try await DemoServer.start()
    let client = Task.detached {
      try await RawClient(port: server.port).exchange("GET /faults/stall HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    #expect(try await RawClient(port: server.port).send("GET", "/health").status == 200)
    await server.stop()
    // The client may be too late to be served; it only has to end.
    _ = await client.result
  }

  @Test("A server stops while connections arrive")
  func stopWhileConnecting() async throws {
    for _ in 0..<20 {
      let server = try await DemoServer.start()
      let clients = (0..<16).map { _ in
        Task.detached { try await RawClient(port: server.port).exchange("GET /health HTTP/1.1\r\nHost: a\r\n\r\n") }
      }
      await Task.yield()
      await server.stop()
      for client in clients { _ = await client.result }
    }
  }

  @Test("A request that is not HTTP gets 400 and the connection closes")
  func notHTTP() async throws {
    try await withServer { client async throws in
      let answer = String(decoding: try await client.exchange("NONSENSE\r\n\r\n"), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(try await client.send("GET", "/health").status == 200)
    }
  }

  @Test("Several requests on one connection are answered in order")
  func keepAlive() async throws {
    try await withServer { client async throws in
      let one = "GET /status/201 HTTP/1.1\r\nHost: a\r\n\r\n"
      let last = "GET /status/202 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let answer = String(decoding: try await client.exchange(one + last), as: UTF8.self)
      let statuses = answer.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
      #expect(statuses == [201, 202])
    }
  }

  @Test("A client that expects 100 Continue receives it before the answer")
  func expectContinue() async throws {
    try await withServer { client async throws in
      let head = "POST /mirror HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n"
      let answer = try await client.exchange(head + "Content-Length: 2\r\n\r\nhi")
      let text = String(decoding: answer, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
      #expect(text.hasSuffix("\r\n\r\nhi"))
    }
  }

  @Test("HEAD returns the head of GET without a body, for fixed, counted and chunked answers")
  func head() async throws {
    try await withServer { client async throws in
      for target in ["/users/1", "/json?size=5000", "/stream?lines=3&interval=0", "/status/204"] {
        let get = try await client.send("GET", target)
        let head = try await client.send("HEAD", target)
        #expect(head.status == get.status)
        #expect(head.header("Content-Length") == get.header("Content-Length"))
        #expect(head.body.isEmpty)
      }
    }
  }

  @Test("OPTIONS lists the methods of a path, a wrong method gets 405 with the list, a wrong path 404")
  func methods() async throws {
    try await withServer { client async throws in
      let options = try await client.send("OPTIONS", "/users/1")
      #expect(options.status == 204)
      #expect(options.header("Allow") == "GET, PUT, PATCH, DELETE, HEAD, OPTIONS")
      let wrong = try await client.send("POST", "/users/1")
      #expect(wrong.status == 405)
      #expect(wrong.header("Allow") == options.header("Allow"))
      let missing = try await client.send("GET", "/nothing/here")
      #expect(missing.status == 404)
      #expect(missing.header("Content-Type") == "application/problem+json")
    }
  }

  @Test("HTTP/1.0 receives a chunked answer without chunks, ended by closing")
  func oldClient() async throws {
    try await withServer { client async throws in
      let answer = try await client.exchange("GET /stream?lines=2&interval=0 HTTP/1.0\r\n\r\n")
      #expect(try client.reply(from: answer).text == "line 1 of 2\nline 2 of 2\n")
    }
  }
}
