import Basics
import HTTPTypes
import Networking
import Terminal
import Testing

@testable import Explorer

@Suite("Hostile heads and certificates on the screen") struct HostileHeadTests {
  private static let hostile = "\u{1B}]0;owned\u{7}\n\u{202E}evil\u{9B}31m\u{200B}\r\tend"
  private static let shown = "␛]0;owned␇␊<U+202E>evil<U+009B>31m<U+200B>␍␉end"

  private func answered(
    reason: String = "OK", header: String = "v", certificate: Connection.Certificate? = nil, columns: Int = 120
  ) throws -> Journey {
    var exchange = Samples.exchange()
    let raw = Array("HTTP/1.1 200 \(reason)\r\n\r\n".utf8)
    exchange.hops[0].response = ResponseHead(
      status: .init(code: 200, reasonPhrase: reason),
      headers: Headers([Header("X-\(header)", header), Header("Set-Cookie", "\(header)=\(header); Path=\(header)")]),
      raw: raw)
    exchange.hops[0].connection?.tls = certificate.map { .init(version: "TLSv1.3", cipher: "C", certificates: [$0]) }
    return .answered(exchange, columns: columns, rows: 40)
  }

  /// True if the screen contains no character that controls the terminal or hides others.
  private func isVisible(_ journey: Journey) -> Bool {
    journey.text.unicodeScalars.allSatisfy { $0 == "\n" || VisibleText.replacing($0) == nil }
  }

  @Test("Every character of a certificate's names is drawn as text")
  func certificate() throws {
    let certificate = Connection.Certificate(
      subject: "CN=\(Self.hostile)", issuer: Self.hostile, notBefore: Self.hostile, notAfter: "b",
      alternativeNames: ["DNS:\(Self.hostile)"])
    var journey = try answered(certificate: certificate)
    journey.use("7")
    #expect(journey.text.contains("Subject       CN=" + Self.shown))
    #expect(journey.text.contains("Names         DNS:" + Self.shown))
    #expect(isVisible(journey))
  }

  @Test("A name of 5,000 characters is wrapped and shown to its end", arguments: [20, 60, 120])
  func longName(columns: Int) throws {
    let name = String(repeating: "n", count: 4_990) + "漢字 the end"
    let certificate = Connection.Certificate(subject: name, issuer: "i", notBefore: "a", notAfter: "b")
    var journey = try answered(certificate: certificate, columns: columns)
    journey.use("7")
    #expect(journey.text.contains("nnnnnnnn"))
    let scene = try #require(journey.state.responseScene)
    let lines = ResponseFacts.lines(
      of: .tls, scene.pane.exchange, scene.subject, pane: scene.subject.rect ?? Rect(x: 0, y: 0, width: 0, height: 0))
    let width = (journey.state.layout.panes[.response]?.width ?? 0) - 4
    let subject = lines.filter { $0.copyText == name }
    #expect(subject.map { $0.pieces[1].text }.joined() == name)
    #expect(subject.allSatisfy { $0.pieces.columns <= width })
  }

  @Test("The reason phrase is shown exactly, and a long one leaves room for the other facts")
  func reason() throws {
    let reason = "\u{1B}[31mFine\u{8}\u{7F}"
    var journey = try answered(reason: reason)
    #expect(journey.text.contains("200 ␛[31mFine␈␡   83 ms"))
    journey.use("2")
    #expect(journey.text.contains("HTTP/1.1 200 ␛[31mFine␈␡"))
    #expect(isVisible(journey))
    var long = try answered(reason: String(repeating: "r", count: 5_000))
    #expect(long.text.contains("rrrr…   83 ms"))
    long.use("2")
    #expect(long.text.contains(String(repeating: "r", count: 60)))
  }

  @Test("Control characters in header names, values and cookies are shown", arguments: ["2", "4", "5"])
  func fields(tab: String) throws {
    var journey = try answered(header: Self.hostile, columns: 240)
    journey.use(tab)
    #expect(isVisible(journey))
    // The value of a cookie ends at the semicolon.
    let wanted = ["2": Self.shown, "4": String(Self.shown.drop { $0 != "o" })]
    if let text = wanted[tab] { #expect(journey.text.contains(text)) }
  }
}
