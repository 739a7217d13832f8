import TestSupport
import Testing

@Suite struct EnvironmentCommandTests {
  @Test("Environments are listed, shown and set; only the line that changes changes")
  func environments() async throws {
    let sample = try Sample(url: "http://h")
    let program = sample.program
    #expect(try await program.run("env").text == "live  protected\nlocal\n")
    #expect(try await program.run("env", "list", "--json").json()[0]["protected"] == .bool(true))
    #expect(try await program.run("env", "show", "local").text == "base_url  http://h\ntoken     \n")
    let before = try sample.folder.readText("environments/local.yml")
    let set = try await program.run("env", "set", "local", "base_url=http://other", "token=s3cret")
    #expect(set.status == 0, "\(set.error)")
    #expect(try sample.folder.readText("environments/local.yml") == before.replacing("http://h", with: "http://other"))
    let shown = try await program.run("env", "show", "local")
    #expect(shown.text == "base_url  http://other\ntoken     ••••\n")
    let revealed = try await program.run("env", "show", "local", "--reveal-secrets", "--json").json()
    #expect(revealed["variables"][1]["value"].string == "s3cret")
    let added = try await program.run("env", "set", "live", "fresh=1")
    #expect(added.status == 0, "\(added.error)")
    #expect(try await program.run("env", "show", "live").text.contains("fresh     1\n"))
  }

  @Test("A new variable that is named or shaped like a credential is a secret: its value never reaches the file")
  func credentials() async throws {
    let sample = try Sample(url: "http://h")
    let shape = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    let set = try await sample.program.run("env", "set", "local", "api_key=kk-1", "other=\(shape)", "plain={{api_key}}")
    #expect(set.status == 0, "\(set.error)")
    #expect(set.error.contains("api_key is a secret: its value goes to your own store"))
    let file = try sample.folder.readText("environments/local.yml")
    #expect(!file.contains("kk-1") && !file.contains(shape) && file.contains("{{api_key}}"))
    let revealed = try await sample.program.run("env", "show", "local", "--reveal-secrets")
    #expect(revealed.text.contains("kk-1") && revealed.text.contains(shape))
  }

  @Test("A broken environment is named with its line beside those that are whole, and the status is 3")
  func broken() async throws {
    let sample = try Sample(url: "http://h")
    try sample.folder.write("environments/broken.yml", "variables: [\n")
    let listed = try await sample.program.run("env", "list")
    #expect(listed.status == 3 && listed.text == "live  protected\nlocal\n")
    #expect(listed.error.contains("environments/broken.yml:2:1: "), "\(listed.error)")
    #expect(try await sample.program.run("env", "list", "--json").status == 3)
  }

  @Test("A name that is not there is status 3, an assignment without a name 2")
  func faults() async throws {
    let sample = try Sample(url: "http://h")
    #expect(try await sample.program.run("env", "show", "nothing").status == 3)
    #expect(try await sample.program.run("env", "set", "local", "novalue").status == 2)
  }
}
