import Basics
import Foundation
import Networking
import TestSupport
import Testing

@Suite("Create: bodies")
struct BodyTests {
  private func request(_ body: RequestConfig.Body, type: String? = nil) throws -> Request {
    try Request.with(RequestConfig(host: "h")) {
      $0.headers["Content-Type"] = type
      $0.body = body
    }
  }

  private func text(_ request: Request) -> String? {
    guard case .bytes(let bytes) = request.body else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("N13: none, bytes and text")
  func plain() throws {
    #expect(try request(.none).body == .none)
    let bytes = try request(.bytes([0, 255]))
    #expect(bytes.body == .bytes([0, 255]) && bytes.headers.isEmpty)
    let typed = try request(.bytes([1], contentType: "image/png"))
    #expect(typed.headers["content-type"] == "image/png")
    let words = try request(.text("é"))
    #expect(words.body == .bytes([0xc3, 0xa9]) && words.headers["content-type"] == "text/plain; charset=utf-8")
  }

  @Test("N13: JSON from a value and JSON built by hand")
  func json() throws {
    struct Value: Encodable, Sendable {
      var url = "a/b"
      var list = [1, 2]
    }
    let encoded = try request(.json(Value()))
    #expect(text(encoded) == #"{"list":[1,2],"url":"a/b"}"#)
    #expect(encoded.headers["content-type"] == "application/json")
    let mixed = try request(.json(["z": 1, "a": [true, .null, 1.5, "q\"\n\u{1}"], "m": ["k": "v"]] as JSONValue))
    #expect(text(mixed) == #"{"z":1,"a":[true,null,1.5,"q\"\n\u0001"],"m":{"k":"v"}}"#)
    #expect(text(try request(.json(["z": "1", "a": "2"]))) == #"{"z":"1","a":"2"}"#)
    let values = ["z": "1", "a": "2"]
    #expect(text(try request(.json(values))) == #"{"a":"2","z":"1"}"#)
  }

  @Test("N13: members of ad-hoc JSON are set one by one, in order")
  func adHoc() throws {
    let request = try Request.with(RequestConfig(host: "h")) {
      $0.body["title"] = "x"
      $0.body["count"] = 2
      $0.body["gone"] = true
      $0.body["none"] = .null
      $0.body["gone"] = nil
      $0.body["title"] = "y"
    }
    #expect(text(request) == #"{"title":"y","count":2,"none":null}"#)
    #expect(request.headers["content-type"] == "application/json")
  }

  @Test("N13: a fractional number in a variable is a member; infinity is a build error that names its place")
  func fractions() throws {
    let price = 2.5
    #expect(try text(Request.with(RequestConfig(host: "h")) { $0.body["price"] = price }) == #"{"price":2.5}"#)
    do throws(RequestError) {
      _ = try Request.with(RequestConfig(host: "h")) {
        $0.body["rate"] = price / 0
      }
      Issue.record("built")
    } catch {
      #expect(error.description == "cannot write the body: .rate: inf is not a number that JSON can express")
    }
  }

  @Test("N13: a file is measured when built and read while sending; a missing file or a folder is an error")
  func file() throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).bin"
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }  // A left-over in the temporary folder harms nobody.
    let sent = try request(.file(path, contentType: "x/y"))
    #expect(sent.body == .file(path: path, size: 3) && sent.body.count == 3)
    #expect(throws: RequestError.file(path: path + "x", reason: "No such file or directory")) {
      try request(.file(path + "x"))
    }
    #expect(throws: RequestError.file(path: "/tmp", reason: "it is a folder")) { try request(.file("/tmp")) }
  }

  @Test("N13: a pipe is rejected, since its length is unknown and it cannot be read twice")
  func pipe() throws {
    let folder = try TemporaryDirectory("body")
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: RequestError.self) { try request(.file(path)) }
  }

  @Test("N13: a stream is kept as its factory")
  func stream() throws {
    let stream = BodyStream(count: 5) { { nil } }
    let sent = try request(.stream(stream))
    #expect(sent.body == .stream(stream) && sent.body.count == 5)
  }

  @Test("N15: a value that cannot be encoded is a build error with its path")
  func encodingFailure() {
    struct Bad: Encodable, Sendable {
      var outer = ["ok": 1.0, "bad": Double.infinity]
    }
    do throws(RequestError) {
      _ = try Request.with(RequestConfig(host: "h")) { $0.body = .json(Bad()) }
      Issue.record("built without its body")
    } catch {
      #expect(error.description.contains("outer") && error.description.contains("bad"))
    }
  }

  @Test("N16: a form is encoded by the WHATWG rules, order and duplicates preserved")
  func form() throws {
    var form: Form = ["b": "1 + 1 = 2&", "a": "é*-._~", "b": ""]
    form.append("", "%")
    let sent = try request(.form(form))
    #expect(text(sent) == "b=1+%2B+1+%3D+2%26&a=%C3%A9*-._%7E&b=&=%25")
    #expect(sent.headers["content-type"] == "application/x-www-form-urlencoded")
  }
}
