import Basics

/// The parts of a `multipart/form-data` body (RFC 7578), as far as the demo API needs them.
struct FormParts {
  struct Part {
    var name: String
    var fileName: String?
    var type: String?
    var bytes: [UInt8]
  }

  let parts: [Part]

  init(_ body: [UInt8], contentType: String) throws(Problem) {
    guard let boundary = Self.parameter("boundary", in: contentType), !boundary.isEmpty else {
      throw .badRequest("The Content-Type names no boundary.")
    }
    let line = Array("\r\n--\(boundary)".utf8)
    let blank = Array("\r\n\r\n".utf8)
    // So that the first boundary begins as the others do.
    let body = Array("\r\n".utf8) + body
    var parts: [Part] = []
    var place = Self.find(line, in: body, from: 0).map { $0 + line.count }
    while let start = place, let end = Self.find(line, in: body, from: start) {
      place = end + line.count
      guard let content = Self.find(blank, in: body, from: start), content + blank.count <= end else { continue }
      let head = String(decoding: body[start..<content], as: UTF8.self)
      parts.append(Self.part(head, Array(body[(content + blank.count)..<end])))
    }
    self.parts = parts
  }

  private static func part(_ head: String, _ bytes: [UInt8]) -> Part {
    var made = Part(name: "", bytes: bytes)
    for line in head.split(separator: "\r\n") {
      let lower = line.asciiLowercased
      if lower.hasPrefix("content-disposition:") {
        made.name = parameter("name", in: String(line)) ?? ""
        made.fileName = parameter("filename", in: String(line))
      }
      if lower.hasPrefix("content-type:") {
        made.type = String(line).split(separator: ":", maxSplits: 1).last?.trimmingASCII(\.isASCIIWhitespace)
      }
    }
    return made
  }

  /// `name=value` or `name="value"` behind a semicolon.
  private static func parameter(_ name: String, in field: String) -> String? {
    for piece in field.split(separator: ";").dropFirst() {
      let halves = piece.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0].trimmingASCII(\.isASCIIWhitespace).asciiLowercased == name else { continue }
      return halves[1].trimmingASCII { $0.isASCIIWhitespace || $0 == UInt8(ascii: "\"") }
    }
    return nil
  }

  private static func find(_ bytes: [UInt8], in body: [UInt8], from start: Int) -> Int? {
    guard start <= body.count - bytes.count else { return nil }
    return (start...(body.count - bytes.count)).first { body[$0..<($0 + bytes.count)].elementsEqual(bytes) }
  }
}
