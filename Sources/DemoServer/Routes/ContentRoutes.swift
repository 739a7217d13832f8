import Basics
import NIOHTTP1

/// Responses with every kind of content, small and large.
enum ContentRoutes {
  static let routes = [
    Route("GET", "json", "a JSON list of about ?size= bytes (10 MB without it)") { request throws(Problem) in
      json(size: try request.number("size", default: 10_000_000, in: 2...1_000_000_000))
    },
    Route("GET", "gzip", "JSON, compressed with gzip") { _ throws(Problem) in
      let text = LargeJSON.document(bytes: 20_000)
      return Answer(
        headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")],
        content: .bytes(Deflate.gzip(Array(text.utf8))))
    },
    Route("GET", "image.png", "a picture") { _ throws(Problem) in
      Answer(headers: [("Content-Type", "image/png")], content: .bytes(Picture.png()))
    },
    Route("GET", "xml", "an XML document") { _ throws(Problem) in .text(Sample.xml, type: "application/xml") },
    Route("GET", "html", "a page") { _ throws(Problem) in .text(Sample.html, type: "text/html; charset=utf-8") },
    Route("GET", "csv", "a table") { _ throws(Problem) in .text(Sample.csv, type: "text/csv; charset=utf-8") },
    Route("GET", "ndjson", "one JSON document a line") { _ throws(Problem) in
      .text(Sample.ndjson, type: "application/x-ndjson")
    },
    Route("GET", "text", "plain text in many scripts") { _ throws(Problem) in .text(Sample.text) },
    Route("GET", "escapes", "a body full of terminal escape sequences") { _ throws(Problem) in
      .text(Sample.escapes)
    },
    Route("GET", "bytes/:count", "so many bytes that are not text") { request throws(Problem) in
      bytes(count: try request.parameter("count", in: 0...1_000_000_000))
    },
    Route("GET", "headers/duplicates", "the same header twice, several cookies") { _ throws(Problem) in duplicates },
    Route("GET", "cookies", "the cookies that came") { request throws(Problem) in
      .json(.object(cookies(of: request)))
    },
    Route("GET", "cookies/set", "sets each name=value of the query as a cookie") { request throws(Problem) in
      let cookies = request.query.filter { isCookieText($0.name) && isCookieText($0.value) }
      return Answer(
        302,
        headers: cookies.map { ("Set-Cookie", "\($0.name)=\($0.value); Path=/") } + [("Location", "/cookies")])
    },
    Route("GET", "cache", "an ETag; 304 for the same one in If-None-Match") { request throws(Problem) in
      let headers = [("ETag", "\"v1\""), ("Cache-Control", "max-age=60")]
      if request.header("If-None-Match") == "\"v1\"" { return Answer(304, headers: headers) }
      return .json(["cached": false, "version": 1], headers: headers)
    },
  ]

  private static var duplicates: Answer {
    .json(
      ["see": "the response headers"],
      headers: [
        ("X-Trace", "first"), ("x-trace", "second"), ("X-TRACE", "third"), ("Warning", "199 - \"one\""),
        ("Warning", "199 - \"two\""), ("X-Empty", ""), ("Set-Cookie", "theme=dark; Path=/"),
        ("Set-Cookie", "lang=en; Path=/; Max-Age=3600; SameSite=Lax"),
        ("Set-Cookie", "tracking=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
      ])
  }

  private static func json(size: Int) -> Answer {
    Answer(
      headers: [("Content-Type", "application/json")],
      content: .counted(size) { writer in
        var producer = LargeJSON(bytes: size)
        while let piece = producer.next() { try await writer.write(piece) }
      })
  }

  private static func bytes(count: Int) -> Answer {
    Answer(
      headers: [("Content-Type", "application/octet-stream")],
      content: .counted(count) { writer in
        let block = (0..<65536).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 >> 8) }
        var left = count
        while left > 0 {
          try await writer.write(left < block.count ? Array(block.prefix(left)) : block)
          left -= min(left, block.count)
        }
      })
  }

  private static func cookies(of request: IncomingRequest) -> [JSONValue.Member] {
    request.headers["Cookie"].flatMap { $0.split(separator: ";") }.map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves[0].drop { $0 == " " }
      return JSONValue.Member(String(name), .string(halves.count > 1 ? String(halves[1]) : ""))
    }
  }

  /// Whether a cookie may contain the text: visible ASCII without the characters that would end it (RFC 6265, section
  /// 4.1.1).
  private static func isCookieText(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"\",;\\=".utf8.contains($0) }
  }
}
