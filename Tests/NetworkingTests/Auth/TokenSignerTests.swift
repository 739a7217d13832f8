import Foundation
import TestSupport
import Testing

@testable import Basics
@testable import HTTPModel
@testable import Networking

@Suite("Signed tokens") struct TokenSignerTests {
  /// The keys of RFC 7515, appendix A, as PEM.
  enum RFC7515 {
    static let secret = Base64.decodeLeniently(
      "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow".utf8)

    static let rsa = """
      -----BEGIN RSA PRIVATE KEY-----
      MIIEowIBAAKCAQEAofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd/wWJcyQoTbji9k0
      l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL+yRT+SFd2lZS+pC
      gNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb/7OMg0LOL+bSf63kpaSHSX
      ndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uD
      Zlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxXFvUK+DWNmoudF8NAco9/h9iaGNj8
      q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQIDAQABAoIBABKucaRpzQorw35S
      bEUAVx8dYXUdZOlJcHtiWQ+dC6V8ljxAHj/PLyzTveyI5QO/xkObCyjIL303l2cf
      UhPu2MFaJdjVzqACXuOrLot/eSFvxjvqVidTtAZExqFRJ9mylUVAoLvhowVWmC1O
      n95fZCXxTUtxNEG1Xcc7m0rtzJKs45J+N/V9DP1edYH6USyPSWGp6wuA+KgHRnKK
      Vf9GRx80JQY7nVNkL17eHoTWEwga+lwi0FEoW9Y7lDtWXYmKBWhUE+U8PGxlJf8f
      40493HDw1WRQ/aSLoS4QTp3rn7gYgeHEvfJdkkf0UMhlknlo53M09EFPdadQ4TlU
      bjqKc50CgYEA4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH/5IB3jw3bcxGn6QLvnE
      tfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw/Py5PJdTJNPY8cQn7ouZ2KKDcmnPG
      BY5t7yLc1QlQ5xHdwW1VhvKn+nXqhJTBgIPgtldC+KDV5z+y2XDwGUcCgYEAuQPE
      fgmVtjL0Uyyx88GZFF1fOunH3+7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYs
      p1ZSe7zFYHj7C6ul7TjeLQeZD/YwD66t62wDmpe/HlB+TnBA+njbglfIsRLtXlnD
      zQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdcCgYAHAp9XcCSrn8wVkMVkKdb7
      DOX4IKjzdahm+ctDAJN4O/y7OW5FKebvUjdAIt2GuoTZ71iTG+7F0F+lP88jtjP4
      U4qe7VHoewl4MKOfXZKTe+YCS1XbNvfgwJ3Ltyl1OH9hWvu2yza7q+d5PCsDzqtm
      27kxuvULVeya+TEdAB1ijQKBgQCH/3r6YrVH/uCWGy6bzV1nGNOdjKc9tmkfOJmN
      54dxdixdpozCQ6U4OxZrsj3FcOhHBsqAHvX2uuYjagqvo3cOj1TRqNocX40omfCC
      Mx3bD1yPPf/6TI2XECva/ggqEY2mYzmIiA5LVVmc5nrybr+lssFKneeyxN2Wq93S
      0iJMdQKBgCGHewxzoa1r8ZMD0LETNrToK423K377UCYqXfg5XMclbrjPbEC3YI1Z
      NqMtuhdBJqUnBi6tjKMF+34Xf0CUN8ncuXGO2CAYvO8PdyCixHX52ybaDjy1FtCE
      6yUXjoKNXKvUm7MWGsAYH6f4IegOetN5NvmUMFStCSkh7ixZLkN1
      -----END RSA PRIVATE KEY-----
      """

