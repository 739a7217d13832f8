import Basics
import HTTPTypes
import Testing

@testable import Networking

@Suite("Pieces of a secret in the parts of a URL") struct RedactionPiecesTests {
  @Test(
    "Each piece is masked on its own, and so is the host in its DNS form",
    arguments: [
      ("Pa55word/rest9x", "http://Pa55word/rest9x@host/", ["Pa55word", "/rest9x@host/ rest9x"]),
      ("Pa55word/rest9x", "http://me:Pa55word/rest9x@host/", ["the port 'Pa55word'"]),
      ("Pa55word/rest9x", "Pa55word/rest9x@host/", ["the address of Pa55word"]),
      ("Zq9xw#Kt7pm", "http://h/a/Zq9xw#Kt7pm", ["/a/Zq9xw", "#Kt7pm"]),
      ("Zq9xw?Kt7pm", "http://h/a/Zq9xw?Kt7pm", ["/a/Zq9xw", "?Kt7pm"]),
      ("Zq9xw:Kt7pm", "http://Zq9xw:Kt7pm@h/", ["user Zq9xw", "password Kt7pm"]),
      ("pässwört", "http://pässwört.example/", ["xn--psswrt-bua1m.example"]),
      ("sswört", "http://pässwört.example/", ["xn--psswrt-bua1m.example"]),
      ("PaSSwort9", "http://PaSSwort9.bücher.example/", ["passwort9.xn--bcher-kva.example"]),
    ])
  func pieces(secret: String, url: String, messages: [String]) {
    let redaction = Redaction.standard.adding([secret]).adding(piecesIn: url)
    for message in messages {
      let shown = redaction.masked(text: message)
      #expect(shown.contains("••••"), "\(shown)")
      for piece in ["Pa55", "rest9", "Zq9", "Kt7", "psswrt", "passwort9"] {
        #expect(!shown.contains(piece), "\(shown)")
      }
    }
  }

  @Test("A piece between the marks that a receiver splits at is masked on its own")
  func rows() throws {
    let redaction = Redaction.standard.adding(["abcPART111&defPART%32=ghi77", "key9:PIECEA", "wordE1 b; wordE2"])
    let inURL = redaction.adding(piecesIn: "http://h/?v=abcPART111&defPART%32=ghi77")
    #expect(inURL.masked(text: "abcPART111 defPART2 ghi77") == "•••• •••• ••••")
    let request = try Request.with(RequestConfig(host: "http://h", method: .post)) {
      $0.headers.fields.append(Header("Cookie", "sid=wordE1 b; wordE2"))
      $0.headers.fields.append(Header("Authorization", "Basic \(Base64.encode("key9:PIECEA:pw".utf8))"))
      $0.body = .text("v=abcPART111&defPART%32=ghi77", contentType: "application/x-www-form-urlencoded")
    }
    let sent = redaction.adding(piecesIn: request)
    #expect(sent.masked(text: "abcPART111 defPART2 ghi77 key9 PIECEA wordE1 wordE2").allSatisfy { "• ".contains($0) })
  }

  @Test("Nothing is added for a URL without secrets, or for a numeric port")
  func nothing() {
    let redaction = Redaction.standard.adding(["Pa55word/x"])
    #expect(redaction.adding(piecesIn: "http://host/path?a=b").secrets == redaction.secrets)
    #expect(redaction.adding(piecesIn: "").secrets == redaction.secrets)
    let base = Redaction.standard.adding(["http://shop.example:8080/in"]).adding(
      piecesIn: "http://shop.example:8080/in")
    #expect(base.masked(text: "shop.example:8080") == "••••:8080")
  }
}
