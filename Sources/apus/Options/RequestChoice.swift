import ArgumentParser

/// What the command line says of a request.
struct RequestChoice: Sendable {
  var method: String?
  var url: String?
  var parameters: [String] = []
  var noParam: [String] = []
  var headers: [String] = []
  var body = BodyChoice()
  var authentication = AuthenticationChoice()
  var encodeURL = false
  var noEncodeURL = false

  func validate() throws {
    if encodeURL, noEncodeURL { throw ValidationError("--encode-url and --no-encode-url exclude each other.") }
  }

  /// The headers taken apart.
  func headerLines() throws(Failure) -> [HeaderLine] {
    var lines: [HeaderLine] = []
    for text in headers { lines.append(try HeaderLine(text)) }
    return lines
  }
}
