import TestSupport
import Testing

/// Files that determine what is sent: those of `-K`, `-d @` and `-n`.
@Suite("Files beside curl")
struct CurlOptionFilesTests {
  @Test(
    "A fault in a file of options is told and passed over",
    arguments: [
      "data = \"abc\nuser-agent = x", "data = \"abc\\\nuser-agent = x", "data = \"abc\\",
      "user-agent = \"\"\nreferer = \"\"\ndata = \"\"", "cookie = \"\"", "nonsense = 1\nuser-agent = x",
      "user-a = x\nda = y", "data\nuser-agent = x", "get = x\nuser-agent = y", "-X PUT rest\n-A b", "-sSX PUT",
      "max-redirs = x\nretry = y\nmax-time = z\nconnect-timeout = \"\"\nspeed-time = -\nuser-agent = q",
      "form = abc\nuser-agent = x", "-H: x\n--header= y", "-\n--\nuser-agent = x", "config = nothing\nuser-agent = y",
      "no-get\nno-data = x\nuser-agent = z", "url = \"\"", "output = \"\"\nuser-agent = x", "USER-AGENT = x\ndata=y",
      "user-agent = 'a b'", "proto-default = x\nuser-agent = y", "header = \"A: b\\tc\\\"d\\\\e\" rest",
    ])
  func options(text: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let outcome = try await BesideCurl(hosts: [server], files: ["options": text]).check("-K options URL/k")
    #expect(outcome.ours.status == 0 && outcome.counts == [1])
  }

  @Test("What a file of options has too much or too little is told with its line")
  func told() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let files = ["options": "nonsense\nuser-agent = a b\ndata = \"x"]
    let ours = try await BesideCurl(hosts: [server], files: files).check("-K options URL/k").ours
    #expect(ours.error.contains("options, line 1: curl has no option --nonsense; curl ignores it"))
    #expect(ours.error.contains("options, line 2: b after the value of user-agent is ignored"))
    #expect(ours.error.contains("options, line 3: the quote after data is not closed"))
  }

  @Test(
    "Data of a file with CR and NUL inside arrive as the curl of this system reads them",
    arguments: [
      "ab\0cd\nef\r\0gh\n", "\0abc", "abc\0", "a\n\0b\nc\0d\r\ne", "a\rb\nc", "\n\n", "a=b\r\nc=d\r\n", "\n\0x\ny",
      String(repeating: "x", count: 250) + "\0" + String(repeating: "y", count: 300) + "\nz\0", "{{a}}\0{{b}}\n{{c}}",
    ])
  func data(text: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let beside = BesideCurl(hosts: [server], files: ["file": text])
    let outcome = try await beside.check(
      "-d @file URL --next -d @file -d x URL --next -d @- URL --next --data-urlencode @file URL --next "
        + "--data-binary @file URL --next --etag-compare file URL")
    #expect(outcome.counts == [6])
  }

  @Test("Braces on standard input are text, as everywhere in a curl command")
  func braces() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    for option in ["-d", "--data-binary", "--json"] {
      let run = try await program.shell("echo '{{name}}' | apus curl \(option) @- \(server.url)")
      #expect(run.status == 0, "\(run.error)")
    }
    #expect(
      server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["{{name}}", "{{name}}\n", "{{name}}\n"])
  }

  @Test(
    "A login in .netrc is the one that curl finds there",
    arguments: [
      "machine H login a password b", "machine H login a", "machine H password b", "default login d password e",
      "machine H login a\ndefault login d password e", "machine H login x password c\ndefault login u password d",
      "machine H login a password b machine H login u password c", "machine H password c default login d password e",
      "macdef init\nmachine H login x password y\n\nmachine H login a password b\n",
      "machine H login a password b\nmacdef m\n login q password w\n\n",
      "machine other login x password y\nmacdef m\nmachine H login q password w\n",
      "machine H login \"a b\" password \"c\\\"d\\\\e\"", "machine H login a password \"bc\ndefault login d password e",
      "machine H # login x\nlogin a password b#c\n", "machine H login a password #b\n",
      "machine H account login login a password b", "machine\nH\nlogin\na\npassword\nb\n",
      "machine H\r\nlogin a\r\npassword b\r\n", "machine H login", "machine H login \"\" password \"\"", "",
      "machine H login a password b password c login d",
    ])
  func logins(text: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let files = ["logins": text.replacing("H", with: "127.0.0.1")]
    let address = server.url.dropFirst("http://".count)
    // A rejected login ends the command.
    for user in ["", "u@", "u:p@", ":p@"] {
      let urls = ["--netrc-file logins", "--netrc-optional --netrc-file logins"].map {
        "\($0) http://\(user)\(address)"
      }
      try await BesideCurl(hosts: [server], files: files).check(urls.joined(separator: " --next "))
    }
  }
}
