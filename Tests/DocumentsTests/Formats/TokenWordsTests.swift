import Basics
import Testing

@testable import Documents

@Suite("The claims of a token") struct TokenWordsTests {
  private static func token(_ header: String, _ claims: String) -> String {
    [header, claims, "signature"].map { Base64.encode($0.utf8, .url, isPadded: false) }.joined(separator: ".")
  }

  private func lines(_ claims: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#) throws -> [String] {
    try #require(JSONWebToken(Self.token(header, claims))).lines(nowInSeconds: 1_700_000_000)
  }

  @Test("Claims are listed in order with times in words and a note that the signature was not checked")
  func whole() throws {
    #expect(
      try lines(
        #"{"sub":"ada","exp":1700000300,"iat":1699992800,"nbf":1699999999,"auth_time":1699800000,"n":[1,null]}"#) == [
          "a token (JWT): alg HS256, typ JWT", "sub: ada", "exp: expires in 5 min, 2023-11-14 22:18:20 UTC",
          "iat: issued 2 h ago, 2023-11-14 20:13:20 UTC", "nbf: valid for 1 s, 2023-11-14 22:13:19 UTC",
          "auth_time: logged in 2 days ago, 2023-11-12 14:40:00 UTC", "n: [1,null]", "signature not checked",
        ])
  }

  @Test("An expired or not yet valid token is marked")
  func bounds() throws {
    #expect(try lines(#"{"exp":1700000000}"#)[1].hasPrefix("exp: expired 0 s ago, "))
    #expect(try lines(#"{"exp":1690000000}"#)[1].hasPrefix("exp: expired 115 days ago, "))
    #expect(try lines(#"{"nbf":1700007200}"#)[1].hasPrefix("nbf: not valid before 2 h from now, "))
  }

  @Test("Invalid times are shown unchanged, and claims cannot send control characters to the terminal")
  func oddities() throws {
    #expect(try lines(#"{"exp":"soon","iat":1e300,"nbf":true}"#)[1...3] == ["exp: soon", "iat: 1e300", "nbf: true"])
    let hostile = try lines(#"{"sub":"a\u001b[31mb","x\u0007":"\n"}"#, header: #"{"alg":"\u001b]0;t"}"#).joined()
    #expect(hostile.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    let long = try lines("{\"sub\":\"\(String(repeating: "x", count: 5000))\"}")[1]
    #expect(long.count < 200 && long.hasSuffix("…"))
    let many = try lines("{" + (0..<100).map { "\"c\($0)\":\($0)" }.joined(separator: ",") + "}")
    #expect(many.count == 27 && many.contains("and 76 more"))
  }
}
