import Basics
import Foundation
import HTTPTypes
import Networking
import Testing

private struct Item: Codable, Equatable, Sendable {
  var name: String
  var count: Int
}

/// A fictional format: the words in reverse order.
private struct ReverseCoder: ContentType.Coder {
  func encode(_ value: some Encodable) throws -> [UInt8] { try JSONCoder().encode(value).reversed() }
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONCoder().decode(type, from: bytes.reversed())
  }
}

extension ContentType {
  fileprivate static let reverse = ContentType("application/x-reverse", coder: ReverseCoder())
}

@Suite("Create: encoders by content type")
struct ContentTypeTests {
  private let item = Item(name: "a b", count: 2)

  private func built(_ configure: (inout RequestConfig) throws -> Void) throws -> (String, String?) {
    let request = try Request.with(RequestConfig(host: "h"), configure)
    return (request.bodyText() ?? "", request.headers["Content-Type"])
  }

  @Test("N14: JSON by default, others by Content-Type, by registration or by the body")
  func choice() throws {
    #expect(try built { $0.body = .encoded(item) } == (#"{"count":2,"name":"a b"}"#, "application/json"))
    let form = try built {
      $0.headers[.contentType] = "application/x-www-form-urlencoded; charset=utf-8"
      $0.body = .encoded(item)
    }
    #expect(form == ("count=2&name=a+b", "application/x-www-form-urlencoded; charset=utf-8"))
    let registered = try built {
      $0.contentTypes.append(.reverse)
      $0.headers[.contentType] = "APPLICATION/X-REVERSE"
      $0.body = .encoded(item)
    }
    #expect(registered == (#"}"b a":"eman",2:"tnuoc"{"#, "APPLICATION/X-REVERSE"))
    #expect(try built { $0.body = .encoded(item, as: .reverse) }.1 == "application/x-reverse")
    #expect(
      try built {
        $0.headers[.contentType] = "application/vnd.api+json"
        $0.body = .encoded(item)
      }.1 == "application/vnd.api+json")
  }

  @Test("N14, N15: a content type without an encoder is an error, not an empty body")
  func unknown() {
    #expect(throws: RequestError.body("no encoder for text/csv: register one in contentTypes")) {
      try built {
        $0.headers[.contentType] = "text/csv"
        $0.body = .encoded(item)
      }
    }
  }

  @Test("N14: the first registered type is the default")
  func firstIsDefault() throws {
    let result = try built {
      $0.contentTypes = [.form, .json]
      $0.body = .encoded(item)
    }
    #expect(result == ("count=2&name=a+b", "application/x-www-form-urlencoded"))
  }

  @Test("Media types are parsed with their parameters, quoted or not")
  func mediaTypes() {
    let type = MediaType(#" Text/HTML ;Charset="UTF-8;x\"y" ; a=b; a=c; junk"#)
    #expect(type.essence == "text/html")
    #expect(type.charset == #"utf-8;x"y"#)
    #expect(type.parameters["a"] == "b")
    #expect(MediaType("application/problem+json").isJSON)
  }
}
