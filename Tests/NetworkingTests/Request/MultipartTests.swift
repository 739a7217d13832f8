import Foundation
import Networking
import Testing

@Suite("Create: multipart bodies")
struct MultipartTests {
  private func request(_ parts: Multipart, type: String? = nil) throws -> Request {
    try Request.with(RequestConfig(host: "h")) {
      $0.headers["Content-Type"] = type
      $0.body = .multipart(parts)
    }
  }

  private func withFile<Result>(_ bytes: [UInt8], name: String, _ body: (String) async throws -> Result) async throws
    -> Result
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // A left-over in the temporary folder harms nobody.
    let path = folder.appending(path: name).path
    try Data(bytes).write(to: URL(filePath: path))
    return try await body(path)
  }

  @Test("N17: text and data parts, with their own file name, type and headers")
  func bytes() throws {
    var form = Multipart(boundary: "XX")
    form.append("a", .text("é\r\n"))
    form.append("b", .data([0, 1]), fileName: "x.bin", contentType: "x/y")
    form.parts.append(Multipart.Part("c", .text(""), contentType: "text/csv", headers: Headers([Header("X-P", "1")])))
    let sent = try request(form)
    let expected =
      "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\né\r\n\r\n"
      + "--XX\r\nContent-Disposition: form-data; name=\"b\"; filename=\"x.bin\"\r\nContent-Type: x/y\r\n\r\n\0\u{1}\r\n"
      + "--XX\r\nContent-Disposition: form-data; name=\"c\"\r\nContent-Type: text/csv\r\nX-P: 1\r\n\r\n\r\n--XX--\r\n"
    #expect(sent.body == .bytes(Array(expected.utf8)))
    #expect(sent.headers["content-type"] == "multipart/form-data; boundary=XX")
    #expect(sent.parts == form)
  }

  @Test("N17: a raw part head replaces the other fields, and cannot contain a line end")
  func head() throws {
    var part = Multipart.Part("a", .text("v"), fileName: "f", contentType: "x/y", headers: Headers([Header("X", "1")]))
    part.head = ["Content-Type: a/b", "", "no colon"]
    #expect(
      try request(Multipart([part], boundary: "B")).body
        == .bytes(Array("--B\r\nContent-Type: a/b\r\n\r\nno colon\r\n\r\nv\r\n--B--\r\n".utf8)))
    part.head = ["X: 1\r\nY: 2"]
    #expect(throws: RequestError.self) { try request(Multipart([part])) }
  }

  @Test("N17: names are escaped as in browsers, so that none can end its quotes or line")
  func escaping() throws {
    let form = Multipart([.init("a\"b\r\nc\\d", .text("v"), fileName: "\"\n")], boundary: "B")
    guard case .bytes(let bytes) = try request(form).body else {
      Issue.record("the form is not bytes")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "--B\r\nContent-Disposition: form-data; name=\"a%22b%0D%0Ac\\d\"; filename=\"%22%0A\"\r\n\r\nv\r\n--B--\r\n")
    let evil = Multipart([.init("a", .text("v"), contentType: "x\r\nEvil: 1")])
    #expect(throws: RequestError.self) { try request(evil) }
  }

  @Test("N17: file parts are streamed and the exact length is known in advance")
  func files() async throws {
    try await withFile([7, 8, 9], name: "pic\"ture.PNG") { path in
      var form = Multipart(boundary: "B")
      form.append("f", .file(path: path))
      let sent = try request(form)
      guard case .sequence(let pieces) = sent.body else { throw RequestError.body("not a sequence") }
      let head =
        "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"pic%22ture.PNG\"\r\nContent-Type: image/png\r\n\r\n"
      #expect(pieces == [.bytes(Array(head.utf8)), .file(path: path, size: 3), .bytes(Array("\r\n--B--\r\n".utf8))])
      #expect(sent.body.count == head.utf8.count + 3 + 9)
    }
  }

  @Test("N17: a missing file is an error that names it")
  func missing() {
    var form = Multipart()
    form.append("f", .file(path: "/nowhere/x"))
    #expect(throws: RequestError.file(path: "/nowhere/x", reason: "No such file or directory")) { try request(form) }
  }

  @Test("N17, N18: a stream among the parts makes the body a stream, which can be reopened")
  func streams() async throws {
    try await withFile([7, 8], name: "a.bin") { path in
      let inner = BodyStream(count: 2) {
        let chunks = Chunks(["x", "y"])
        return { await chunks.next() }
      }
      var form = Multipart(boundary: "B")
      form.append("t", .text("v"))
      form.append("f", .file(path: path))
      form.parts.append(.init("s", .stream(inner)))
      guard case .stream(let stream) = try request(form).body else { throw RequestError.body("not a stream") }
      for _ in 1...2 {
        let read = try stream.open()
        var bytes: [UInt8] = []
        while let chunk = try await read() { bytes += chunk }
        #expect(bytes.count == stream.count)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("name=\"s\"\r\n\r\nxy\r\n--B--\r\n"))
      }
    }
  }

  @Test("N17: a boundary in the header is used; a multipart type without one gets it; other types are unchanged")
  func boundaries() throws {
    let form = Multipart([.init("a", .text("1"))])
    let given = try request(form, type: "multipart/mixed; charset=x; boundary=\"abc\"")
    #expect(given.headers["content-type"] == "multipart/mixed; charset=x; boundary=\"abc\"")
    guard case .bytes(let bytes) = given.body else {
      Issue.record("\(given.body)")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("--abc\r\n"))
    let bare = try request(form, type: "multipart/form-data")
    #expect(bare.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=----") == true)
    #expect(try request(form, type: "x/y").headers["content-type"] == "x/y")
    #expect(throws: RequestError.self) { try request(Multipart(boundary: "a\r\nb")) }
    #expect(try request(form).headers["content-type"] != request(form).headers["content-type"])
  }
}

private actor Chunks {
  private var rest: ArraySlice<String>
  init(_ chunks: [String]) { rest = chunks[...] }
  func next() -> [UInt8]? { rest.popFirst().map { Array($0.utf8) } }
}
