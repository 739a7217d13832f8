import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Credentials: recognised by name, shape and position")
struct CredentialTests {
  @Test(
    "A name of a credential is recognized",
    arguments: [
      "token", "accessToken", "GITHUB_TOKEN", "password", "db_pass", "DB_PASSWD", "clientSecret", "api-key", "apiKey",
      "x.api_key",
      "key", "signingKey", "auth", "basic_auth", "jwt", "privateKey", "passphrase", "credentials", "pwd",
      "Authorization",
    ])
  func names(name: String) { #expect(CredentialName.isOne(name)) }

  @Test(
    "Other names are not taken for credentials",
    arguments: [
      "author", "keyboard", "publicKey", "sort_key", "name", "base_url", "compass", "id", "monkey", "ключ", "",
    ])
  func others(name: String) { #expect(!CredentialName.isOne(name)) }

  @Test(
    "Headers that hold a credential are masked and go to no other host",
    arguments: [
      "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "X-Auth", "X-Auth-User", "X-MyAuth",
      "X-Session-Id",
      "Ocp-Apim-Subscription-Key", "X-Amz-Security-Token", "X-Authorisation-Code", "Authentication", "X-WSSE", "X-Key",
      "X-Client-Secret", "X-CSRF-Token", "PRIVATE-TOKEN", "X-Passcode",
    ])
  func headers(name: String) {
    #expect(Redaction.standard.masked(Header(name, "some value")).value.contains("••••"))
    #expect(CredentialMarks().cover(name))
  }

  @Test(
    "Other headers are neither masked nor withheld",
    arguments: [
      "Accept", "X-Author", "Authority", "WWW-Authenticate", "Proxy-Authenticate", "Authentication-Info",
      "Access-Control-Allow-Credentials", "Access-Control-Request-Headers", "Sec-WebSocket-Key", "Idempotency-Key",
      "Surrogate-Key", "Cache-Control", "X-Request-Id", "Keep-Alive", "ETag",
    ])
  func otherHeaders(name: String) {
    #expect(Redaction.standard.masked(Header(name, "some value")).value == "some value")
    #expect(!CredentialMarks().cover(name))
  }

  @Test(
    "A credential is recognized by its shape",
    arguments: [
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
      "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "AKIAIOSFODNN7EXAMPLE", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
      "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", "V2hhdCBhIGxvbmcgdGV4dCB0aGlzIGlzIDE5ODQ=",
    ])
  func shapes(value: String) { #expect(CredentialShape.isOne(value)) }

  @Test(
    "Other texts are not taken for credentials",
    arguments: [
      "", "Ada", "http://127.0.0.1:4010/users/42?x=1", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
      "2026-11-22T11:24:34.123Z",
      "a sentence with 22 words in it", "application/vnd.api+json", "1234567890123456789012", "internationalisation-2",
      "aaaaaaaaaaaaaaaaaaaaaaaa1234",
    ])
  func otherShapes(value: String) { #expect(!CredentialShape.isOne(value)) }

  @Test("A credential of a request is masked wherever else it appears")
  func places() throws {
    let request = try Request.with(
      RequestConfig(url: "http://me:p%20w-1234@h/x?api_key=K%2Bey-98765&key=name")
    ) { config in
      config.headers.append("X-Auth-Token", "tok-en-55")
      config.headers.append("Proxy-Authorization", "Bearer bear-er-77")
      config.body = .form(Form([.init("password", "form pw 31"), .init("a", "plain-b-1")]))
      config.options.proxy = "http://u:proxy-pw-8@p:1"
      config.options.authentication = TransferOptions.Authentication(.digest, user: "u", password: "digest-pw-3")
    }
    let redaction = Redaction.standard.adding(credentialsOf: request)
    for secret in ["p w-1234", "K+ey-98765", "tok-en-55", "bear-er-77", "form pw 31", "proxy-pw-8", "digest-pw-3"] {
      #expect(redaction.masked(text: "<\(secret)>") == "<••••>", "\(secret)")
    }
    #expect(redaction.masked(text: "name plain-b-1 me:p") == "name plain-b-1 me:p")
  }

  @Test("A header named like a token is masked, one that only mentions credentials is not")
  func headers() {
    let redaction = Redaction.standard
    #expect(redaction.masked(Header("PRIVATE-TOKEN", "abc")).value == "••••")
    #expect(redaction.masked(Header("Ocp-Apim-Subscription-Key", "abc")).value == "••••")
    #expect(redaction.masked(Header("Access-Control-Allow-Credentials", "true")).value == "true")
    #expect(redaction.masked(Header("Idempotency-Key", "abc")).value == "abc")
  }
}
