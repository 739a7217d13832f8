import Basics
import Testing

@testable import DemoServer

@Suite struct AuthenticationRoutesTests {
  @Test("A login returns a token that is valid until the logout")
  func login() async throws {
    try await withServer { client async throws in
      let without = try await client.send("GET", "/me")
      #expect(without.status == 401)
      #expect(without.header("WWW-Authenticate") == "Bearer realm=\"demo\"")
      let login = try await client.json("POST", "/login", #"{"username":"demo","password":"demo"}"#)
      let token = try #require(try JSONValue(parsing: login.body)["token"]?.string)
      let header = [("Authorization", "Bearer \(token)")]
      #expect(try await JSONValue(parsing: client.send("GET", "/me", headers: header).body)["name"] == "Ada Lovelace")
      #expect(try await client.send("POST", "/logout", headers: header).status == 204)
      #expect(try await client.send("GET", "/me", headers: header).status == 401)
    }
  }

  @Test("A login accepts a form, too, and rejects wrong credentials")
  func forms() async throws {
    try await withServer { client async throws in
      let form = [("Content-Type", "application/x-www-form-urlencoded")]
      #expect(try await client.send("POST", "/login", headers: form, body: "username=demo&password=demo").status == 200)
      #expect(try await client.json("POST", "/login", #"{"username":"demo","password":"x"}"#).status == 401)
      #expect(try await client.json("POST", "/login", #"{"username":"demo"}"#).status == 422)
    }
  }

  @Test(
    "Wrong basic credentials, bearer tokens and API keys are rejected",
    arguments: [
      ("/auth/basic", "Authorization", "Basic ZGVtbzpkZW1v", 200), ("/auth/basic", "Authorization", "Basic eA==", 401),
      ("/auth/basic", "Authorization", "Basic %%%", 401), ("/auth/bearer", "Authorization", "Bearer anything", 200),
      ("/auth/bearer", "Authorization", "Basic x", 401), ("/auth/api-key", "X-API-Key", "demo-key", 200),
      ("/auth/api-key?api_key=demo-key", "X-None", "", 200), ("/auth/api-key", "X-API-Key", "other", 401),
    ])
  func schemes(target: String, name: String, value: String, status: Int) async throws {
    try await withServer { client async throws in
      #expect(try await client.send("GET", target, headers: [(name, value)]).status == status)
    }
  }
}
