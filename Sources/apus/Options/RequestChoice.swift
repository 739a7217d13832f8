import ArgumentParser

/// The parts of a request given on the command line.
struct RequestChoice: Equatable, Sendable {
  var method: String?
  var url: String?
  var parameters: [String] = []
  var noParam: [String] = []
  var headers: [String] = []
  var body = BodyChoice()
  var operation: String?
  var authentication = AuthenticationChoice()
  var encodeURL = false
  var noEncodeURL = false

  func validate() throws {
    if encodeURL, noEncodeURL { throw ValidationError("--encode-url and --no-encode-url exclude each other.") }
  }

  func headerLines() throws(Failure) -> [HeaderLine] {
    var lines: [HeaderLine] = []
    for text in headers { lines.append(try HeaderLine(text)) }
    return lines
  }
}
