import HTTPTypes
import Networking
import Testing

@Suite("The text of a curl command")
struct CurlCommandTextTests {
  private func text(
    _ shell: CurlCommand.Shell = .sh, redaction: Redaction = .standard, variables: [String: String] = [:],
    _ configure: (inout RequestConfig) throws -> Void
  ) throws -> String {
    let request = try Request.with(.identified(as: "apus/1")) {
      $0.host = "https://api.test/users"
      $0.options.redirects = .init(follows: false)
      $0.options.decompresses = false
      try configure(&$0)
    }
    return CurlCommand(request, redaction: redaction, variables: variables).text(for: shell)
  }

  @Test("A command has one option per line and none that curl applies by default")
  func shortest() throws {
    let command = try text {
      $0.method = .put
      $0.headers["Content-Type"] = "application/json"
      $0.body = .text(#"{"a": "it's"}"#, contentType: nil)
      $0.options.redirects = .init()
      $0.options.decompresses = true
      $0.options.totalTimeout = .milliseconds(2500)
      $0.options.tls = .init(verifies: false)
    }
    #expect(
      command == #"""
        curl https://api.test/users \
          -X PUT \
          -A apus/1 \
          -H 'Content-Type: application/json' \
          -d '{"a": "it'\''s"}' \
          --compressed \
          -L \
          --post301 \
          --post302 \
          -m 2.5 \
          -k
        """#)
  }

  @Test("A command masks passwords, tokens, cookies and known secrets unless disabled")
  func secrets() throws {
    let configure: (inout RequestConfig) throws -> Void = {
      $0.query.append("key", "s3cr3t/x")
      $0.headers["Authorization"] = "Bearer abc"
      $0.headers["Cookie"] = "sid=1"
      $0.body = .text("say s3cr3t/x", contentType: nil)
      $0.options.proxy = "http://me:word@proxy:1"
    }
    var redaction = Redaction.standard
    redaction.secrets = ["s3cr3t/x"]
    let masked = try text(redaction: redaction, configure)
    for word in ["s3cr3t", "abc", "sid", "word"] { #expect(!masked.contains(word), "\(word) in \(masked)") }
    #expect(masked.contains("Bearer ••••") && masked.contains("me:••••@proxy"))
    let revealed = try text(redaction: .none, configure)
    for word in ["s3cr3t", "abc", "sid", "word"] { #expect(revealed.contains(word)) }
  }

  @Test("A command has variables in the syntax of each shell")
  func variables() throws {
    let expected: [CurlCommand.Shell: String] = [
      .sh: #""https://api.test/users/$user_id?v=${v}x""#, .bash: #""https://api.test/users/$user_id?v=${v}x""#,
      .cmd: #"^"https://api.test/users/%user_id%?v=%v%x^""#,
      .pwsh: #""https://api.test/users/${env:user_id}?v=${env:v}x""#,
    ]
    for (shell, word) in expected {
      let command = try text(shell, variables: ["TOKEN1": "user-id", "TOKEN2": "v"]) {
        $0.path = "/TOKEN1?v=TOKEN2x"
      }
      #expect(command.hasPrefix("curl \(word)"), "\(command)")
    }
  }

  @Test("A command for Windows has words that the prompt and PowerShell pass on unchanged")
  func windows() throws {
    let cmd = try text(.cmd) { $0.headers["X-A"] = #"a "b" 50% \"# }
    #expect(cmd.contains(#"-H ^"X-A: a \^"b\^" 50%^ \\^""#), "\(cmd)")
    let power = try text(.pwsh) { $0.headers["X-A"] = "it’s 'so' $x `y` \"z\"" }
    #expect(power.contains("-H 'X-A: it’’s ''so'' $x `y` \"z\"'"), "\(power)")
    #expect(power.contains(" `\n  "))
  }
}