    static let curve = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff
      H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp
      7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt
      -----END PRIVATE KEY-----
      """

    /// The claims of all examples.
    static let payload =
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
  }

  private func signature(_ algorithm: TokenSigner.Algorithm, _ key: [UInt8], of text: String) throws -> String {
    Base64.encode(try TokenSigner(algorithm, key: key).signature(of: Array(text.utf8)), .url, isPadded: false)
  }

  @Test("The signatures of RFC 7515, A.1 and A.2, equal those of the document")
  func examples() throws {
    let key = try #require(RFC7515.secret)
    #expect(
      try signature(.hs256, key, of: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + RFC7515.payload)
        == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(
      try signature(.rs256, Array(RFC7515.rsa.utf8), of: "eyJhbGciOiJSUzI1NiJ9." + RFC7515.payload)
        == "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    )
  }

  @Test("A key on one line, with spaces or with escaped line breaks, is the same key")
  func oneLine() throws {
    let text = "eyJhbGciOiJSUzI1NiJ9." + RFC7515.payload
    let whole = try signature(.rs256, Array(RFC7515.rsa.utf8), of: text)
    for separator in [" ", "\\n", "\r\n"] {
      let key = RFC7515.rsa.replacing("\n", with: separator)
      #expect(try signature(.rs256, Array(key.utf8), of: text) == whole, "\(separator)")
    }
  }

  @Test("The header contains algorithm, type and additions, and additions cannot change the algorithm")
  func header() throws {
    let signer = try TokenSigner(.hs384, key: [1])
    let token = try signer.token(
      of: .object([.init("sub", .string("ada"))]),
      header: .object([.init("kid", .string("k1")), .init("alg", .string("none")), .init("typ", .string("at+jwt"))]))
    let parts = token.split(separator: ".").map {
      String(decoding: Base64.decodeLeniently($0.utf8) ?? [], as: UTF8.self)
    }
    #expect(parts[0] == #"{"alg":"HS384","typ":"at+jwt","kid":"k1"}"#)
    #expect(parts[1] == #"{"sub":"ada"}"#)
  }

  @Test("An unsuitable key is rejected, and no message repeats it")
  func refusals() throws {
    for (algorithm, key) in [
      (TokenSigner.Algorithm.rs256, "s3cret-key"), (.es256, RFC7515.rsa), (.rs256, RFC7515.curve),
      (.es384, RFC7515.curve),
      (.hs256, ""), (.es512, "-----BEGIN PRIVATE KEY-----\ns3cret-key\n-----END PRIVATE KEY-----"),
    ] {
      let failure = #expect(throws: TokenSigner.Failure.self) { try TokenSigner(algorithm, key: Array(key.utf8)) }
      #expect(failure?.message.contains("s3cret") == false)
    }
  }

  private static let python = Tool.path("python3")
  private static let hasPyJWT =
    python.map { (try? Tool.run($0, ["-c", "import jwt, cryptography"])) != nil } ?? false

  /// Verifies a token with PyJWT. Signing again with the same header gives the same token if the algorithm is
  /// deterministic.
  private static let script = """
    import json, sys, jwt
    from cryptography.hazmat.primitives.serialization import load_pem_private_key, Encoding, PublicFormat
    token, algorithm, key = sys.argv[1], sys.argv[2], sys.argv[3]
    private = public = key if algorithm.startswith("HS") else load_pem_private_key(key.encode(), None)
    if not algorithm.startswith("HS"): public = private.public_key()
    claims = jwt.decode(token, public, algorithms=[algorithm], options={"verify_exp": False, "verify_iat": False})
    again = jwt.encode(claims, private, algorithm=algorithm)
    print(json.dumps([claims, jwt.get_unverified_header(token), again.split(".")[1] == token.split(".")[1]]))
    """

  @Test(
    "PyJWT verifies a token of each algorithm, with its claims and header",
    .enabled(if: hasPyJWT, "PyJWT and cryptography are not installed"), arguments: TokenSigner.Algorithm.allCases)
  func differential(_ algorithm: TokenSigner.Algorithm) throws {
    let python = try #require(Self.python)
    let openssl = try #require(Tool.path("openssl"))
    let curves = ["ES256": "P-256", "ES384": "P-384", "ES512": "P-521"]
    let key =
      if algorithm.isShared {
        "a shared secret of sixty-four bytes, so that nobody warns that it is short"
      } else if let curve =
        curves[algorithm.rawValue]
      {
        try Tool.run(openssl, ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve)"])
      } else {
        RFC7515.rsa
      }
    let claims = try JSONValue(parsing: #"{"sub":"ada","n":1,"list":[1,{"a":null}],"exp":1300819380}"#.utf8)
    let token = try TokenSigner(algorithm, key: Array(key.utf8))
      .token(of: claims, header: .object([.init("kid", .string("k1"))]))
    let received = try Tool.run(python, ["-c", Self.script, token, algorithm.rawValue, key])
    let answer = try #require(try JSONValue(parsing: received.trimmed.utf8).array)
    #expect(answer[0] == claims)
    #expect(answer[1]["alg"]?.string == algorithm.rawValue && answer[1]["kid"]?.string == "k1")
    #expect(answer[2] == .bool(true))
  }
}
