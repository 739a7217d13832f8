import Basics
import HTTPModel
import NIOHTTP1

/// Responses with every kind of content, small and large.
enum ContentRoutes {
  static let routes = [
    Route("GET", "json", "a JSON list of about ?size= bytes (10 MB without it)") { request throws(Problem) in
      json(size: try request.number("size", default: 10_000_000, in: 2...1_000_000_000))
    },
    Route("GET", "gzip", "JSON, compressed with gzip") { _ throws(Problem) in
      let text = Array(LargeJSON.document(bytes: 20_000).utf8)
      guard let content = text.withUnsafeBytes(Deflater.gzip) else { throw .lacksZlib }
      return Answer(
        headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")],
        content: .bytes(content))
    },
    Route("GET", "image.png", "a picture") { _ throws(Problem) in
      guard let picture = Picture.png() else { throw .lacksZlib }
      return Answer(headers: [("Content-Type", "image/png")], content: .bytes(picture))
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
    Route("GET", "bytes/:count", "this many bytes that are not text") { request throws(Problem) in
      bytes(count: try request.parameter("count", in: 0...1_000_000_000))
    },
    Route("GET", "headers/duplicates", "the same header twice, several cookies") { _ throws(Problem) in duplicates },
    Route("GET", "cookies", "the received cookies") { request throws(Problem) in
      .json(.object(cookies(of: request)))
    },
    Route("GET", "cookies/set", "sets each name=value of the query as a cookie") { request throws(Problem) in
      let cookies = request.query.filter { isCookieText($0.name) && isCookieText($0.value) }
      return Answer(
        status: 302,
        headers: cookies.map { ("Set-Cookie", "\($0.name)=\($0.value); Path=/") } + [("Location", "/cookies")])
    },
    Route("GET", "cache", "an ETag; 304 for the same one in If-None-Match") { request throws(Problem) in
      let headers = [("ETag", "\"v1\""), ("Cache-Control", "max-age=60")]
      if request.header("If-None-Match") == "\"v1\"" { return Answer(status: 304, headers: headers) }
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

  /// Returns whether a cookie may contain the text: visible ASCII except the characters that would end it (RFC 6265,
  /// section 4.1.1).
  private static func isCookieText(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"\",;\\=".utf8.contains($0) }
  }
}

/// The fixed texts that the demo API returns.
enum Sample {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- A small catalogue -->
    <catalogue xmlns="https://example.com/catalogue" updated="2026-01-15">
      <book id="b1" lang="en">
        <title>The Dispossessed</title>
        <author>Ursula K. Le Guin</author>
        <price currency="EUR">12.50</price>
      </book>
      <book id="b2" lang="pl">
        <title>Solaris</title>
        <author>Stanisław Lem</author>
        <price currency="EUR">9.95</price>
        <note><![CDATA[5 < 6 & "quoted"]]></note>
      </book>
      <empty/>
    </catalogue>

    """

  static let html = """
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>Apus demo</title>
        <style>body { font-family: sans-serif; margin: 3rem; }</style>
      </head>
      <body>
        <h1>Hello from the demo API</h1>
        <p>A page with <em>some</em> markup &amp; an entity.</p>
        <img src="/image.png" alt="A swift">
        <script>document.title += " ✓";</script>
      </body>
    </html>

    """

  static let csv = #"""
    id,name,city,comment
    1,Ada Lovelace,London,"first, and still best"
    2,Björn Ångström,Uppsala,"says ""hej"""
    3,Hana 佐藤,東京,
    4,Thandiwe Dlamini,Durban,"two
    lines"

    """#

  static let sentence = """
    The common swift sleeps, eats and drinks on the wing. A young bird that leaves its nest may not touch the ground for \
    three years: it crosses the Sahara twice a year and never lands.
    """

  static let ndjson = """
    {"time":"2026-01-15T09:30:00Z","level":"info","message":"started"}
    {"time":"2026-01-15T09:30:01Z","level":"debug","message":"cache is cold","keys":0}
    {"time":"2026-01-15T09:30:04Z","level":"warning","message":"slow answer","ms":2750.5}
    {"time":"2026-01-15T09:30:09Z","level":"error","message":"gave up","cause":null}

    """

  static let text = """
    The quick brown fox jumps over the lazy dog.
    Zażółć gęślą jaźń. Příliš žluťoučký kůň. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.
    Съешь же ещё этих мягких французских булок. いろはにほへと ちりぬるを. 天地玄黃,宇宙洪荒。
    دع عنك لومي. שפן אכל קצת גזר. 👩‍🚀 🏳️‍🌈 e\u{301} (combining) \u{fb01} (ligature)
    \tA tab, a very long line: \(String(repeating: "lorem ipsum dolor sit amet ", count: 40))

    """

  /// Lines that a hostile server might send to a terminal. Each has an effect unless it is shown as text.
  static let escapes = [
    "title: \u{1b}]0;owned\u{7}", "colour: \u{1b}[31mred\u{1b}[0m", "clear: \u{1b}[2J\u{1b}[H",
    "alternate screen: \u{1b}[?1049h", "hide cursor: \u{1b}[?25l", "mouse: \u{1b}[?1003h", "report: \u{1b}[6n",
    "clipboard: \u{1b}]52;c;b3duZWQ=\u{7}", "link: \u{1b}]8;;https://example.com\u{1b}\\here\u{1b}]8;;\u{1b}\\",
    "device: \u{1b}P$q\"p\u{1b}\\", "reset: \u{1b}c", "8 bit CSI: \u{9b}31m", "backspaces: secret\u{8}\u{8}\u{8}\u{8}",
    "carriage return: real\rfake", "bell: \u{7}\u{7}\u{7}", "null: \u{0}", "shift out: \u{e}text\u{f}",
    "right to left: \u{202e}gnp.exe", "zero width: a\u{200b}b", "end",
  ].joined(separator: "\n")
}

/// A JSON list of records of an exact size in bytes, generated in pieces to limit memory use.
struct LargeJSON {
  private var left: Int
  private var id = 0
  /// An upper limit for a record with its comma and line end.
  private static let reserve = 400

  /// - Parameter bytes: the size, at least 2.
  init(bytes: Int) {
    left = bytes
  }

  static func document(bytes: Int) -> String {
    var producer = LargeJSON(bytes: bytes)
    var text = ""
    while let piece = producer.next() { text += piece }
    return text
  }

  /// The next piece of about 64 KB; `nil` after the last byte.
  mutating func next() -> String? {
    guard left > 0 else { return nil }
    var piece = id == 0 ? "[" : ""
    if id == 0 { left -= 1 }
    while piece.utf8.count < 65536, left > Self.reserve {
      id += 1
      let record = (id == 1 ? "\n" : ",\n") + Self.record(id)
      left -= record.utf8.count
      piece += record
    }
    if left <= Self.reserve {
      // Blanks fill the remaining space, which is too small for a record.
      piece += String(repeating: " ", count: left - 1) + "]"
      left = 0
    }
    return piece
  }

  private static func record(_ id: Int) -> String {
    let tags = ["red", "green", "blue", "ünïcode", "日本語"]
    return """
        {"id": \(id), "name": "Item \(id)", "price": \(id % 997).\(id % 10)5, "inStock": \(id % 3 != 0), \
      "tags": ["\(tags[id % 5])", "\(tags[id * 3 % 5])"], "parent": \(id % 7 == 0 ? "null" : "\(id / 2)"), \
      "position": {"x": \(id * 31 % 1000), "y": -\(id * 17 % 1000)}}
      """
  }
}

/// A small PNG, generated on request: a swift in an evening sky.
enum Picture {
  static let size = 96
  /// A zlib stream (RFC 1950) with the largest window.
  private static let zlibBits: Int32 = 15

  /// `nil` without zlib.
  static func png() -> [UInt8]? {
    guard let deflater = DeflateFunctions.installed.flatMap({ Deflater($0, bits: zlibBits) }) else { return nil }
    var header = bigEndian(size) + bigEndian(size)
    header += [8, 2, 0, 0, 0]
    var rows: [UInt8] = []
    for y in 0..<size {
      rows.append(0)
      for x in 0..<size { rows += colour(x, y) }
    }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
      + chunk("IDAT", rows.withUnsafeBytes { deflater.deflate($0, .finish) }) + chunk("IEND", [])
  }

  private static func colour(_ x: Int, _ y: Int) -> [UInt8] {
    // The wings are two arcs of circles; the body is a short stroke between them.
    let (dx, dy) = (abs(x - size / 2), y - 30)
    let outer = (dx - 4) * (dx - 4) / 3 + dy * dy
    let inner = (dx - 4) * (dx - 4) / 4 + (dy - 6) * (dy - 6)
    let wing = outer < 420 && inner > 330 && dy < 16
    let body = dx < 4 && dy > -24 && dy < 22
    if wing || body { return [24, 28, 44] }
    return [UInt8(40 + y * 2), UInt8(90 + y), UInt8(190 - y)]
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(data.count) + content + bigEndian(Int(crc32(content)))
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }

  /// CRC-32 (RFC 1952, section 8).
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(0xffff_ffff) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8) }
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
