import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Explanations decode tokens in place")
struct TokenExplanationTests {
  /// A token that expires five minutes after the sample's current time.
  private static let token =
    [#"{"alg":"HS256"}"#, #"{"sub":"ada","exp":1700000300}"#, "signature"]
    .map { Base64.encode($0.utf8, .url, isPadded: false) }.joined(separator: ".")
  private static let words = ["a token (JWT): alg HS256", "sub: ada", "exp: expires in 5 min", "signature not checked"]

  private func journey(_ change: (inout RequestDefinition) -> Void) -> Journey {
    var definition = RequestDefinition(name: "R", url: "http://h/")
    change(&definition)
    var journey = Journey.request(definition, columns: 120, rows: 40)
    journey.apply(
      .files(
        .variablesLoaded(
          .file(Samples.getUserPath),
          VariableTable([
            .init("plain", Self.token, origin: .environment("local")),
            .init("hidden", Self.token, isSecret: true, origin: .environment("local")),
          ]))))
    return journey
  }

  private func expectWords(_ journey: Journey) {
    #expect(journey.text.contains("Why this value?"))
    for words in Self.words { #expect(journey.text.contains(words), "\(words)") }
  }

  @Test("A token in a literal header is decoded")
  func header() {
    var journey = journey { $0.headers = [Row("X-Token", "Bearer \(Self.token)")] }
    journey.go("2 i")
    expectWords(journey)
  }

  @Test("A token in a variable is decoded; a secret one stays hidden")
  func variables() {
    for name in ["plain", "hidden"] {
      var journey = journey { $0.url = "http://h/{{\(name)}}" }
      journey.go("up f3")
      expectWords(journey)
      if name == "hidden" { #expect(!journey.text.contains("eyJ")) }
    }
  }

  @Test("A token in an authentication field is decoded; the field stays masked")
  func field() {
    var journey = journey { $0.authentication = Authentication(.bearer, [.init("token", Self.token)]) }
    journey.go("4 down i")
    expectWords(journey)
    #expect(!journey.text.contains("eyJ"))
  }

  @Test("A token in an answer is decoded, in a value and in a header")
  func answer() {
    var journey = Journey.answered(#"{"token": "\#(Self.token)"}"#, rows: 40)
    journey.state.focus = .response
    journey.go("down i")
    for words in Self.words { #expect(journey.text.contains(words), "\(words)") }
  }
}
