import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Interchange

@Suite("Abilities of libraries") struct CodeLibraryTests {
  private func fitted(
    _ library: CodeLibrary, _ change: (inout RequestConfig) throws -> Void
  ) throws -> CodeRequest {
    CodeRequest(
      try Request.with {
        $0.host = "http://h/p"
        $0.options.redirects = .init(follows: false)
        try change(&$0)
      }, .none, for: library)
  }

  @Test func `A header that the library sets itself or cannot write is omitted and reported`() throws {
    let headers = Headers([Header("Host", "a"), Header("X-A", "\u{7}"), Header("X-B", "\u{E9}"), Header("X-C", " c\t")])
    func kept(_ library: CodeLibrary) throws -> (names: [String], notices: [String]) {
      let request = try fitted(library) { $0.headers = headers }
      return (request.headers.map(\.name), request.notices)
    }
    #expect(try kept(CodeLibrary(name: "lib")) == (["Host", "X-A", "X-B", "X-C"], []))
    let own = try kept(CodeLibrary(name: "lib", ownHeaders: ["host"], headerText: .printable))
    #expect(own.names == ["X-B", "X-C"])
    #expect(own.notices == ["lib sets Host itself", "lib sends no control characters in a header: X-A is left out"])
    let plain = try kept(CodeLibrary(name: "lib", headerText: .ascii))
    #expect(
      plain.names == ["Host", "X-C"] && plain.notices.last == "lib sends only ASCII in a header: X-B is left out")
    #expect(try fitted(CodeLibrary(name: "lib")) { $0.headers = headers }.headers.last?.value == "c")
  }

  @Test func `A masked value is kept where other text beyond ASCII is omitted`() throws {
    let request = try Request.with {
      $0.host = "http://h"
      $0.headers.append("Authorization", "Bearer abc")
    }
    let code = CodeRequest(request, .standard, for: CodeLibrary(name: "lib", headerText: .ascii))
    #expect(code.headers == [CodeHeader(name: "Authorization", value: "Bearer ••••", isWide: false)])
  }

  @Test func `Fields of one name are joined for a library that sends each name once`() throws {
    let request = try fitted(CodeLibrary(name: "lib", joinsHeaders: true)) {
      $0.headers = Headers([Header("X-A", "1"), Header("X-B", "2"), Header("x-a", "3")])
    }
    #expect(request.headers.map(\.value) == ["1, 3", "2"])
    #expect(request.notices == ["lib sends a header once: the X-A fields are joined by commas"])
  }

  @Test(arguments: [
    (CodeLibrary.URLUse.asWritten, "http://h/a/../%7e?q=[\u{E9}]", nil, "http://h/a/../%7e?q=[\u{E9}]"),
    (
      .encoded, "http://h/a/../%7e?q=[\u{E9}]",
      "lib accepts only the characters of RFC 3986 in a URL: others are percent-encoded",
      "http://h/a/../%7e?q=%5B%C3%A9%5D"
    ), (.encoded, "http://h/a/../%7e?q=1", nil, "http://h/a/../%7e?q=1"),
    (.normalized, "http://h/a?q=%20'", nil, "http://h/a?q=%20'"),
    (.normalized, "http://h/a/../b", "lib normalizes the URL", "http://h/a/../b"),
    (.normalized, "http://h/%7eb", "lib normalizes the URL", "http://h/%7eb"),
    (.normalized, "http://h/?q=[1]", "lib normalizes the URL", "http://h/?q=[1]"),
    (.standard, "http://h/a?q=%20", nil, "http://h/a?q=%20"),
    (.standard, "http://h/a?q='", "lib normalizes the URL", "http://h/a?q='"),
    (.standard, "http://h/a/%2e/b", "lib normalizes the URL", "http://h/a/%2e/b"),
  ])
  func `A URL that is not sent as written is reported`(
    urls: CodeLibrary.URLUse, url: String, notice: String?, written: String
  ) throws {
    let request = try fitted(CodeLibrary(name: "lib", urls: urls)) { $0 = RequestConfig(url: url, encoding: .verbatim) }
    #expect(request.url == written)
    #expect(request.notices == [notice].compactMap(\.self))
  }

  @Test func `Methods and bodies that a library rejects are reported`() throws {
    let library = CodeLibrary(
      name: "lib", addedType: "a/b", refusedMethods: ["TRACE"], bodilessMethods: ["GET"], capitalizesMethods: true)
    let given = try fitted(library) { $0.body = .text("x") }
    #expect(given.body.isNone && given.notices == ["lib sends a GET without a body: the body is left out"])
    let lower = try fitted(library) {
      try $0.setMethod("wHat")
      $0.body = .text("x", contentType: nil)
    }
    #expect(lower.method == "WHAT" && lower.notices == ["lib writes the method as WHAT", "lib adds Content-Type: a/b"])
    #expect(try fitted(library) { try $0.setMethod("TRACE") }.notices == ["lib refuses the method TRACE"])
  }

  @Test func `Redirects, certificates and proxies that a library does not support are reported`() throws {
    let library = CodeLibrary(name: "lib", limitations: [.redirects, .insecure, .proxy])
    let request = try fitted(library) {
      $0.options.redirects = .init(follows: true)
      $0.options.tls = .init(verifies: false)
      $0.options.proxy = "http://p:1"
    }
    #expect(
      request.notices == ["lib follows no redirects", "lib always verifies certificates", "lib has no proxy"])
  }

  @Test func `A form uses the library if every library would write its parts alike`() throws {
    let library = CodeLibrary(name: "lib", hasForms: true)
    func isOwn(_ part: Multipart.Part, type: String? = nil) throws -> Bool {
      let request = try fitted(library) {
        $0.method = .post
        if let type { $0.headers.append("Content-Type", type) }
        $0.body = .multipart(Multipart([part]))
      }
      if case .form = request.body { return request.header("Content-Type") == nil }
      #expect(request.header("Content-Type")?.contains("boundary=") == true)
      return false
    }
    #expect(try isOwn(.init("a", .text("b"))))
    #expect(try isOwn(.init("a", .data([1]), fileName: "\u{E9}.png", contentType: "image/png")))
    for part in [
      Multipart.Part("a\"", .text("b")), .init("a", .text("b\n")), .init("a", .data([1]), fileName: "x"),
      .init("a", .text("b"), contentType: "a/b"), .init("a", .text("b"), headers: Headers([Header("X", "1")])),
      .init("a", .data([1]), fileName: "\\", contentType: "a/b"),
    ] {
      #expect(try !isOwn(part), "\(part)")
    }
    #expect(try !isOwn(.init("a", .text("b")), type: "multipart/mixed"))
  }

  @Test func `Differences are comments at the top of a program, and not part of a command`() throws {
    let request = try Request.with {
      $0.host = "http://h/p"
      $0.headers = Headers([Header("X-A", "1"), Header("X-A", "2")])
    }
    let notice = "the X-A fields are joined by commas"
    #expect(
      CodeLanguage.pythonRequests.program(for: request, .none).text.hasPrefix(
        "# -*- coding: utf-8 -*-\n\n# requests sends a header once: \(notice)\n"))
    #expect(CodeLanguage.php.program(for: request, .none).text.hasPrefix("<?php\n\n$curl"))
    #expect(CodeLanguage.java.program(for: request, .none).text.hasPrefix("import java.net.URI;"))
    let wget = CodeLanguage.wget.program(for: request, .none)
    #expect(wget.text.hasPrefix("wget \\\n") && wget.notices == ["wget sends a header once: \(notice)"])
  }
}
