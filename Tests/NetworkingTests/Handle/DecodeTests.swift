import Foundation
import HTTPTypes
import Networking
import Testing

private struct Item: Codable, Equatable, Sendable {
  var name: String
  var count: Int
}

private struct LinesCoder: ContentType.Coder {
  func encode(_ value: some Encodable) throws -> [UInt8] { [] }
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return try JSONDecoder().decode(type, from: JSONEncoder().encode(lines))
  }
}

@Suite("Handle: bodies become values")
struct DecodeTests {
  @Test("N51: the type is explicit or inferred")
  func types() throws {
    let response = try makeResponse(#"{"name":"a","count":2}"#)
    #expect(try response.decode(Item.self) == Item(name: "a", count: 2))
    let inferred: Item = try response.decode()
    #expect(inferred.count == 2)
  }

  @Test("N51: the Content-Type selects the decoder; others can be registered or forced")
  func byContentType() throws {
    let lines = ContentType("text/x-lines", coder: LinesCoder())
    let response = try makeResponse("a\nb\n", type: "text/x-lines; charset=utf-8")
    let config = DecodingConfig(contentTypes: [.json, lines])
    #expect(try response.decode([String].self, config: config) == ["a", "b"])
    #expect(try response.decode([String].self) { $0.contentType = lines } == ["a", "b"])
    #expect(try makeResponse("[1]", type: nil).decode([Int].self) == [1])
    #expect(try makeResponse("[1]", type: "application/vnd.x+json").decode([Int].self) == [1])
    #expect(try makeResponse("[1]", type: "text/html").decode([Int].self) == [1])
  }

  @Test("N51: a strategy is set for one call only")
  func strategies() throws {
    struct Event: Decodable {
      var createdAt: Date
    }
    let response = try makeResponse(#"{"created_at":"1970-01-01T00:01:00Z"}"#)
    let event = try response.decode(Event.self) {
      $0.json = {
        $0.keyDecodingStrategy = .convertFromSnakeCase
        $0.dateDecodingStrategy = .iso8601
      }
    }
    #expect(event.createdAt.timeIntervalSince1970 == 60)
    #expect(throws: NetworkError.self) { try response.decode(Event.self) }
  }

  @Test(
    "N51: an error has the coding path and the head",
    arguments: [
      (#"[{"name":"a","count":1},{"name":"b","count":"x"}]"#, "[1].count"), (#"[{"count":1}]"#, "[0]"),
      (#"[{"name":null,"count":1}]"#, "[0].name"),
    ])
  func places(body: String, place: String) throws {
    let response = try makeResponse(body, status: 201)
    do throws(NetworkError) {
      _ = try response.decode([Item].self)
      Issue.record("decoded")
    } catch {
      #expect(error.category == .decoding)
      #expect(error.message == "GET http://h/things: cannot decode Array<Item> from application/json at \(place)")
      #expect(error.detail?.isEmpty == false)
      #expect(error.response?.status.code == 201)
      #expect(error.request?.summary == "GET http://h/things")
    }
  }

  @Test("N51: an HTML page instead of JSON is named in the error", arguments: ["<html>", ""])
  func html(body: String) throws {
    let response = try makeResponse(body, type: "text/html")
    do throws(NetworkError) {
      _ = try response.decode(Item.self)
      Issue.record("decoded")
    } catch {
      #expect(error.message.contains("from text/html"))
    }
  }

  @Test("N52: a response converts to text, data, nothing and optionals")
  func conversions() throws {
    let json = try makeResponse(#"{"name":"a","count":2}"#)
    #expect(try json.decode(String.self) == #"{"name":"a","count":2}"#)
    #expect(try json.decode(Data.self).count == json.bytes.count)
    #expect(try json.decode(Empty.self) == Empty())
    #expect(try makeResponse("", status: 204, type: nil).decode(Empty.self) == Empty())
    #expect(try makeResponse("", status: 204, type: nil).decode(Item?.self) == nil)
    #expect(try makeResponse("", status: 200).decode(Item?.self) == nil)
    #expect(try json.decode(Item?.self) == Item(name: "a", count: 2))
    #expect(throws: NetworkError.self) { try makeResponse("{}").decode(Item?.self) }
    #expect(throws: NetworkError.self) { try makeResponse("", status: 204, type: nil).decode(Item.self) }
  }

  @Test("N52: null becomes nil, in an optional type and in a generic caller of `decode`")
  func null() async throws {
    #expect(try makeResponse("null").decode(Item?.self) == nil)
    #expect(try makeResponse(" null\n").decode([Int]?.self) == nil)
    let inferred: Item? = try makeResponse("null").decode()
    let (missing, empty): (Item?, Item?) = (
      try await makeResponse("null").decoded(), try await makeResponse("", status: 204, type: nil).decoded()
    )
    #expect(inferred == nil && missing == nil && empty == nil)
    #expect(throws: NetworkError.self) { try makeResponse("null").decode(Item.self) }
  }

  @Test("N52: `decoded` converts like `decode`: text is not read as JSON")
  func convertedOffTheActor() async throws {
    let text: String = try await makeResponse("plain", type: "text/plain").decoded()
    let data: Data = try await makeResponse("plain", type: "text/plain").decoded()
    #expect(text == "plain" && data == Data("plain".utf8))
  }

  @Test("N52: a custom type is created from head and body")
  func custom() throws {
    struct Page: ResponseConvertible {
      var items: [Int]
      var total: Int
      init(response: Response, config: DecodingConfig) throws {
        items = try response.decode(config: config)
        guard let total = response.headers["X-Total"].flatMap(Int.init) else { throw CocoaError(.coderValueNotFound) }
        self.total = total
      }
    }
    var response = try makeResponse("[1,2]")
    #expect(throws: NetworkError.self) { try response.decode(Page.self) }
    response.head.headers["X-Total"] = "9"
    let page: Page = try response.decode()
    #expect(page.items == [1, 2] && page.total == 9)
  }
}

@Suite("Handle: text by its character set")
struct TextTests {
  @Test(
    "N52: text is decoded in the named, marked or likely character set",
    arguments: [
      ([0xc3, 0xa9], "text/plain", "é"), ([0xe9], "text/plain; charset=ISO-8859-1", "é"),
      ([0x80, 0xe9], "text/plain", "€é"),
      ([0x80], "text/html; charset=\"windows-1252\"", "€"), ([0xa4], "text/plain;charset=iso-8859-15", "€"),
      ([0xff, 0xfe, 0xe9, 0], "text/plain", "é"), ([0xfe, 0xff, 0, 0xe9], "text/plain; charset=utf-16", "é"),
      ([0x3d, 0xd8, 0x00, 0xde], "text/plain; charset=utf-16le", "\u{1F600}"),
      ([0xef, 0xbb, 0xbf, 0x61], "application/json", "a"),
      ([0x61, 0xff], "text/plain; charset=utf-8", "a\u{fffd}"), ([], "text/plain; charset=utf-16", ""),
      ([0x61, 0], "text/plain; charset=utf-16le", "a"), ([0x61], "text/plain; charset=utf-16le", "\u{fffd}"),
    ] as [([UInt8], String, String)])
  func charsets(bytes: [UInt8], type: String, expected: String) throws {
    #expect(try makeResponse(bytes, type: type).text() == expected)
  }

  @Test("N52: reading text never fails: an unknown label counts as missing, and another can be forced")
  func unknown() throws {
    let response = try makeResponse([0xe9], type: "text/plain; charset=klingon")
    #expect(response.text() == "é" && response.text(charset: "no such label") == "é")
    #expect(response.text(charset: " LATIN1\t") == "é" && response.text(charset: "utf-8") == "\u{fffd}")
    #expect(try makeResponse([0xc3, 0xa9], type: "text/plain; charset=klingon").text() == "é")
  }

  @Test("N52: text in an encoding that the web replaces is one replacement character")
  func replaced() throws {
    for label in ["replacement", "hz-gb-2312", "iso-2022-kr", "csiso2022kr", "iso-2022-cn"] {
      #expect(
        try makeResponse([0x1b, 0x24, 0x41], type: "text/plain; charset=\(label)").text() == "\u{fffd}", "\(label)")
      #expect(try makeResponse([UInt8](), type: "text/plain; charset=\(label)").text() == "", "\(label)")
    }
  }

  @Test(
    "N52: every label of Unicode on the web is known",
    arguments: [
      ("unicode-1-1-utf-8", [0xc3, 0xa9]), ("unicode11utf8", [0xc3, 0xa9]), ("unicode20utf8", [0xc3, 0xa9]),
      ("x-unicode20utf8", [0xc3, 0xa9]), ("utf8", [0xc3, 0xa9]), ("csunicode", [0xe9, 0]),
      ("iso-10646-ucs-2", [0xe9, 0]), ("ucs-2", [0xe9, 0]), ("unicode", [0xe9, 0]), ("unicodefeff", [0xe9, 0]),
      ("utf-16", [0xe9, 0]), ("unicodefffe", [0, 0xe9]), ("utf-16be", [0, 0xe9]),
    ] as [(String, [UInt8])])
  func unicode(label: String, bytes: [UInt8]) throws {
    #expect(try makeResponse(bytes, type: "text/plain; charset=\(label)").text() == "é")
  }
}
