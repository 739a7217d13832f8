import Basics
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Secrets in JSON bodies") struct RedactionJSONTests {
  private func masked(_ text: String) -> String { Redaction.standard.masked(json: text) }

  @Test(
    "Tokens in the response to a login are masked, everything else stays byte for byte",
    arguments: [
      (#"{"access_token":"abc","expires_in":3600}"#, #"{"access_token":"••••","expires_in":3600}"#),
      (#"{ "refreshToken" : "a\"b\\", "x": [1,2] }"#, #"{ "refreshToken" : "••••", "x": [1,2] }"#),
      ("[\n {\"id_token\":\n\"e.y.J\"} ]", "[\n {\"id_token\":\n\"••••\"} ]"),
      (#"{"user":{"Password":"p","name":"n"}}"#, #"{"user":{"Password":"••••","name":"n"}}"#),
      (#"{"client-secret":12345}"#, #"{"client-secret":"••••"}"#),
      (#"{"token":"0123456789"}{"api_key":"k"}"#, #"{"token":"••••"}{"api_key":"••••"}"#),
      (#"{"password":"breaks o"#, #"{"password":"••••""#),
    ])
  func values(_ text: String, _ wanted: String) { #expect(masked(text) == wanted) }

  @Test(
    "Values that only look secret stay",
    arguments: [
      #"{"password":null,"secret":true,"token":{"a":1},"access_token":[1]}"#, #"{"token":"the","secret":"no"}"#,
      #"{"password":"","tokens":"0123456789","text":"\"password\": \"x\""}"#, #""password":"abc""#,
      "access_token: abc", "", "{", #"{"url":"http://h:80/"}"#, #"{"password":"#,
    ])
  func others(_ text: String) { #expect(masked(text) == text) }

  @Test("A body without secrets is returned unchanged")
  func none() {
    let text = #"{"access_token":"abc"}"#
    #expect(Redaction.none.masked(json: text) == text)
  }

  @Test("A large body is masked in pieces")
  func large() throws {
    let filler = String(repeating: "x", count: 20 << 20)
    let text = #"{"a":"\#(filler)","access_token":"abc","b":"\#(filler)","password":"p"}"#
    let label = ContentLabel("application/json")
    let store = try #require(try Redaction.standard.masked(body: ByteStore(text.utf8), label))
    #expect(
      String(decoding: store.allBytes, as: UTF8.self)
        == #"{"a":"\#(filler)","access_token":"••••","b":"\#(filler)","password":"••••"}"#)
    #expect(try Redaction.standard.masked(body: ByteStore(filler.utf8), ContentLabel("text/plain")) == nil)
  }

  @Test("An expression that leads to a secret member is recognised")
  func expressions() {
    #expect(Redaction.standard.masks(expression: "res.body.access_token isDefined"))
    #expect(!Redaction.standard.masks(expression: "res.body.name eq token"))
  }

  @Test("Searching a large body reports each finished part, so that its memory can be released")
  func passed() {
    let filler = [UInt8](repeating: 0x61, count: 20 << 20)
    let text = Array(#"{"a": ""#.utf8) + filler + Array(#"", "password": ""#.utf8) + filler + Array(#"", "b": 1}"#.utf8)
    var parts: [Range<Int>] = []
    let found = text.withUnsafeBytes { raw in Redaction.standard.secretValues(in: raw) { parts.append($0) } }
    #expect(found.map(\.count) == [filler.count + 2])
    #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == text.count)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(parts.count >= 4)
  }
}
